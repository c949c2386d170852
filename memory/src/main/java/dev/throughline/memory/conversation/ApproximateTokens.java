package dev.throughline.memory.conversation;

import dev.throughline.model.text.TextCut;
import java.util.ArrayList;
import java.util.List;

/**
 * Estimates tokens: one for four Latin letters, one for each character of scripts such as Chinese. Memory is read by
 * different models, so no vocabulary is exact; the estimate tends to be too high in scripts without spaces.
 */
public final class ApproximateTokens {
    /** Letters below this one count as Latin. */
    private static final int LATIN = 0x2E80;

    private static final int QUARTERS = 4;

    private ApproximateTokens() {}

    public static int tokens(String text) {
        return tokens(text.chars().map(ApproximateTokens::quarters).sum());
    }

    private static int quarters(int letter) {
        return letter < LATIN ? 1 : QUARTERS;
    }

    private static int tokens(int quarters) {
        return (quarters + QUARTERS - 1) / QUARTERS;
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
    private static int fitting(String text, int tokens) {
        int end = 0;
        int quarters = 0;
        while (end < text.length() && tokens(quarters + quarters(text.charAt(end))) <= tokens) {
            quarters += quarters(text.charAt(end));
            end++;
        }
        return TextCut.before(text, end);
    }

    private static String fittingEnd(String text, int tokens) {
        // StringBuilder.reverse keeps surrogate pairs in order.
        String reversed = new StringBuilder(text).reverse().toString();
        return text.substring(text.length() - fitting(reversed, tokens - 1));
    }
}
