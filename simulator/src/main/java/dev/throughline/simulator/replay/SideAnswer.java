package dev.throughline.simulator.replay;

import dev.throughline.simulator.answer.AnswerPart;
import dev.throughline.simulator.dialect.SimulatedDialect;
import dev.throughline.simulator.json.JsonNodes;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What the model answers to requests that are not the session's own: a short text, or the smallest value that a schema
 * or a forced tool allows.
 */
final class SideAnswer {
    private static final String TEXT = "The work continues as planned; nothing further to add.";
    private static final int MOST_LEVELS = 12;

    private SideAnswer() {}

    static AnswerPart of(SimulatedDialect dialect, JsonNode body) {
        Optional<AnswerPart> forced = dialect == SimulatedDialect.MESSAGES ? forced(body) : Optional.empty();
        return forced.orElseGet(() -> new AnswerPart.Text(schema(dialect, body)
                .map(schema -> JsonNodes.write(least(schema, 0)))
                .orElse(TEXT)));
    }

    private static Optional<AnswerPart> forced(JsonNode body) {
        String name = JsonNodes.text(body.path("tool_choice"), "name");
        for (JsonNode tool : body.path("tools")) {
            if (!name.isEmpty() && JsonNodes.text(tool, "name").equals(name)) {
                String input = JsonNodes.write(least(tool.path("input_schema"), 0));
                return Optional.of(new AnswerPart.Call(name, input, "toolu_aux"));
            }
        }
        return Optional.empty();
    }

    private static Optional<JsonNode> schema(SimulatedDialect dialect, JsonNode body) {
        JsonNode format =
                switch (dialect) {
                    case MESSAGES ->
                        JsonNodes.has(body, "output_format")
                                ? body.path("output_format")
                                : body.path("output_config").path("format");
                    case RESPONSES -> body.path("text").path("format");
                    case CHAT -> body.path("response_format");
                };
        String type = JsonNodes.text(format, "type");
        if (!type.equals("json_schema") && !type.equals("json_object")) {
            return Optional.empty();
        }
        return Optional.of(
                JsonNodes.has(format, "schema")
                        ? format.path("schema")
                        : format.path("json_schema").path("schema"));
    }

    /** The smallest value that a JSON schema allows, for the parts of it that are common. */
    private static JsonNode least(JsonNode schema, int level) {
        if (!schema.isObject() || level > MOST_LEVELS) {
            return JsonNodes.object();
        }
        if (schema.has("const")) {
            return schema.path("const");
        }
        if (!schema.path("enum").isEmpty()) {
            return schema.path("enum").path(0);
        }
        for (String several : List.of("anyOf", "oneOf", "allOf")) {
            if (!schema.path(several).isEmpty()) {
                return least(schema.path(several).path(0), level + 1);
            }
        }
        JsonNode type = schema.path("type").isArray() ? schema.path("type").path(0) : schema.path("type");
        return ofType(schema, type.asString(""), level);
    }

    private static JsonNode ofType(JsonNode schema, String type, int level) {
        return switch (type) {
            case "string" ->
                JsonNodes.of("x".repeat(Math.max(schema.path("minLength").asInt(0), 1)));
            case "integer", "number" -> JsonNodes.of(schema.path("minimum").asInt(0));
            case "boolean" -> JsonNodes.of(false);
            case "null" -> JsonNodes.of(null);
            case "array" -> {
                ArrayNode list = JsonNodes.array();
                for (int i = 0; i < schema.path("minItems").asInt(0); i++) {
                    list.add(least(schema.path("items"), level + 1));
                }
                yield list;
            }
            default -> {
                ObjectNode object = JsonNodes.object();
                for (JsonNode name : schema.path("required")) {
                    object.set(
                            name.asString(""), least(schema.path("properties").path(name.asString("")), level + 1));
                }
                yield object;
            }
        };
    }
}
