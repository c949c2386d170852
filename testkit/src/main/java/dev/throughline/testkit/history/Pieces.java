package dev.throughline.testkit.history;

import java.util.ArrayList;
import java.util.List;

/**
 * Cuts a text into the pieces in which a provider streams it. Each piece is a JSON string, so no escape sequence is
 * cut, but a pair of surrogate escapes may be.
 */
final class Pieces {
    private static final int MOST_PIECES = 6;

    private Pieces() {}

    /** The pieces, each with its quotes, with the same escaping as the text. */
    static List<Json> of(Json.Str text, Chance chance) {
        String inner = text.inner();
        List<Json> pieces = new ArrayList<>();
        int most = 1 + inner.length() / MOST_PIECES;
        int start = 0;
        int at = 0;
        int wanted = chance.between(1, most);
        while (at < inner.length()) {
            at += unit(inner, at);
            if (at - start >= wanted) {
                pieces.add(new Json.Raw("\"" + inner.substring(start, at) + "\""));
                start = at;
                wanted = chance.between(1, most);
            }
        }
        if (start < inner.length()) {
            pieces.add(new Json.Raw("\"" + inner.substring(start) + "\""));
        }
        return pieces;
    }

    private static int unit(String inner, int at) {
        if (inner.charAt(at) == '\\') {
            return inner.charAt(at + 1) == 'u' ? 6 : 2;
        }
        return Character.charCount(inner.codePointAt(at));
    }
}
