package dev.throughline.mcp;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.modelcontextprotocol.json.McpJsonDefaults;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class FitTest {
    private final Fit fit = Fit.to(
            "{\"type\":\"object\",\"properties\":{\"query\":{\"type\":\"string\"},\"most\":{\"type\":\"integer\"},"
                    + "\"score\":{\"type\":\"number\"},\"all\":{\"type\":\"boolean\"},"
                    + "\"scope\":{\"enum\":[\"memory\",\"sessions\"]}},\"required\":[\"query\"]}",
            McpJsonDefaults.getMapper());

    @Test
    void what_fits_is_let_through() {
        for (Map<String, Object> arguments : List.of(
                Map.<String, Object>of("query", "tabs"),
                Map.<String, Object>of("query", "tabs", "most", 5, "score", 0.5, "all", true, "scope", "memory"),
                Map.<String, Object>of("query", "", "most", "5", "score", "", "other", List.of()))) {
            assertEquals(Optional.empty(), fit.wrong(arguments));
        }
    }

    @Test
    void what_does_not_fit_is_said_in_a_sentence() {
        assertEquals("Expected a text in 'query', found none.", wrong(Map.of()));
        assertEquals("Expected a text in 'query', found '7'.", wrong(Map.of("query", 7)));
        assertEquals("Expected a whole number in 'most', found 'abc'.", wrong(Map.of("query", "x", "most", "abc")));
        assertEquals("Expected a whole number in 'most', found '1.5'.", wrong(Map.of("query", "x", "most", 1.5)));
        assertEquals("Expected a number in 'score', found 'NaN'.", wrong(Map.of("query", "x", "score", "NaN")));
        assertEquals("Expected true or false in 'all', found 'yes'.", wrong(Map.of("query", "x", "all", "yes")));
        assertEquals(
                "Expected one of memory, sessions in 'scope', found 'web'.",
                wrong(Map.of("query", "x", "scope", "web")));
        assertEquals("Expected the arguments as an object, found '[]'.", wrong(List.of()));
    }

    private String wrong(Object arguments) {
        return fit.wrong(arguments).orElse("");
    }
}
