package dev.throughline.memory.conversation;

import java.util.ArrayList;
import java.util.List;

/**
 * Counts tokens roughly: four Latin letters to one, a sign of other scripts for one. Memory is read by whatever model a
 * session has, so no vocabulary is right; this errs to the high side where it matters, in scripts without spaces.
 */
public final class ApproximateTokens {
    private static final int LATIN_LETTERS = 4;
    private static final int LATIN = 0x2E80;

    private ApproximateTokens() {}

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

    /**
     * As many whole lines from the beginning of a text as these tokens allow. The line after them is cut if they would
     * leave more than half of the room empty, as they do in a text of one long line.
     */
    public static String first(String text, int tokens) {
        if (tokens(text) <= tokens) {
            return text;
        }
        StringBuilder kept = new StringBuilder();
        int left = tokens;
        for (String line : (Iterable<String>) text.lines()::iterator) {
            int cost = tokens(line + "\n");
            if (cost > left) {
                kept.append(2 * left > tokens ? line.substring(0, fitting(line, left)) : "");
                break;
            }
            kept.append(line).append('\n');
            left -= cost;
        }
        return kept.toString();
    }

    /** As many whole lines from the end of a text as these tokens allow; the line before them is cut likewise. */
    public static String last(String text, int tokens) {
        if (tokens(text) <= tokens) {
            return text;
        }
        List<String> kept = new ArrayList<>();
        int left = tokens;
        for (String line : text.lines().toList().reversed()) {
            int cost = tokens(line + "\n");
            if (cost > left) {
                if (2 * left > tokens) {
                    kept.add(fittingEnd(line, left));
                }
                break;
            }
            kept.add(line);
            left -= cost;
        }
        return kept.isEmpty() ? "" : String.join("\n", kept.reversed()) + "\n";
    }

    /** How many characters from the beginning of a text these tokens allow, none of them cut in two. */
    private static int fitting(CharSequence text, int tokens) {
        int latin = 0;
        int others = 0;
        int end = 0;
        while (end < text.length()) {
            latin += text.charAt(end) < LATIN ? 1 : 0;
            others += text.charAt(end) < LATIN ? 0 : 1;
            if (others + (latin + LATIN_LETTERS - 1) / LATIN_LETTERS > tokens) {
                break;
            }
            end++;
        }
        return end > 0 && end < text.length() && Character.isHighSurrogate(text.charAt(end - 1)) ? end - 1 : end;
    }

    private static String fittingEnd(String text, int tokens) {
        // A pair of surrogates stays one character when a text is turned round.
        String turned = new StringBuilder(text).reverse().toString();
        return text.substring(text.length() - fitting(turned, tokens - 1));
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
