package dev.throughline.mcp;

import io.modelcontextprotocol.json.McpJsonMapper;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Checks the arguments of a call against the tool's schema. The message is a sentence that a model can act on, unlike a
 * validator's {@code [: required property 'query' not found]}. The tools take texts, numbers and switches by name, so
 * only that part of a schema is checked. Numbers may also be written as texts, as models do.
 */
final class ArgumentCheck {
    private final Map<?, ?> properties;
    private final List<?> required;

    private ArgumentCheck(Map<?, ?> properties, List<?> required) {
        this.properties = properties;
        this.required = required;
    }

    static ArgumentCheck of(String schema, McpJsonMapper json) {
        try {
            Map<?, ?> read = json.readValue(schema, Map.class);
            return new ArgumentCheck(
                    read.get("properties") instanceof Map<?, ?> properties ? properties : Map.of(),
                    read.get("required") instanceof List<?> required ? required : List.of());
        } catch (IOException e) {
            throw new IllegalArgumentException("expected a JSON schema, found " + schema, e);
        }
    }

    /** What is wrong with the arguments, if something is. */
    Optional<String> problem(Object given) {
        if (!(given instanceof Map<?, ?> arguments)) {
            return Optional.of("Expected the arguments as an object, found '" + given + "'.");
        }
        for (Object name : required) {
            if (arguments.get(name) == null) {
                return Optional.of("Expected " + kind(name) + " in '" + name + "', found none.");
            }
        }
        for (Map.Entry<?, ?> argument : arguments.entrySet()) {
            if (!fits(argument.getKey(), argument.getValue())) {
                return Optional.of("Expected " + kind(argument.getKey()) + " in '" + argument.getKey() + "', found '"
                        + argument.getValue() + "'.");
            }
        }
        return Optional.empty();
    }

    private Map<?, ?> property(Object name) {
        return properties.get(name) instanceof Map<?, ?> property ? property : Map.of();
    }

    /** Unknown arguments and nulls are accepted. */
    private boolean fits(Object name, @Nullable Object value) {
        Map<?, ?> property = property(name);
        if (value == null || property.isEmpty()) {
            return true;
        }
        if (property.get("enum") instanceof List<?> values) {
            return values.contains(value) || value.equals("");
        }
        return switch (String.valueOf(property.get("type"))) {
            case "string" -> value instanceof String;
            case "boolean" -> value instanceof Boolean;
            case "integer" -> isNumber(value, /* isWhole= */ true);
            case "number" -> isNumber(value, /* isWhole= */ false);
            default -> true;
        };
    }

    private static boolean isNumber(Object value, boolean isWhole) {
        if (value.equals("")) {
            return true;
        }
        try {
            double number = Double.parseDouble(value.toString());
            return Double.isFinite(number) && (!isWhole || number == Math.rint(number));
        } catch (NumberFormatException e) {
            return false;
        }
    }

    private String kind(Object name) {
        Map<?, ?> property = property(name);
        if (property.get("enum") instanceof List<?> values) {
            return "one of "
                    + String.join(", ", values.stream().map(String::valueOf).toList());
        }
        return switch (String.valueOf(property.get("type"))) {
            case "string" -> "a text";
            case "boolean" -> "true or false";
            case "integer" -> "a whole number";
            case "number" -> "a number";
            default -> "something";
        };
    }
}
