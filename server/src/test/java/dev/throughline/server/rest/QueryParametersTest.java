package dev.throughline.server.rest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

final class QueryParametersTest {
    private final QueryParameters query = QueryParameters.of("a=1&b=x%20y&c=&d");

    @Test
    void what_was_asked_is_found_by_name() {
        assertEquals(1, query.whole("a", 7, 0, 9));
        assertEquals(7, query.whole("e", 7, 0, 9));
        assertEquals("x y", query.required("b"));
        assertEquals("", query.text("c", "usual"));
        assertEquals("usual", query.text("d", "usual"));
        assertEquals(0.5, query.number("e", 0.5));
    }

    @Test
    void what_does_not_fit_is_said_with_its_name() {
        assertEquals("expected a whole number in 'b', found 'x y'", wrong(() -> query.whole("b", 1, 0, 9)));
        assertEquals("expected a from 2 to 9, found 1", wrong(() -> query.whole("a", 1, 2, 9)));
        assertEquals("expected a number in 'b', found 'x y'", wrong(() -> query.number("b", 1)));
        assertEquals("expected 'c' in the query, found none", wrong(() -> query.required("c")));
    }

    private static String wrong(Runnable asking) {
        return String.valueOf(
                assertThrows(IllegalArgumentException.class, asking::run).getMessage());
    }
}
