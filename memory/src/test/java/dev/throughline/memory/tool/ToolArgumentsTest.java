package dev.throughline.memory.tool;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** Arguments as models write them. */
final class ToolArgumentsTest {
    @Test
    void a_name_alone_is_required_and_one_with_a_type_may_be_left_out() {
        assertEquals("""
            {"type":"object","properties":{"session":{"type":"string"},"question":{"type":"string"},\
            "limit":{"type":"integer"},"scope":{"enum":["memory","all"]}},"required":["session","question"]}\
            """, ToolArguments.schema("session", "question", "limit:integer", "scope:memory|all"));
    }

    @Test
    void a_number_may_be_written_as_a_text() {
        ToolArguments arguments = new ToolArguments(Map.of("limit", "7", "offset", 3, "lines", " "));
        assertEquals(7, arguments.integer("limit", 1));
        assertEquals(3, arguments.integer("offset", 1));
        assertEquals(1, arguments.integer("lines", 1));
        assertThrows(
                IllegalArgumentException.class, () -> new ToolArguments(Map.of("limit", "many")).integer("limit", 1));
    }

    @Test
    void a_text_that_is_missing_is_named() {
        IllegalArgumentException missing =
                assertThrows(IllegalArgumentException.class, () -> new ToolArguments(Map.of("path", "")).text("path"));
        assertEquals("expected a text in path, found none", missing.getMessage());
    }
}
