package dev.throughline.model;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class BytesTest {
    private static final Bytes WHOLE = Bytes.of("0123456789");

    @Test
    void views_are_compared_by_content() {
        Bytes view = WHOLE.slice(new Span(3, 6));

        assertEquals(Bytes.of("345"), view);
        assertEquals(Bytes.of("345").hashCode(), view.hashCode());
        assertNotEquals(Bytes.of("346"), view);
    }

    @Test
    void the_offsets_of_a_nested_slice_are_relative_to_the_outer_slice() {
        assertEquals(Bytes.of("56"), WHOLE.slice(new Span(3, 9)).slice(new Span(2, 4)));
    }

    @Test
    void a_slice_shares_the_array_until_it_is_compacted() {
        Bytes view = WHOLE.slice(new Span(3, 6));

        assertSame(WHOLE.array(), view.array());
        assertNotSame(WHOLE.array(), view.compact().array());
        assertEquals(view, view.compact());
        assertSame(WHOLE, WHOLE.compact());
    }

    @Test
    void a_slice_beyond_the_end_of_the_view_is_rejected() {
        assertThrows(IllegalArgumentException.class, () -> WHOLE.slice(new Span(0, 11)));
        assertThrows(
                IllegalArgumentException.class,
                () -> WHOLE.slice(new Span(3, 6)).slice(new Span(0, 4)));
        assertThrows(IllegalArgumentException.class, () -> Bytes.of(new byte[2], new Span(1, 3)));
    }

    @Test
    void text_stream_and_hash_of_a_view_cover_only_its_range() throws IOException {
        Bytes view = Bytes.of("aäz").slice(new Span(1, 3));

        assertEquals("ä", view.utf8());
        assertArrayEquals(view.toArray(), view.stream().readAllBytes());
        assertEquals(Hash.of("ä"), view.hash());
    }

    @Test
    void to_string_shortens_long_bytes() {
        assertTrue(Bytes.of("x".repeat(5_000)).toString().endsWith("… (5000 bytes)"));
        assertEquals("short", Bytes.of("short").toString());
        assertTrue(Bytes.EMPTY.isEmpty());
    }
}
