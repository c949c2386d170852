package dev.throughline.memory.topic;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The lines between two {@code ---} at the beginning of a page: {@code key: value} each, no more of YAML than that.
 *
 * <p>A value may stand in quotes. What is no {@code key: value} is kept as it is and written back, so that what a
 * person or another program put there survives; of two lines with one key the last counts.
 *
 * @param fields keys in lower case, in their order
 * @param others lines that could not be read
 * @param body what stands behind it
 */
public record FrontMatter(Map<String, String> fields, List<String> others, String body) {
    /** The most lines that front matter may have; more are taken for text. */
    static final int MAX_LINES = 30;

    private static final String FENCE = "---";

    public FrontMatter {
        fields = Collections.unmodifiableMap(new LinkedHashMap<>(fields));
        others = List.copyOf(others);
    }

    /** Reads a page; one without front matter is all body. */
    public static FrontMatter of(String page) {
        String text = page.startsWith("\uFEFF") ? page.substring(1) : page;
        List<String> lines = text.lines().limit(MAX_LINES + 1).toList();
        if (lines.isEmpty() || !lines.getFirst().stripTrailing().equals(FENCE)) {
            return new FrontMatter(Map.of(), List.of(), text);
        }
        int end = 1;
        while (end < lines.size() && !lines.get(end).stripTrailing().equals(FENCE)) {
            end++;
        }
        if (end == lines.size()) {
            return new FrontMatter(Map.of(), List.of(), text);
        }
        Map<String, String> fields = new LinkedHashMap<>();
        List<String> others = new ArrayList<>();
        lines.subList(1, end).forEach(line -> take(line, fields, others));
        return new FrontMatter(fields, others, behind(text, end + 1));
    }

    private static void take(String line, Map<String, String> fields, List<String> others) {
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

    private static String behind(String text, int lines) {
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

    /** The same with another value for a key; an empty value takes the key out. */
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

    /** The page. A value that could be taken for something else stands in quotes. */
    public String written() {
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
