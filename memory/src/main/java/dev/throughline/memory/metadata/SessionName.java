package dev.throughline.memory.metadata;

import dev.throughline.model.text.TextCut;
import java.text.Normalizer;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** Names of sessions: lower-case words with hyphens between them. */
public final class SessionName {
    public static final int MAX_LENGTH = 60;

    /** The name of a session of which nothing is known. */
    static final String UNTITLED = "untitled";

    private static final Pattern APOSTROPHE = Pattern.compile("(?<=\\p{L})['’](?=\\p{L})");
    private static final Pattern SEPARATORS = Pattern.compile("[^\\p{L}\\p{M}\\p{N}]+");
    private static final Pattern ENDS = Pattern.compile("^-+|-+$");

    private SessionName() {}

    /** The name that a text gives, cut after a whole word if it is too long. */
    public static String of(String text) {
        String name = normalised(text);
        if (name.length() > MAX_LENGTH) {
            String cut = name.substring(0, TextCut.before(name, MAX_LENGTH));
            boolean isWhole = name.charAt(cut.length()) == '-';
            int end = cut.lastIndexOf('-');
            name = ENDS.matcher(isWhole || end <= 0 ? cut : cut.substring(0, end))
                    .replaceAll("");
        }
        return name.isEmpty() ? UNTITLED : name;
    }

    /** A text in kebab case, without a limit; empty if it has no letters and digits. */
    static String normalised(String text) {
        String composed = Normalizer.normalize(text, Normalizer.Form.NFKC).toLowerCase(Locale.ROOT);
        String words = APOSTROPHE.matcher(composed).replaceAll("");
        return ENDS.matcher(SEPARATORS.matcher(words).replaceAll("-")).replaceAll("");
    }

    /** The name, or the first of {@code name-2}, {@code name-3} and so on that is not taken. */
    static String unique(String name, Predicate<String> isTaken) {
        String unique = name;
        for (int number = 2; isTaken.test(unique); number++) {
            String suffix = "-" + number;
            int end = TextCut.before(name, Math.min(name.length(), MAX_LENGTH - suffix.length()));
            unique = ENDS.matcher(name.substring(0, end)).replaceAll("") + suffix;
        }
        return unique;
    }
}
