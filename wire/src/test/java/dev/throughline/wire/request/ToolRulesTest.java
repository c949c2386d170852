package dev.throughline.wire.request;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.model.Bytes;
import dev.throughline.wire.ValidationRule;
import dev.throughline.wire.Violation;
import dev.throughline.wire.json.Json;
import java.util.List;
import org.junit.jupiter.api.Test;

class ToolRulesTest {
    private static final String SCHEMA = "{\"type\":\"object\"}";

    @Test
    void valid_tools_pass() {
        assertFound(
                "parameters",
                List.of(),
                "{\"tools\":[{\"type\":\"function\",\"name\":\"a\",\"parameters\":" + SCHEMA
                        + "},{\"type\":\"function\",\"function\":{\"name\":\"b\",\"parameters\":" + SCHEMA
                        + "}},{\"type\":\"web_search\"},{\"type\":\"custom\","
                        + "\"name\":\"c\"},{\"type\":\"namespace\",\"name\":\"d\"}],"
                        + "\"tool_choice\":{\"type\":\"function\",\"function\":{\"name\":\"b\"}}}");
        assertFound(
                "input_schema",
                List.of(),
                "{\"tools\":[{\"name\":\"a\",\"input_schema\":" + SCHEMA
                        + "},{\"type\":\"web_search_20250305\",\"name\":\"w\"}],"
                        + "\"tool_choice\":{\"type\":\"tool\",\"name\":\"a\"}}");
    }

    @Test
    void the_name_of_a_custom_chat_tool_is_nested() {
        String tools = "{\"tools\":[{\"type\":\"custom\",\"custom\":{\"name\":\"a\"}}]";
        String choice = ",\"tool_choice\":{\"type\":\"custom\",\"custom\":{\"name\":\"NAME\"}}}";
        assertFound("parameters", List.of(), tools + choice.replace("NAME", "a"));
        assertFound("parameters", List.of(ValidationRule.TOOL_CHOICE), tools + choice.replace("NAME", "b"));
    }

    @Test
    void a_tool_needs_a_name_and_a_schema() {
        assertFound("input_schema", List.of(ValidationRule.TOOL_SHAPE), "{\"tools\":[{\"name\":\"a\"}]}");
        assertFound(
                "input_schema", List.of(ValidationRule.TOOL_SHAPE), "{\"tools\":[{\"input_schema\":" + SCHEMA + "}]}");
        assertFound(
                "parameters",
                List.of(ValidationRule.TOOL_SHAPE),
                "{\"tools\":[{\"type\":\"function\",\"name\":\"a b\"}]}");
        assertFound(
                "parameters",
                List.of(ValidationRule.TOOL_SHAPE),
                "{\"tools\":[{\"name\":\"a\",\"parameters\":{\"type\":\"x\"}}]}");
        assertFound("parameters", List.of(ValidationRule.TOOL_SHAPE), "{\"tools\":[7]}");
    }

    @Test
    void names_must_be_unique_and_the_chosen_tool_declared() {
        assertFound(
                "parameters", List.of(ValidationRule.TOOL_TWICE), "{\"tools\":[{\"name\":\"a\"},{\"name\":\"a\"}]}");
        assertFound(
                "parameters",
                List.of(ValidationRule.TOOL_CHOICE),
                "{\"tools\":[{\"name\":\"a\"}],\"tool_choice\":{\"name\":\"b\"}}");
    }

    private static void assertFound(String schema, List<ValidationRule> rules, String body) {
        Violations violations = new Violations();
        ToolRules.check((Json.Obj) Json.parse(Bytes.of(body)), schema, violations);
        assertEquals(rules, violations.all().stream().map(Violation::rule).toList());
    }
}
