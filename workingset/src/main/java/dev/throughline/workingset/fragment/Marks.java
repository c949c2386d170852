package dev.throughline.workingset.fragment;

import java.util.function.Consumer;

/**
 * Finds what is told apart by its spelling: code-like identifiers, paths, long numbers, hashes. Such marks are what an
 * agent greps for, edits by and quotes, and what cannot be guessed when it is gone.
 */
final class Marks {
    private static final int IDENTIFIER_CHARACTERS = 8;
    private static final int MOST_CHARACTERS = 60;
    private static final int NUMBER_DIGITS = 4;
    private static final int MOST_DIGITS = 12;
    private static final int HASH_CHARACTERS = 7;
    private static final int MOST_HASH_CHARACTERS = 40;
    private static final int LEAST_HEX_CHARACTERS = 12;
    private static final int MOST_HEX_CHARACTERS = 64;
    private static final int SUFFIX_CHARACTERS = 8;

    /** What a mark is. */
    enum Kind {
        PATH,
        IDENTIFIER,
        NUMBER
    }

    /**
     * One mark; of a path the last two steps, of a hash the first twelve letters.
     *
     * @param start where it stands in the text
     */
    record Mark(Kind kind, String text, int start) {}

    private final String text;
    private final Consumer<Mark> sink;

    private Marks(String text, Consumer<Mark> sink) {
        this.text = text;
        this.sink = sink;
    }

    static void in(String text, Consumer<Mark> sink) {
        Marks marks = new Marks(text, sink);
        int at = 0;
        while (at < text.length()) {
            at = isWord(text.charAt(at)) || isPath(text.charAt(at)) ? marks.run(at) : at + 1;
        }
    }

    /** Takes a run of letters that a path may be made of apart, and gives the place behind it. */
    private int run(int from) {
        int to = from;
        int slashes = 0;
        while (to < text.length() && (isWord(text.charAt(to)) || isPath(text.charAt(to)))) {
            slashes += isSlash(text.charAt(to)) ? 1 : 0;
            to++;
        }
        if (slashes > 0) {
            path(from, to);
        }
        int at = from;
        while (at < to) {
            int end = at;
            while (end < to && isWord(text.charAt(end))) {
                end++;
            }
            if (end > at) {
                word(at, end);
            }
            at = end + 1;
        }
        return to;
    }

    /**
     * A path ends in a name with a suffix; what stands behind that, a full stop for example, is no part of it, nor is
     * the number of a line: {@code src/a.go-12-}. Digits alone are no suffix: {@code pkg/name-1.2.0}.
     */
    private void path(int from, int to) {
        int end = to;
        while (end > from && !Character.isLetterOrDigit(text.charAt(end - 1))) {
            end--;
        }
        int slash = lastSlash(from, end);
        int dot = suffix(slash, end);
        int number = end;
        while (dot < 0 && number > slash + 1 && Character.isDigit(text.charAt(number - 1))) {
            number--;
        }
        if (number < end && number > slash + 1 && text.charAt(number - 1) == '-') {
            end = number - 1;
            dot = suffix(slash, end);
        }
        if (slash < 0 || dot < 0) {
            return;
        }
        int before = lastSlash(from, slash);
        int start = Math.max(from, before + 1);
        if (start < slash) {
            sink.accept(new Mark(Kind.PATH, text.substring(start, end).replace('\\', '/'), start));
        }
    }

    /** Where a suffix with a letter begins that ends here and stands behind a name; -1 if there is none. */
    private int suffix(int slash, int end) {
        // No further back than a suffix is long: a run without a dot must not search all the text before it.
        int first = Math.max(slash + 2, end - 1 - SUFFIX_CHARACTERS);
        boolean hasLetter = false;
        int at = end - 1;
        while (at >= first && isWord(text.charAt(at))) {
            hasLetter |= !Character.isDigit(text.charAt(at));
            at--;
        }
        return at >= first && text.charAt(at) == '.' && hasLetter ? at : -1;
    }

    private int lastSlash(int from, int to) {
        for (int i = to - 1; i >= from; i--) {
            if (isSlash(text.charAt(i))) {
                return i;
            }
        }
        return -1;
    }

    private void word(int from, int to) {
        int length = to - from;
        char first = text.charAt(from);
        if (isHash(from, to)) {
            sink.accept(new Mark(Kind.NUMBER, text.substring(from, Math.min(to, from + MOST_DIGITS)), from));
        }
        if (Character.isDigit(first)) {
            if (length >= NUMBER_DIGITS && length <= MOST_DIGITS && isNumber(from, to)) {
                sink.accept(new Mark(Kind.NUMBER, text.substring(from, to), from));
            }
        } else if (length >= IDENTIFIER_CHARACTERS
                && length <= MOST_CHARACTERS
                && isCode(from, to)
                && !isHex(from, to)) {
            sink.accept(new Mark(Kind.IDENTIFIER, text.substring(from, to), from));
        }
    }

    private boolean isNumber(int from, int to) {
        for (int i = from; i < to; i++) {
            if (!Character.isDigit(text.charAt(i))) {
                return false;
            }
        }
        return true;
    }

    /** Letters and digits of a hash, some of each. */
    private boolean isHash(int from, int to) {
        if (to - from < HASH_CHARACTERS || to - from > MOST_HASH_CHARACTERS) {
            return false;
        }
        boolean hasDigit = false;
        boolean hasLetter = false;
        for (int i = from; i < to; i++) {
            char c = text.charAt(i);
            hasDigit |= c >= '0' && c <= '9';
            hasLetter |= c >= 'a' && c <= 'f';
            if (!(c >= '0' && c <= '9') && !(c >= 'a' && c <= 'f')) {
                return false;
            }
        }
        return hasDigit && hasLetter;
    }

    /** Whether a word is a hash, whole, in small letters or in capitals: nobody gave it as a name. */
    private boolean isHex(int from, int to) {
        boolean hasDigit = false;
        for (int i = from; i < to; i++) {
            char c = text.charAt(i);
            boolean isDigit = c >= '0' && c <= '9';
            hasDigit |= isDigit;
            if (!isDigit && !(c >= 'a' && c <= 'f') && !(c >= 'A' && c <= 'F')) {
                return false;
            }
        }
        return hasDigit && to - from >= LEAST_HEX_CHARACTERS && to - from <= MOST_HEX_CHARACTERS;
    }

    /** Whether a word looks like a name in a program: a capital within, a digit, an underscore between letters. */
    private boolean isCode(int from, int to) {
        for (int i = from; i < to; i++) {
            char c = text.charAt(i);
            boolean isCapital = i > from && Character.isUpperCase(c) && Character.isLowerCase(text.charAt(i - 1));
            boolean isBar = c == '_' && i > from && i < to - 1 && text.charAt(i - 1) != '_';
            if (isCapital || isBar || (c >= '0' && c <= '9')) {
                return true;
            }
        }
        return false;
    }

    private static boolean isWord(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '$';
    }

    private static boolean isPath(char c) {
        return c == '/' || c == '\\' || c == '.' || c == '-' || c == '@' || c == '~';
    }

    private static boolean isSlash(char c) {
        return c == '/' || c == '\\';
    }
}
