package dev.throughline.workingset.fragment;

import java.util.function.Consumer;

/**
 * Finds names in a text: code identifiers, paths, long numbers, hashes. An agent searches for them and quotes them, and
 * cannot guess them when they are removed.
 */
final class NameScanner {
    private static final int IDENTIFIER_CHARACTERS = 8;
    private static final int MAX_CHARACTERS = 60;
    private static final int NUMBER_DIGITS = 4;
    private static final int MAX_DIGITS = 12;
    private static final int HASH_CHARACTERS = 7;
    private static final int MAX_HASH_CHARACTERS = 40;
    private static final int MIN_HEX_CHARACTERS = 12;
    private static final int MAX_HEX_CHARACTERS = 64;
    private static final int SUFFIX_CHARACTERS = 8;

    enum NameKind {
        PATH,
        IDENTIFIER,
        NUMBER
    }

    /**
     * A name: the last two segments of a path, the first twelve characters of a hash.
     *
     * @param start its offset in the text
     */
    record Name(NameKind kind, String text, int start) {}

    private final String text;
    private final Consumer<Name> sink;

    private NameScanner(String text, Consumer<Name> sink) {
        this.text = text;
        this.sink = sink;
    }

    static void in(String text, Consumer<Name> sink) {
        NameScanner scanner = new NameScanner(text, sink);
        int at = 0;
        while (at < text.length()) {
            at = isWord(text.charAt(at)) || isPath(text.charAt(at)) ? scanner.run(at) : at + 1;
        }
    }

    /** Scans a run of characters that may be a path, and returns its end. */
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
     * A path ends in a name with a suffix. What follows is not part of it: a full stop, or the number of a line as in
     * {@code src/a.go-12-}. Digits alone are not a suffix: {@code pkg/name-1.2.0}.
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
            sink.accept(new Name(NameKind.PATH, text.substring(start, end).replace('\\', '/'), start));
        }
    }

    /** The start of a suffix with a letter that ends here; -1 if there is none. */
    private int suffix(int slash, int end) {
        // Bounded, so that a long run without a dot is not scanned repeatedly.
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
        int digits = 0;
        int lower = 0;
        int upper = 0;
        for (int i = from; i < to; i++) {
            char c = text.charAt(i);
            digits += isDigit(c) ? 1 : 0;
            lower += c >= 'a' && c <= 'f' ? 1 : 0;
            upper += c >= 'A' && c <= 'F' ? 1 : 0;
        }
        // A hash is hexadecimal in lower case, with letters and digits.
        if (length >= HASH_CHARACTERS
                && length <= MAX_HASH_CHARACTERS
                && digits > 0
                && lower > 0
                && digits + lower == length) {
            sink.accept(new Name(NameKind.NUMBER, text.substring(from, Math.min(to, from + MAX_DIGITS)), from));
        }
        // A long hash in any case is not an identifier.
        boolean isHex = length >= MIN_HEX_CHARACTERS
                && length <= MAX_HEX_CHARACTERS
                && digits > 0
                && digits + lower + upper == length;
        if (isDigit(text.charAt(from))) {
            if (length >= NUMBER_DIGITS && length <= MAX_DIGITS && digits == length) {
                sink.accept(new Name(NameKind.NUMBER, text.substring(from, to), from));
            }
        } else if (length >= IDENTIFIER_CHARACTERS && length <= MAX_CHARACTERS && isCode(from, to) && !isHex) {
            sink.accept(new Name(NameKind.IDENTIFIER, text.substring(from, to), from));
        }
    }

    /** Whether a word looks like a code identifier: a capital inside, a digit, or an underscore inside. */
    private boolean isCode(int from, int to) {
        for (int i = from; i < to; i++) {
            char c = text.charAt(i);
            boolean isCapital = i > from && Character.isUpperCase(c) && Character.isLowerCase(text.charAt(i - 1));
            boolean isBar = c == '_' && i > from && i < to - 1 && text.charAt(i - 1) != '_';
            if (isCapital || isBar || isDigit(c)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isWord(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '$';
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private static boolean isPath(char c) {
        return c == '/' || c == '\\' || c == '.' || c == '-' || c == '@' || c == '~';
    }

    private static boolean isSlash(char c) {
        return c == '/' || c == '\\';
    }
}
