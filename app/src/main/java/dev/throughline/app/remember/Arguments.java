package dev.throughline.app.remember;

import java.util.Map;

/** The arguments of a call, asked for by name. Models also write numbers as texts, and leave out by an empty text. */
record Arguments(Map<String, Object> values) {
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
     * The schema of arguments: the first is a required text; the others have their type behind a colon, or the words
     * that they may be, as in {@code scope:memory|all}.
     */
    static String schema(String required, String... others) {
        StringBuilder schema = new StringBuilder("{\"type\":\"object\",\"properties\":{\"")
                .append(required)
                .append("\":{\"type\":\"string\"}");
        for (String other : others) {
            int colon = other.indexOf(':');
            String type = other.substring(colon + 1);
            schema.append(",\"").append(other, 0, colon).append("\":{");
            schema.append(
                    type.contains("|")
                            ? "\"enum\":[\"" + type.replace("|", "\",\"") + "\"]"
                            : "\"type\":\"" + type + "\"");
            schema.append('}');
        }
        return schema.append("},\"required\":[\"")
                .append(required)
                .append("\"]}")
                .toString();
    }
}
