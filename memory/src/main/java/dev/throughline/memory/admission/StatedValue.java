package dev.throughline.memory.admission;

import dev.throughline.engine.helper.TextResources;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A value that a line states, and its kind: Thursday is a weekday, 8080 is a number, pnpm is a package manager. {@code
 * value-kinds.txt} has the words of each kind.
 */
record StatedValue(String kind, String text) {
    private static final Set<String> MEASURES = Set.of("weekday", "month", "rhythm", "number", "time", "date");
    private static final Pattern DATE = Pattern.compile("[0-9]{4}-[0-9]{2}(?:-[0-9]{2})?");
    private static final Pattern TIME = Pattern.compile("[0-9]{1,2}:[0-9]{2}|[0-9]{1,2}(?:am|pm|h)|noon|midnight");
    private static final Pattern NUMBER = Pattern.compile("v?[0-9][0-9.,]*[0-9]|v?[0-9]");
    private static final Map<String, StatedValue> WORDS = read();

    private static Map<String, StatedValue> read() {
        Map<String, StatedValue> values = new HashMap<>();
        TextResources.rows(StatedValue.class, "value-kinds.txt").forEach(line -> {
            String[] row = line.split("\\s+", 2);
            for (String alternative : row[1].split("\\|", -1)) {
                List<String> words = List.of(alternative.strip().split(" ", -1));
                words.forEach(word -> values.put(word, new StatedValue(row[0], words.getFirst())));
            }
        });
        return Map.copyOf(values);
    }

    /** The value that a lower-case word stands for, if any. */
    static Optional<StatedValue> of(String word) {
        String kind = DATE.matcher(word).matches()
                ? "date"
                : TIME.matcher(word).matches() ? "time" : NUMBER.matcher(word).matches() ? "number" : "";
        return kind.isEmpty() ? Optional.ofNullable(WORDS.get(word)) : Optional.of(new StatedValue(kind, word));
    }

    /** Whether values of a kind are times or amounts. */
    static boolean isMeasure(String kind) {
        return MEASURES.contains(kind);
    }

    @Override
    public String toString() {
        return kind + ":" + text;
    }
}
