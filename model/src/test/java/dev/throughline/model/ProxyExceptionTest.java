package dev.throughline.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class ProxyExceptionTest {
    @Test
    void an_exception_has_a_kind_a_code_and_a_cause() {
        IOException cause = new IOException("disk full");
        ProxyException failure = new ProxyException(ProxyException.Kind.STORE, "store_full", "no room", cause);

        assertEquals(ProxyException.Kind.STORE, failure.kind());
        assertEquals("store_full", failure.code());
        assertSame(cause, failure.getCause());
    }
}
