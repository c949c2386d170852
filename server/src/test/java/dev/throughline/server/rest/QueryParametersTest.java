package dev.throughline.server.rest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

final class QueryParametersTest {
    private final QueryParameters query = QueryParameters.of("/api/v1/sessions?a=1&b=x%20y&c=&d");

    @Test
    void parameters_are_found_by_name() {
        assertEquals(1, query.integer("a", 7, 0, 9));
        assertEquals(7, query.integer("e", 7, 0, 9));
        assertEquals("x y", query.required("b"));
        assertEquals("", query.text("c", "usual"));
        assertEquals("", query.text("d", "usual"));
        assertEquals(0.5, query.number("e", 0.5));
    }

    @Test
    void a_value_out_of_range_is_reported_with_its_name() {
        assertEquals("'x y' is not a whole number; correct 'b'.", wrong(() -> query.integer("b", 1, 0, 9)));
        assertEquals("'a' is 1; it must be from 2 to 9.", wrong(() -> query.integer("a", 1, 2, 9)));
        assertEquals("'x y' is not a number; correct 'b'.", wrong(() -> query.number("b", 1)));
        assertEquals("The query has no 'c'; add it.", wrong(() -> query.required("c")));
    }

    private static String wrong(Runnable asking) {
        return String.valueOf(
                assertThrows(IllegalArgumentException.class, asking::run).getMessage());
    }
}
