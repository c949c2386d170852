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
    void a_header_is_found_without_regard_to_case_and_the_first_wins() {
        assertEquals(Optional.of("1"), HEADERS.first("x-ID"));
        assertTrue(HEADERS.has("ACCEPT"));
        assertFalse(HEADERS.has("Host"));
        assertEquals(Optional.empty(), Headers.NONE.first("Host"));
    }

    @Test
    void order_and_spelling_stay() {
        assertEquals(Headers.of("Accept", "a", "X-Id", "1", "x-id", "2", "b", "B"), HEADERS.and("b", "B"));
        assertEquals(Headers.of("Accept", "a"), HEADERS.without(header -> header.is("x-id")));
    }

    @Test
    void names_come_with_values() {
        assertThrows(IllegalArgumentException.class, () -> Headers.of("Accept"));
    }
}
