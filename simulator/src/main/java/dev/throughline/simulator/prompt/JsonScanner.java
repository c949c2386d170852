package dev.throughline.simulator.prompt;

import dev.throughline.model.Bytes;
import dev.throughline.model.Span;
import dev.throughline.simulator.json.JsonNodes;
import java.util.Arrays;
import tools.jackson.core.exc.StreamReadException;

/**
 * Finds where values of a JSON text start and end, without looking at what they say. It only tells brackets and texts
 * apart: whoever takes a value parses it, and that is where a mistake inside shows.
 */
final class JsonScanner {
    private final Bytes text;
    private final byte[] array;
    private final int limit;
    private int at;

    JsonScanner(Bytes text) {
        this.text = text;
        this.array = text.array();
        this.at = text.offset();
        this.limit = text.offset() + text.length();
    }

    /** Whether the next sign is this one. */
    boolean isAt(char sign) {
        skipSpace();
        return at < limit && array[at] == sign;
    }

    /** Passes this sign if it is next. */
    boolean takes(char sign) {
        if (isAt(sign)) {
            at++;
            return true;
        }
        return false;
    }

    void expect(char sign) {
        if (!takes(sign)) {
            throw new StreamReadException("expected '" + sign + "' at byte " + (at - text.offset()));
        }
    }

    void end() {
        skipSpace();
        if (at < limit) {
            throw new StreamReadException("expected the end of the body at byte " + (at - text.offset()));
        }
    }

    String name() {
        if (!isAt('"')) {
            throw new StreamReadException("expected a name at byte " + (at - text.offset()));
        }
        return JsonNodes.read(text.slice(value())).asString();
    }

    /** Passes these bytes if they are next and the value ends with them. */
    boolean takesWhole(Bytes value) {
        skipSpace();
        int end = at + value.length();
        boolean isNext = end < limit
                && (array[end] == ',' || array[end] == ']')
                && Arrays.equals(array, at, end, value.array(), value.offset(), value.offset() + value.length());
        if (isNext) {
            at = end;
        }
        return isNext;
    }

    /** Passes the next value and says where it stood, counted from the start of the text. */
    Span value() {
        skipSpace();
        int start = at;
        int depth = 0;
        do {
            if (at >= limit) {
                throw new StreamReadException("expected more JSON, found the end of the body");
            }
            switch (array[at]) {
                case '"' -> string();
                case '{', '[' -> {
                    depth++;
                    at++;
                }
                case '}', ']' -> {
                    depth--;
                    at++;
                }
                default -> {
                    if (depth == 0) {
                        literal();
                    } else {
                        at++;
                    }
                }
            }
        } while (depth > 0);
        return new Span(start - text.offset(), at - text.offset());
    }

    private void string() {
        at++;
        while (at < limit && array[at] != '"') {
            at += array[at] == '\\' ? 2 : 1;
        }
        at++;
        if (at > limit) {
            throw new StreamReadException("expected the end of a text, found the end of the body");
        }
    }

    private void literal() {
        int start = at;
        while (at < limit && array[at] != ',' && array[at] != '}' && array[at] != ']' && array[at] > ' ') {
            at++;
        }
        if (at == start) {
            throw new StreamReadException("expected a value at byte " + (at - text.offset()));
        }
    }

    private void skipSpace() {
        while (at < limit && (array[at] == ' ' || array[at] == '\n' || array[at] == '\r' || array[at] == '\t')) {
            at++;
        }
    }
}
