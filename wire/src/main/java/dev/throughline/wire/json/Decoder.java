package dev.throughline.wire.json;

import dev.throughline.model.Bytes;
import dev.throughline.model.Dialect;
import dev.throughline.model.Span;
import dev.throughline.wire.Request;
import dev.throughline.wire.UnreadableException;
import java.util.List;
import java.util.Optional;
import tools.jackson.core.JsonToken;

/**
 * Finds the parts of a request in one pass over its body, looking inside no element of the history.
 *
 * <p>The three dialects share their outline, one object with a history, tools and scalars, and differ in names only; so
 * a decoder is those names.
 *
 * @param history the member that holds the history
 * @param system the member that holds system text outside the history, or an empty text
 * @param limits the members that limit the output; where a request has several, the first one named here counts
 */
public record Decoder(Dialect dialect, String history, String system, List<String> limits) {
    private static final byte[] BYTE_ORDER_MARK = {(byte) 0xef, (byte) 0xbb, (byte) 0xbf};

    /**
     * The map of this body.
     *
     * @throws UnreadableException if it is not UTF-8, not one JSON object, or a part is of a type that no provider
     *     takes
     */
    public Request decode(Bytes body) {
        requireText(body);
        try (Cursor cursor = new Cursor(body, new Span(0, body.length()))) {
            open(cursor);
            Outline outline = new Outline(this, cursor);
            while (cursor.need() == JsonToken.PROPERTY_NAME) {
                outline.take(cursor.name(), cursor.need());
            }
            if (cursor.next() != null) {
                throw new UnreadableException("expected one JSON object, found more behind it");
            }
            return outline.request(body);
        }
    }

    /**
     * Where the value of the history stands as a whole, brackets included: what a request's map does not say and only a
     * rewrite of an empty or a bare history needs. Empty if the body has none.
     */
    public Optional<Span> historyValue(Bytes body) {
        Optional<Span> found = Optional.empty();
        try (Cursor cursor = new Cursor(body, new Span(0, body.length()))) {
            open(cursor);
            while (cursor.need() == JsonToken.PROPERTY_NAME) {
                boolean isHistory = cursor.name().equals(history);
                cursor.need();
                if (isHistory) {
                    found = Optional.of(cursor.skip());
                } else {
                    cursor.ignore();
                }
            }
        }
        return found;
    }

    private static void open(Cursor cursor) {
        JsonToken first = cursor.need();
        if (first != JsonToken.START_OBJECT) {
            throw new UnreadableException("expected a JSON object, found " + first);
        }
    }

    /**
     * A byte order mark makes a body unreadable for us: RFC 8259 forbids senders to write one, providers differ in what
     * they make of it, and what we cannot read is forwarded as it is.
     */
    private static void requireText(Bytes body) {
        if (body.length() >= BYTE_ORDER_MARK.length
                && body.slice(new Span(0, BYTE_ORDER_MARK.length)).equals(Bytes.of(BYTE_ORDER_MARK))) {
            throw new UnreadableException("expected JSON, found a byte order mark before it");
        }
        if (!Utf8.isValid(body)) {
            throw new UnreadableException("expected UTF-8, found bytes that are none");
        }
    }
}
