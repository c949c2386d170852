package dev.throughline.simulator.evidence;

/** Classes of characters, looked up in a table for ASCII. */
final class CharacterClasses {
    private static final int ASCII = 128;
    private static final boolean[] WORD = new boolean[ASCII];
    private static final boolean[] CODE = new boolean[ASCII];
    private static final boolean[] SEGMENT = new boolean[ASCII];

    static {
        for (char c = 0; c < ASCII; c++) {
            boolean isAlnum = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
            WORD[c] = isAlnum || c == '_';
            CODE[c] = isAlnum || c == '_' || c == '$';
            SEGMENT[c] = isAlnum || c == '_' || c == '@' || c == '.' || c == '-';
        }
    }

    private CharacterClasses() {}

    /** A letter, digit or underscore of any script. */
    static boolean isWord(char c) {
        if (c < ASCII) {
            return WORD[c];
        }
        return Character.isLetterOrDigit(c) || isOtherNumber(c);
    }

    private static boolean isOtherNumber(char c) {
        int type = Character.getType(c);
        return type == Character.LETTER_NUMBER || type == Character.OTHER_NUMBER;
    }

    /** What an identifier goes on with: ASCII letters, digits, underscore and dollar. */
    static boolean isCode(char c) {
        return c < ASCII && CODE[c];
    }

    static boolean isAsciiDigit(char c) {
        return c >= '0' && c <= '9';
    }

    static boolean isAsciiAlnum(char c) {
        return c < ASCII && WORD[c] && c != '_';
    }

    /** What a component of a path is made of. */
    static boolean isSegment(char c) {
        return c < ASCII ? SEGMENT[c] : isWord(c);
    }

    /** What may stand before the first separator of a path. */
    static boolean isPathStart(char c) {
        return c == '~' || isSegment(c);
    }

    static boolean isSeparator(char c) {
        return c == '/' || c == '\\';
    }

    static boolean isHex(char c) {
        return isAsciiDigit(c) || (c >= 'a' && c <= 'f');
    }

    static boolean isDigit(char c) {
        return c < ASCII ? isAsciiDigit(c) : Character.isDigit(c);
    }
}
