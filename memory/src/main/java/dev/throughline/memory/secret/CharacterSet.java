package dev.throughline.memory.secret;

import java.util.function.Predicate;
import java.util.regex.Pattern;

/** Sets of characters that keys are made of. All are ASCII. */
enum CharacterSet {
    DIGITS("0-9"),
    HEX("0-9a-f"),
    HEX_ANY("0-9a-fA-F"),
    UPPER("0-9A-Z"),
    LOWER("0-9a-z"),
    WORD("0-9A-Za-z"),
    WORD_LINE("0-9A-Za-z_"),
    URL64("0-9A-Za-z_-"),
    URL64_DOT("0-9A-Za-z_.-"),
    BASE64("0-9A-Za-z+/"),
    KEY64("0-9A-Za-z+/_-");

    /** One bit per character: those below 64, and those from 64 to 127. */
    private final long low;

    private final long high;

    CharacterSet(String ranges) {
        Predicate<String> isMember = Pattern.compile("[" + ranges + "]").asMatchPredicate();
        long[] bits = new long[2];
        for (char c = 0; c < 128; c++) {
            bits[c / 64] |= isMember.test(Character.toString(c)) ? 1L << c : 0;
        }
        this.low = bits[0];
        this.high = bits[1];
    }

    boolean has(char c) {
        return c < 128 && ((c < 64 ? low : high) >>> c & 1) != 0;
    }

    /** The end of the run of these characters that begins at an offset, at most {@code limit} characters long. */
    int runEnd(String text, int from, int limit) {
        int end = from;
        int last = (int) Math.min(text.length(), (long) from + limit);
        while (end < last && has(text.charAt(end))) {
            end++;
        }
        return end;
    }

    /** The start of the run of these characters that ends before an offset, at most {@code limit} characters long. */
    int runStart(String text, int to, int limit) {
        int start = to;
        while (start > 0 && to - start < limit && has(text.charAt(start - 1))) {
            start--;
        }
        return start;
    }
}
