package dev.throughline.simulator.evidence;

import dev.throughline.simulator.evidence.EvidenceToken.Kind;
import dev.throughline.simulator.json.Texts;
import java.util.HashSet;
import java.util.Set;

/** Finds the tokens of a text: identifiers, numbers, lines and quoted phrases here, paths in {@link PathScanner}. */
final class TokenScanner {
    private static final int SHORTEST_IDENT = 8;
    private static final int LONGEST_IDENT = 60;
    private static final int SHORTEST_NUMBER = 4;
    private static final int LONGEST_NUMBER = 12;
    private static final int SHORTEST_HEX = 7;
    private static final int LONGEST_HEX = 40;
    private static final int KEPT_HEX = 12;
    private static final int SHORTEST_LINE = 16;
    private static final int LONGEST_LINE = 200;
    private static final int LONGEST_LINE_NUMBER = 6;
    private static final int SHORTEST_PHRASE = 8;
    private static final int LONGEST_PHRASE = 80;

    private final String text;
    private final Set<EvidenceToken> found = new HashSet<>();

    private TokenScanner(String text) {
        this.text = text;
    }

    static Set<EvidenceToken> of(String text) {
        TokenScanner words = new TokenScanner(text);
        PathScanner.find(text, path -> words.add(Kind.PATH, path));
        words.identifiers();
        words.numbers();
        words.hexadecimals();
        words.lines();
        words.phrases();
        return words.found;
    }

    private void add(Kind kind, String token) {
        found.add(new EvidenceToken(kind, token));
    }

    private void identifiers() {
        int at = 0;
        while (at < text.length()) {
            char c = text.charAt(at);
            if (!CharacterClasses.isCode(c) || CharacterClasses.isAsciiDigit(c)) {
                at++;
                continue;
            }
            int end = at + 1;
            while (end < text.length() && CharacterClasses.isCode(text.charAt(end))) {
                end++;
            }
            int length = end - at;
            if (length >= SHORTEST_IDENT && length <= LONGEST_IDENT && isCodeLike(at, end)) {
                add(Kind.IDENT, text.substring(at, end));
            }
            at = end;
        }
    }

    /** A digit, an underscore inside, or a small letter before a capital one. */
    private boolean isCodeLike(int start, int end) {
        int first = start;
        int last = end;
        while (first < last && text.charAt(first) == '_') {
            first++;
        }
        while (last > first && text.charAt(last - 1) == '_') {
            last--;
        }
        for (int i = first; i < last; i++) {
            char c = text.charAt(i);
            boolean isHump = i + 1 < last && c >= 'a' && c <= 'z' && isCapital(text.charAt(i + 1));
            if (c == '_' || CharacterClasses.isAsciiDigit(c) || isHump) {
                return true;
            }
        }
        return false;
    }

    private static boolean isCapital(char c) {
        return c >= 'A' && c <= 'Z';
    }

    private void numbers() {
        int at = 0;
        while (at < text.length()) {
            if (!CharacterClasses.isDigit(text.charAt(at))) {
                at++;
                continue;
            }
            int end = at + 1;
            while (end < text.length() && CharacterClasses.isDigit(text.charAt(end))) {
                end++;
            }
            int length = end - at;
            boolean isAlone = !isWordOrPoint(at - 1) && !isWordOrPoint(end);
            if (isAlone && length >= SHORTEST_NUMBER && length <= LONGEST_NUMBER) {
                add(Kind.NUM, text.substring(at, end));
            }
            at = end;
        }
    }

    private boolean isWordOrPoint(int at) {
        return isWord(at) || (at >= 0 && at < text.length() && text.charAt(at) == '.');
    }

    private boolean isWord(int at) {
        return at >= 0 && at < text.length() && CharacterClasses.isWord(text.charAt(at));
    }

    private void hexadecimals() {
        int at = 0;
        while (at < text.length()) {
            if (!CharacterClasses.isHex(text.charAt(at))) {
                at++;
                continue;
            }
            int end = at;
            boolean hasDigit = false;
            boolean hasLetter = false;
            while (end < text.length() && CharacterClasses.isHex(text.charAt(end))) {
                boolean isDigit = CharacterClasses.isAsciiDigit(text.charAt(end++));
                hasDigit |= isDigit;
                hasLetter |= !isDigit;
            }
            int length = end - at;
            boolean isAlone = hasDigit && hasLetter && !isWord(at - 1) && !isWord(end);
            if (isAlone && length >= SHORTEST_HEX && length <= LONGEST_HEX) {
                add(Kind.NUM, text.substring(at, Math.min(end, at + KEPT_HEX)));
            }
            at = end;
        }
    }

    private void lines() {
        int start = 0;
        while (start <= text.length()) {
            int newline = text.indexOf('\n', start);
            int end = newline < 0 ? text.length() : newline;
            line(start, end);
            start = end + 1;
        }
    }

    private void line(int start, int end) {
        int from = afterNumber(start, end);
        while (from < end && Texts.isSpace(text.charAt(from))) {
            from++;
        }
        int to = end;
        while (to > from && Texts.isSpace(text.charAt(to - 1))) {
            to--;
        }
        if (to - from < SHORTEST_LINE || to - from > 2 * LONGEST_LINE) {
            return;
        }
        int length = text.codePointCount(from, to);
        if (length >= SHORTEST_LINE && length <= LONGEST_LINE && hasLetter(from, to)) {
            add(Kind.LINE, text.substring(from, to));
        }
    }

    private boolean hasLetter(int from, int to) {
        return text.substring(from, to).codePoints().anyMatch(Character::isLetter);
    }

    /** Where a line goes on after a number that tools write before it: {@code 12→}, {@code 12:}, {@code 12 |}. */
    private int afterNumber(int start, int end) {
        int digits = start;
        while (digits < end && Texts.isSpace(text.charAt(digits))) {
            digits++;
        }
        int at = digits;
        while (at < end && CharacterClasses.isDigit(text.charAt(at))) {
            at++;
        }
        if (at == digits || at - digits > LONGEST_LINE_NUMBER) {
            return start;
        }
        int tab = -1;
        while (at < end && Texts.isSpace(text.charAt(at))) {
            tab = text.charAt(at) == '\t' ? at : tab;
            at++;
        }
        boolean isSign = at < end && (text.charAt(at) == '→' || text.charAt(at) == ':' || text.charAt(at) == '|');
        if (isSign) {
            return at + 1;
        }
        return tab < 0 ? start : tab + 1;
    }

    private void phrases() {
        int at = 0;
        while (at < text.length()) {
            char quote = text.charAt(at);
            int end = quote == '"' || quote == '\'' || quote == '`' ? endOfPhrase(at, quote) : -1;
            if (end < 0) {
                at++;
                continue;
            }
            String phrase = text.substring(at + 1, end);
            if (phrase.indexOf(' ') >= 0) {
                add(Kind.QUOTED, phrase);
            }
            at = end + 1;
        }
    }

    /** Where the phrase that is opened here is closed; -1 when it is none. */
    private int endOfPhrase(int open, char quote) {
        int most = Math.min(text.length(), open + 2 + 2 * LONGEST_PHRASE);
        for (int i = open + 1; i < most; i++) {
            char c = text.charAt(i);
            if (c == quote) {
                int length = text.codePointCount(open + 1, i);
                return length >= SHORTEST_PHRASE && length <= LONGEST_PHRASE ? i : -1;
            }
            if (c == '\n' || (c == '\\' && quote != '`')) {
                return -1;
            }
        }
        return -1;
    }
}
