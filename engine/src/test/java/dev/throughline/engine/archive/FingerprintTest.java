package dev.throughline.engine.archive;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.throughline.model.Bytes;
import dev.throughline.model.Span;
import org.junit.jupiter.api.Test;

final class FingerprintTest {
    @Test
    void equal_bytes_have_equal_fingerprints_at_any_position() {
        Bytes body = Bytes.of("xx{\"a\":1}yy{\"a\":1}");
        assertEquals(Fingerprint.of(body.slice(new Span(2, 9))), Fingerprint.of(body.slice(new Span(11, 18))));
    }

    @Test
    void different_bytes_have_different_fingerprints() {
        assertNotEquals(Fingerprint.of(Bytes.of("{\"a\":1}")), Fingerprint.of(Bytes.of("{\"a\":2}")));
    }
}
