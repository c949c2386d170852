package dev.throughline.memory.tool;

import dev.throughline.mcp.McpTool;
import dev.throughline.model.ProxyException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** The arguments of a tool call. Models also write numbers as strings, and an empty string for a missing argument. */
record ToolArguments(Map<String, Object> values) {
    /** A handler whose exceptions for wrong arguments become answers to the model. */
    static McpTool.Handler handler(Function<ToolArguments, McpTool.McpAnswer> work) {
        return values -> {
            try {
                return work.apply(new ToolArguments(values));
            } catch (ProxyException e) {
                return McpTool.McpAnswer.error(e.sentence());
            } catch (IllegalArgumentException e) {
                return McpTool.McpAnswer.error(String.valueOf(e.getMessage()));
            }
        };
    }

    String text(String name) {
        String text = textOr(name, "");
        if (text.isEmpty()) {
            throw new IllegalArgumentException("expected a text in " + name + ", found none");
        }
        return text;
    }

    String textOr(String name, String fallback) {
        return values.get(name) instanceof String text && !text.isBlank() ? text.strip() : fallback;
    }

    double number(String name, double fallback) {
        Object value = values.get(name);
        if (value instanceof Number number) {
            return number.doubleValue();
        }
        try {
            return Double.parseDouble(textOr(name, Double.toString(fallback)));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("expected a number in " + name + ", found '" + value + "'", e);
        }
    }

    int integer(String name, int fallback) {
        return (int) number(name, fallback);
    }

    /**
     * The JSON schema of arguments. A name alone is a required string. An optional argument has its type after a colon,
     * or its allowed values, as in {@code scope:memory|all}.
     */
    static String schema(String... arguments) {
        List<String> properties = new ArrayList<>();
        List<String> required = new ArrayList<>();
        for (String argument : arguments) {
            int colon = argument.indexOf(':');
            String name = colon < 0 ? argument : argument.substring(0, colon);
            String type = colon < 0 ? "string" : argument.substring(colon + 1);
            properties.add("\"" + name + "\":{"
                    + (type.contains("|")
                            ? "\"enum\":[\"" + type.replace("|", "\",\"") + "\"]"
                            : "\"type\":\"" + type + "\"")
                    + "}");
            if (colon < 0) {
                required.add("\"" + name + "\"");
            }
        }
        return "{\"type\":\"object\",\"properties\":{" + String.join(",", properties) + "},\"required\":["
                + String.join(",", required) + "]}";
    }
}
