package dev.throughline.memory.admission;

import dev.throughline.engine.helper.TextResources;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Recognises words that are values, such as weekdays, numbers and tools of one kind. {@code value-kinds.txt} has them.
 */
final class ValueKinds {
    /** One value and its kind: Thursday is a weekday, 8080 is a number. */
    record Value(String kind, String text) {
        /** Whether it is a time or an amount. */
        boolean isMeasure() {
            return MEASURES.contains(kind);
        }
    }

    private static final List<String> MEASURES = List.of("weekday", "month", "rhythm", "number", "time", "date");
    private static final Pattern DATE = Pattern.compile("[0-9]{4}-[0-9]{2}(?:-[0-9]{2})?");
    private static final Pattern TIME = Pattern.compile("[0-9]{1,2}:[0-9]{2}|[0-9]{1,2}(?:am|pm|h)|noon|midnight");
    private static final Pattern NUMBER = Pattern.compile("v?[0-9][0-9.,]*[0-9]|v?[0-9]");

    private static final Map<String, Value> VALUES = read(TextResources.text(ValueKinds.class, "value-kinds.txt"));

    private ValueKinds() {}

    private static Map<String, Value> read(String table) {
        Map<String, Value> values = new HashMap<>();
        for (String line : table.lines().toList()) {
            if (!line.isBlank() && !line.startsWith("#")) {
                String[] row = line.split("\\s+", 2);
                for (String alternative : row[1].split("\\|", -1)) {
                    List<String> words = List.of(alternative.strip().split(" ", -1));
                    words.forEach(word -> values.put(word, new Value(row[0], words.getFirst())));
                }
            }
        }
        return Map.copyOf(values);
    }

    /** The value that a lower-case word stands for, if any. */
    static Optional<Value> of(String word) {
        if (DATE.matcher(word).matches()) {
            return Optional.of(new Value("date", word));
        }
        if (TIME.matcher(word).matches()) {
            return Optional.of(new Value("time", word));
        }
        return NUMBER.matcher(word).matches()
                ? Optional.of(new Value("number", word))
                : Optional.ofNullable(VALUES.get(word));
    }
}
