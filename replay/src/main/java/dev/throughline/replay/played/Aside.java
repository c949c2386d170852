package dev.throughline.replay.played;

import dev.throughline.model.Dialect;
import dev.throughline.replay.prompt.ReadBody;
import dev.throughline.replay.text.Compact;
import dev.throughline.wire.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What the model answers to requests that are not the session's own: a short text, or the smallest value that a schema
 * or a forced tool allows.
 */
final class Aside {
    private static final String TEXT = "The work continues as planned; nothing further to add.";
    private static final int MOST_LEVELS = 12;

    private Aside() {}

    static Object answer(Dialect dialect, ReadBody body) {
        AnswerWriter writer = AnswerWriter.of(dialect);
        Optional<Object> forced = dialect == Dialect.MESSAGES ? forced(body) : Optional.empty();
        return forced.orElseGet(() -> writer.textAnswer(schema(dialect, body)
                .map(schema -> Compact.text(least(schema, 0)))
                .orElse(TEXT)));
    }

    private static Optional<Object> forced(ReadBody body) {
        if (!(body.get("tool_choice") instanceof Json.Obj choice)) {
            return Optional.empty();
        }
        String name = choice.text("name").orElse("");
        for (Json each : body.toolsJson()) {
            if (each instanceof Json.Obj tool
                    && !name.isEmpty()
                    && tool.text("name").orElse("").equals(name)) {
                Object input = least(tool.get("input_schema"), 0);
                return Optional.of(
                        List.of(Compact.object("type", "tool_use", "id", "toolu_aux", "name", name, "input", input)));
            }
        }
        return Optional.empty();
    }

    private static Optional<Json> schema(Dialect dialect, ReadBody body) {
        Json wanted =
                switch (dialect) {
                    case MESSAGES ->
                        body.get("output_format") == null
                                ? inside(body.get("output_config"), "format")
                                : body.get("output_format");
                    case RESPONSES -> inside(body.get("text"), "format");
                    case CHAT -> body.get("response_format");
                };
        if (!(wanted instanceof Json.Obj format)) {
            return Optional.empty();
        }
        return switch (format.type()) {
            case "json_schema", "json_object" -> {
                Json direct = format.get("schema");
                Json nested = inside(format.get("json_schema"), "schema");
                Json any = direct == null ? nested : direct;
                yield Optional.of(any == null ? new Json.Obj(Json.NOWHERE, Map.of()) : any);
            }
            default -> Optional.empty();
        };
    }

    private static @Nullable Json inside(@Nullable Json value, String name) {
        return value instanceof Json.Obj object ? object.get(name) : null;
    }

    /** The smallest value that a JSON schema allows, for the parts of it that are common. */
    private static @Nullable Object least(@Nullable Json value, int level) {
        if (!(value instanceof Json.Obj schema) || level > MOST_LEVELS) {
            return Map.of();
        }
        if (schema.members().containsKey("const")) {
            return schema.members().get("const");
        }
        if (!schema.list("enum").isEmpty()) {
            return schema.list("enum").getFirst();
        }
        for (String several : List.of("anyOf", "oneOf", "allOf")) {
            if (!schema.list(several).isEmpty()) {
                return least(schema.list(several).getFirst(), level + 1);
            }
        }
        return ofType(schema, type(schema), level);
    }

    private static String type(Json.Obj schema) {
        List<Json> several = schema.list("type");
        return !several.isEmpty() && several.getFirst() instanceof Json.Text first ? first.value() : schema.type();
    }

    private static @Nullable Object ofType(Json.Obj schema, String type, int level) {
        return switch (type) {
            case "string" -> "x".repeat(Math.max(number(schema, "minLength"), 1));
            case "integer", "number" -> number(schema, "minimum");
            case "boolean" -> false;
            case "null" -> null;
            case "array" -> {
                List<@Nullable Object> list = new ArrayList<>();
                for (int i = 0; i < number(schema, "minItems"); i++) {
                    list.add(least(schema.get("items"), level + 1));
                }
                yield list;
            }
            default -> {
                Map<String, @Nullable Object> object = Compact.object();
                for (Json name : schema.list("required")) {
                    if (name instanceof Json.Text text) {
                        Json property = inside(schema.get("properties"), text.value());
                        object.put(text.value(), least(property, level + 1));
                    }
                }
                yield object;
            }
        };
    }

    private static int number(Json.Obj schema, String name) {
        return schema.get(name) instanceof Json.Num number ? (int) Double.parseDouble(number.digits()) : 0;
    }
}
