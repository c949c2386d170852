package dev.throughline.wire.chat;

import dev.throughline.model.Bytes;
import dev.throughline.model.Span;
import dev.throughline.wire.json.JsonBuilder;
import dev.throughline.wire.json.RawObject;

/**
 * Splits a raw JSON string by the length of its text without rewriting it: escapes stay as the client wrote them.
 */
final class JsonStringCutter {
    private final Bytes inner;
    private int at;

    /** {@code string} is a JSON string with its quotes. */
    JsonStringCutter(Bytes string) {
        this.inner = RawObject.inner(string);
    }

    /** The next UTF-16 units as a JSON string, at most this many. */
    Bytes next(int units) {
        int start = at;
        int left = units;
        while (left > 0 && at < inner.length()) {
            left -= step();
        }
        return new JsonBuilder().add(inner.slice(new Span(start, at))).asString();
    }

    boolean isAtEnd() {
        return at == inner.length();
    }

    /** Skips one character and returns its number of units. */
    private int step() {
        int sign = inner.array()[inner.offset() + at] & 0xff;
        int bytes = 1;
        if (sign == '\\') {
            boolean isCode = at + 1 < inner.length() && inner.array()[inner.offset() + at + 1] == 'u';
            bytes = isCode ? 6 : 2;
        } else if (sign >= 0xf0) {
            bytes = 4;
        } else if (sign >= 0xe0) {
            bytes = 3;
        } else if (sign >= 0xc0) {
            bytes = 2;
        }
        at = Math.min(inner.length(), at + bytes);
        return bytes == 4 ? 2 : 1;
    }
}
