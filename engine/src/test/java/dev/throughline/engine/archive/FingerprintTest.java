package dev.throughline.engine.archive;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.throughline.model.Bytes;
import dev.throughline.model.Span;
import org.junit.jupiter.api.Test;

final class FingerprintTest {
    @Test
    void an_element_is_known_by_its_bytes_wherever_they_stand() {
        Bytes body = Bytes.of("xx{\"a\":1}yy{\"a\":1}");
        assertEquals(Fingerprint.of(body.slice(new Span(2, 9))), Fingerprint.of(body.slice(new Span(11, 18))));
    }

    @Test
    void one_other_byte_is_another_element() {
        assertNotEquals(Fingerprint.of(Bytes.of("{\"a\":1}")), Fingerprint.of(Bytes.of("{\"a\":2}")));
    }
}
