package dev.throughline.model;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class SpanTest {
    @Test
    void a_span_has_a_length_and_can_be_moved() {
        assertEquals(3, new Span(2, 5).length());
        assertEquals(new Span(0, 3), new Span(2, 5).from(2));
        assertArrayEquals(new byte[] {8, 9}, new Span(1, 3).of(new byte[] {7, 8, 9, 10}));
    }

    @Test
    void a_reversed_or_negative_span_is_rejected() {
        assertThrows(IllegalArgumentException.class, () -> new Span(5, 4));
        assertThrows(IllegalArgumentException.class, () -> new Span(-1, 4));
        assertThrows(IllegalArgumentException.class, () -> new Span(2, 5).from(3));
    }
}
