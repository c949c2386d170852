package dev.throughline.simulator.evidence;

import dev.throughline.simulator.json.Texts;

/**
 * Removes the numbers that tools write before the lines of a file: {@code ^\s*\d{1,6}(→|\t)}, on each line. As in that
 * expression, empty lines before a numbered line go with its number. Linear in the length of the text.
 */
final class LineNumbers {
    private static final int MOST_DIGITS = 6;
    private static final char ARROW = '→';
    private static final char TAB = '\t';

    private LineNumbers() {}

    /** The text without line numbers; the same object if there are none. */
    static String without(String text) {
        if (text.indexOf(ARROW) < 0 && text.indexOf(TAB) < 0) {
            return text;
        }
        StringBuilder kept = new StringBuilder(text.length());
        int copied = 0;
        int line = 0;
        while (line < text.length()) {
            // Where no number follows these spaces, none follows a later line start among them either.
            int digits = skipSpaces(text, line);
            int end = endOfNumber(text, digits);
            if (end > digits) {
                kept.append(text, copied, line);
                copied = end;
            }
            int newline = text.indexOf('\n', Math.max(digits, end));
            line = newline < 0 ? text.length() : newline + 1;
        }
        return copied == 0 ? text : kept.append(text, copied, text.length()).toString();
    }

    private static int skipSpaces(String text, int from) {
        int at = from;
        while (at < text.length() && Texts.isSpace(text.charAt(at))) {
            at++;
        }
        return at;
    }

    /** Where a number and its separator end; where it was looked for, if there is none. */
    private static int endOfNumber(String text, int from) {
        int at = from;
        while (at < text.length() && at - from <= MOST_DIGITS && Character.isDigit(text.charAt(at))) {
            at++;
        }
        int digits = at - from;
        boolean isNumber = digits >= 1
                && digits <= MOST_DIGITS
                && at < text.length()
                && (text.charAt(at) == ARROW || text.charAt(at) == TAB);
        return isNumber ? at + 1 : from;
    }
}
