package dev.throughline.memory.rules;

import dev.throughline.engine.helper.TextResources;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Finds the words of {@link CuePhrase families} in a text. The table is {@code cue-phrases.txt}, a family, a language
 * and an expression a line; a message is looked at in all languages at once, as people mix them.
 */
final class CuePatterns {
    private static final Map<CuePhrase, Pattern> PATTERNS =
            read(TextResources.text(CuePatterns.class, "cue-phrases.txt"));

    private CuePatterns() {}

    private static Map<CuePhrase, Pattern> read(String table) {
        List<String[]> rows = table.lines()
                .filter(line -> !line.isBlank() && !line.startsWith("#"))
                .map(line -> line.split("\\s+", 3))
                .toList();
        Map<CuePhrase, Pattern> patterns = new EnumMap<>(CuePhrase.class);
        for (CuePhrase cue : CuePhrase.values()) {
            String expression = rows.stream()
                    .filter(row -> row[0].equals(cue.word()))
                    .map(row -> isSpaced(row[1]) ? "(?<![\\p{L}\\p{N}_])(?:" + row[2] + ")(?![\\p{L}\\p{N}_])" : row[2])
                    .map(each -> each.replace(" ", "(?:\\h{1,3})"))
                    .collect(Collectors.joining("|"));
            patterns.put(cue, Pattern.compile(expression, Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE));
        }
        return patterns;
    }

    private static boolean isSpaced(String language) {
        return !Stream.of("zh", "any").toList().contains(language);
    }

    static Matcher matcher(CuePhrase cue, String text) {
        return PATTERNS.getOrDefault(cue, Pattern.compile("$^")).matcher(text);
    }

    /** Whether a text has such words anywhere. */
    static boolean has(CuePhrase cue, String text) {
        return matcher(cue, text).find();
    }

    /** Where such words end that begin at a place; -1 if there are none. */
    static int endAt(CuePhrase cue, String text, int at) {
        Matcher matcher = matcher(cue, text).region(at, text.length()).useTransparentBounds(true);
        return matcher.lookingAt() ? matcher.end() : -1;
    }
}
