package dev.throughline.memory.secret;

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

    private final boolean[] isMember = new boolean[128];

    CharacterSet(String ranges) {
        Pattern one = Pattern.compile("[" + ranges + "]");
        for (char c = 0; c < isMember.length; c++) {
            isMember[c] = one.matcher(Character.toString(c)).matches();
        }
    }

    boolean has(char c) {
        return c < isMember.length && isMember[c];
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
