package dev.throughline.mcp;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.modelcontextprotocol.json.McpJsonDefaults;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class ArgumentCheckTest {
    private final ArgumentCheck check = ArgumentCheck.of(
            "{\"type\":\"object\",\"properties\":{\"query\":{\"type\":\"string\"},\"most\":{\"type\":\"integer\"},"
                    + "\"score\":{\"type\":\"number\"},\"all\":{\"type\":\"boolean\"},"
                    + "\"scope\":{\"enum\":[\"memory\",\"sessions\"]}},\"required\":[\"query\"]}",
            McpJsonDefaults.getMapper());

    @Test
    void valid_arguments_are_accepted() {
        for (Map<String, Object> arguments : List.of(
                Map.<String, Object>of("query", "tabs"),
                Map.<String, Object>of("query", "tabs", "most", 5, "score", 0.5, "all", true, "scope", "memory"),
                Map.<String, Object>of("query", "", "most", "5", "score", "", "other", List.of()))) {
            assertEquals(Optional.empty(), check.problem(arguments));
        }
    }

    @Test
    void each_invalid_argument_has_its_own_error_message() {
        assertEquals("Expected a text in 'query', found none.", problem(Map.of()));
        assertEquals("Expected a text in 'query', found '7'.", problem(Map.of("query", 7)));
        assertEquals("Expected a whole number in 'most', found 'abc'.", problem(Map.of("query", "x", "most", "abc")));
        assertEquals("Expected a whole number in 'most', found '1.5'.", problem(Map.of("query", "x", "most", 1.5)));
        assertEquals("Expected a number in 'score', found 'NaN'.", problem(Map.of("query", "x", "score", "NaN")));
        assertEquals("Expected true or false in 'all', found 'yes'.", problem(Map.of("query", "x", "all", "yes")));
        assertEquals(
                "Expected one of memory, sessions in 'scope', found 'web'.",
                problem(Map.of("query", "x", "scope", "web")));
        assertEquals("Expected the arguments as an object, found '[]'.", problem(List.of()));
    }

    private String problem(Object arguments) {
        return check.problem(arguments).orElse("");
    }
}
