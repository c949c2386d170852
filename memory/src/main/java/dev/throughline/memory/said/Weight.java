package dev.throughline.memory.said;

import java.util.ArrayList;
import java.util.List;

/**
 * Counts tokens roughly: four Latin letters to one, a sign of other scripts for one. Memory is read by whatever model a
 * session has, so no vocabulary is right; this errs to the high side where it matters, in scripts without spaces.
 */
public final class Weight {
    private static final int LATIN_LETTERS = 4;
    private static final int LATIN = 0x2E80;

    private Weight() {}

    public static int tokens(String text) {
        int latin = 0;
        int others = 0;
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) < LATIN) {
                latin++;
            } else {
                others++;
            }
        }
        return others + (latin + LATIN_LETTERS - 1) / LATIN_LETTERS;
    }

    /** As many whole lines from the beginning of a text as these tokens allow; the first is cut if it must be. */
    public static String first(String text, int tokens) {
        if (tokens(text) <= tokens) {
            return text;
        }
        StringBuilder kept = new StringBuilder();
        int left = tokens;
        for (String line : (Iterable<String>) text.lines()::iterator) {
            int cost = tokens(line + "\n");
            if (cost > left) {
                break;
            }
            kept.append(line).append('\n');
            left -= cost;
        }
        return kept.isEmpty() ? head(text, tokens) : kept.toString();
    }

    /** As many whole lines from the end of a text as these tokens allow; the last is cut if it must be. */
    public static String last(String text, int tokens) {
        if (tokens(text) <= tokens) {
            return text;
        }
        List<String> kept = new ArrayList<>();
        int left = tokens;
        for (String line : text.lines().toList().reversed()) {
            left -= tokens(line + "\n");
            if (left < 0) {
                break;
            }
            kept.addFirst(line);
        }
        return kept.isEmpty() ? tail(text, tokens) : String.join("\n", kept) + "\n";
    }

    /** So many characters from the beginning, none of them cut in two. */
    static String head(String text, int most) {
        int end = Math.min(text.length(), most);
        return text.substring(0, end > 0 && Character.isHighSurrogate(text.charAt(end - 1)) ? end - 1 : end);
    }

    /** So many characters from the end, none of them cut in two. */
    static String tail(String text, int most) {
        int start = Math.max(0, text.length() - most);
        boolean isCut = start < text.length() && Character.isLowSurrogate(text.charAt(start));
        return text.substring(isCut ? start + 1 : start);
    }
}
