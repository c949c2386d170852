package dev.throughline.memory.tool;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The arguments of a call, asked for by name. Models also write numbers as texts, and leave out by an empty text. */
record ToolArguments(Map<String, Object> values) {
    String text(String name) {
        String text = textOr(name, "");
        if (text.isEmpty()) {
            throw new IllegalArgumentException("expected a text in " + name + ", found none");
        }
        return text;
    }

    String textOr(String name, String usual) {
        return values.get(name) instanceof String text && !text.isBlank() ? text.strip() : usual;
    }

    double number(String name, double usual) {
        Object value = values.get(name);
        if (value instanceof Number number) {
            return number.doubleValue();
        }
        try {
            return Double.parseDouble(textOr(name, Double.toString(usual)));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("expected a number in " + name + ", found '" + value + "'", e);
        }
    }

    int whole(String name, int usual) {
        return (int) number(name, usual);
    }

    /**
     * The schema of arguments. A name alone is a required text; one that may be left out has its type behind a colon,
     * or the words that it may be, as in {@code scope:memory|all}.
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
