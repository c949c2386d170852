package dev.throughline.search.text;

/**
 * Estimates the number of tokens of a text without a vocabulary, rather too high than too low.
 *
 * <p>A character of a script without spaces, a mark and a symbol count as one token. A word counts as one token for
 * every five letters, and as two for every three characters if it is long or has digits, like keys and hashes. With the
 * vocabulary of the local model most texts have a little less than the estimate, and short ones up to a third more; see
 * docs/search.md.
 */
final class ChunkTokens {
    private static final int LONG_WORD = 16;

    private ChunkTokens() {}

    static int estimate(String text, int from, int to) {
        int tokens = 0;
        for (int at = from; at < to; ) {
            int end = unit(text, at, to);
            tokens += weight(text, at, end);
            at = end;
        }
        return tokens;
    }

    /** The end of a part with at most {@code most} tokens: after a space if possible. */
    static int fit(String text, int from, int to, int most) {
        int tokens = 0;
        int lastSpace = -1;
        for (int at = from; at < to; ) {
            int end = unit(text, at, to);
            int weight = weight(text, at, end);
            if (tokens + weight > most) {
                return lastSpace > from ? lastSpace : Math.max(at, after(text, from));
            }
            tokens += weight;
            at = end;
            if (weight == 0) {
                lastSpace = at;
            }
        }
        return to;
    }

    private static int after(String text, int at) {
        return at + Character.charCount(text.codePointAt(at));
    }

    /** The end of the word or the single character that starts here; long words are split. */
    private static int unit(String text, int at, int to) {
        int end = after(text, at);
        if (!isWordPart(text.codePointAt(at))) {
            return end;
        }
        while (end < to && end - at < 2 * LONG_WORD && isWordPart(text.codePointAt(end))) {
            end = after(text, end);
        }
        return Math.min(end, to);
    }

    private static boolean isWordPart(int c) {
        return Character.isLetterOrDigit(c) && !SearchTerms.isUnspaced(c);
    }

    private static int weight(String text, int from, int to) {
        int c = text.codePointAt(from);
        if (Character.isWhitespace(c) || Character.isSpaceChar(c)) {
            return 0;
        }
        int length = to - from;
        if (!isWordPart(c)) {
            return 1;
        }
        boolean isOdd = length > LONG_WORD;
        for (int i = from; i < to && !isOdd; i++) {
            isOdd = !(text.charAt(i) < 0x80 && Character.isLetter(text.charAt(i)));
        }
        return isOdd ? Math.max(1, (length * 2 + 2) / 3) : (length + 4) / 5;
    }
}
