package dev.throughline.memory.topic;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The front matter of a page, {@code key: value} lines between two lines {@code ---}, and the body after it. Only this
 * subset of YAML is supported.
 *
 * <p>A value may be quoted. Other lines, by a person or another program, are kept and written back. If a key is there
 * twice, the last value is used.
 *
 * @param fields keys in lower case, in their order
 * @param others lines that are not {@code key: value}
 */
public record FrontMatter(Map<String, String> fields, List<String> others, String body) {
    /** The maximum number of lines; with more, all of it is body. */
    static final int MAX_LINES = 30;

    private static final String FENCE = "---";

    public FrontMatter {
        fields = Collections.unmodifiableMap(new LinkedHashMap<>(fields));
        others = List.copyOf(others);
    }

    /** A page without front matter is all body. */
    public static FrontMatter of(String page) {
        String text = page.startsWith("\uFEFF") ? page.substring(1) : page;
        List<String> lines = text.lines().limit(MAX_LINES + 1).toList();
        if (lines.isEmpty() || !lines.getFirst().stripTrailing().equals(FENCE)) {
            return ofBody(text);
        }
        int end = 1;
        while (end < lines.size() && !lines.get(end).stripTrailing().equals(FENCE)) {
            end++;
        }
        if (end == lines.size()) {
            return ofBody(text);
        }
        Map<String, String> fields = new LinkedHashMap<>();
        List<String> others = new ArrayList<>();
        lines.subList(1, end).forEach(line -> add(line, fields, others));
        return new FrontMatter(fields, others, afterLines(text, end + 1));
    }

    public static FrontMatter ofBody(String body) {
        return new FrontMatter(Map.of(), List.of(), body);
    }

    private static void add(String line, Map<String, String> fields, List<String> others) {
        int colon = line.indexOf(':');
        String key = colon < 0 ? "" : line.substring(0, colon).strip().toLowerCase(Locale.ROOT);
        if (key.matches("[a-z][a-z0-9_-]*") && !Character.isWhitespace(line.charAt(0))) {
            fields.put(key, unquoted(line.substring(colon + 1).strip()));
        } else if (!line.isBlank()) {
            others.add(line);
        }
    }

    private static String unquoted(String value) {
        boolean isQuoted = value.length() >= 2
                && (value.charAt(0) == '"' || value.charAt(0) == '\'')
                && value.charAt(value.length() - 1) == value.charAt(0);
        return isQuoted ? value.substring(1, value.length() - 1).replace("\\\"", "\"") : value;
    }

    private static String afterLines(String text, int lines) {
        int at = 0;
        for (int i = 0; i < lines; i++) {
            int end = text.indexOf('\n', at);
            if (end < 0) {
                return "";
            }
            at = end + 1;
        }
        return text.substring(at);
    }

    public String field(String key) {
        return fields.getOrDefault(key, "");
    }

    /** Sets a field; an empty value removes it. */
    public FrontMatter with(String key, String value) {
        Map<String, String> changed = new LinkedHashMap<>(fields);
        String line = value.replaceAll("\\s+", " ").strip();
        if (line.isEmpty()) {
            changed.remove(key);
        } else {
            changed.put(key, line);
        }
        return new FrontMatter(changed, others, body);
    }

    public FrontMatter withBody(String text) {
        return new FrontMatter(fields, others, text);
    }

    /** The whole page. A value that YAML would read as something else is quoted. */
    public String format() {
        StringBuilder page = new StringBuilder(FENCE).append('\n');
        fields.forEach((key, value) -> {
            boolean needsQuotes = value.isEmpty()
                    || "\"'[]{}#&*!|>%@`-".indexOf(value.charAt(0)) >= 0
                    || value.contains(": ")
                    || value.contains(" #")
                    || value.endsWith(":");
            page.append(key).append(": ");
            page.append(needsQuotes ? '"' + value.replace("\"", "\\\"") + '"' : value)
                    .append('\n');
        });
        others.forEach(line -> page.append(line).append('\n'));
        return page.append(FENCE).append('\n').append(body).toString();
    }
}
