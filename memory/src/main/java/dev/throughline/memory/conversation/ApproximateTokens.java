package dev.throughline.memory.conversation;

import java.util.ArrayList;
import java.util.List;

/**
 * Estimates tokens: one for four Latin letters, one for each character of scripts such as Chinese. Memory is read by
 * different models, so no vocabulary is exact; the estimate tends to be too high in scripts without spaces.
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
     * As many whole lines from the beginning of a text as fit into this many tokens. If they fill less than half of the
     * tokens, as in a text of one long line, the beginning of the next line is added.
     */
    public static String first(String text, int tokens) {
        if (tokens(text) <= tokens) {
            return text;
        }
        StringBuilder result = new StringBuilder();
        int left = tokens;
        for (String line : (Iterable<String>) text.lines()::iterator) {
            int cost = tokens(line + "\n");
            if (cost > left) {
                result.append(2 * left > tokens ? line.substring(0, fitting(line, left)) : "");
                break;
            }
            result.append(line).append('\n');
            left -= cost;
        }
        return result.toString();
    }

    /** As many whole lines from the end of a text as fit into this many tokens; see {@link #first}. */
    public static String last(String text, int tokens) {
        if (tokens(text) <= tokens) {
            return text;
        }
        List<String> result = new ArrayList<>();
        int left = tokens;
        for (String line : text.lines().toList().reversed()) {
            int cost = tokens(line + "\n");
            if (cost > left) {
                if (2 * left > tokens) {
                    result.add(fittingEnd(line, left));
                }
                break;
            }
            result.add(line);
            left -= cost;
        }
        return result.isEmpty() ? "" : String.join("\n", result.reversed()) + "\n";
    }

    /** How many characters from the beginning of a text fit into this many tokens, without splitting one. */
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
        // StringBuilder.reverse keeps surrogate pairs in order.
        String reversed = new StringBuilder(text).reverse().toString();
        return text.substring(text.length() - fitting(reversed, tokens - 1));
    }

    /** The first characters of a text, at most this many, without splitting a surrogate pair. */
    static String head(String text, int most) {
        int end = Math.min(text.length(), most);
        return text.substring(0, end > 0 && Character.isHighSurrogate(text.charAt(end - 1)) ? end - 1 : end);
    }

    /** The last characters of a text, at most this many, without splitting a surrogate pair. */
    static String tail(String text, int most) {
        int start = Math.max(0, text.length() - most);
        boolean isCut = start < text.length() && Character.isLowSurrogate(text.charAt(start));
        return text.substring(isCut ? start + 1 : start);
    }
}
