package dev.throughline.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class ProxyExceptionTest {
    @Test
    void it_says_whose_trouble_it_is_and_keeps_the_cause() {
        IOException cause = new IOException("disk full");
        ProxyException trouble = new ProxyException(ProxyException.Kind.STORE, "store_full", "no room", cause);

        assertEquals(ProxyException.Kind.STORE, trouble.kind());
        assertEquals("store_full", trouble.code());
        assertSame(cause, trouble.getCause());
    }
}
