package dev.throughline.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import org.junit.jupiter.api.Test;

class HeadersTest {
    private static final Headers HEADERS = Headers.of("Accept", "a", "X-Id", "1", "x-id", "2");

    @Test
    void header_names_are_case_insensitive_and_the_first_value_wins() {
        assertEquals(Optional.of("1"), HEADERS.first("x-ID"));
        assertTrue(HEADERS.has("ACCEPT"));
        assertFalse(HEADERS.has("Host"));
        assertEquals(Optional.empty(), Headers.NONE.first("Host"));
    }

    @Test
    void adding_and_removing_headers_preserves_order_and_spelling() {
        assertEquals(Headers.of("Accept", "a", "X-Id", "1", "x-id", "2", "b", "B"), HEADERS.and("b", "B"));
        assertEquals(Headers.of("Accept", "a"), HEADERS.without(header -> header.is("x-id")));
    }

    @Test
    void a_name_without_a_value_is_rejected() {
        assertThrows(IllegalArgumentException.class, () -> Headers.of("Accept"));
    }
}
