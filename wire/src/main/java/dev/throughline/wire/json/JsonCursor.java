package dev.throughline.wire.json;

import dev.throughline.model.Bytes;
import dev.throughline.model.Span;
import dev.throughline.model.json.JsonFormat;
import dev.throughline.wire.UnreadableException;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;

/**
 * Reads a JSON text token by token and knows the byte offset of each token.
 *
 * <p>It wraps the streaming parser: errors of the parser become an {@link UnreadableException}, and offsets are those
 * within the {@link Bytes}, which may be a part of a larger array. Texts that are not asked for are skipped without
 * being decoded. Used by one thread; closing it releases the buffers of the parser.
 */
public final class JsonCursor implements AutoCloseable {
    private final JsonParser parser;
    private final int origin;

    /** A cursor before the first token of {@code range}; offsets are those of {@code body}. */
    public JsonCursor(Bytes body, Span range) {
        Bytes text = body.slice(range);
        this.origin = range.start();
        try {
            parser = JsonFormat.FACTORY.createParser(
                    ObjectReadContext.empty(), text.array(), text.offset(), text.length());
        } catch (JacksonException e) {
            throw unreadable(e);
        }
    }

    /** Goes to the next token; null at the end of the text. */
    public @Nullable JsonToken next() {
        try {
            return parser.nextToken();
        } catch (JacksonException e) {
            throw unreadable(e);
        }
    }

    /** Goes to the next token, which must exist. */
    public JsonToken need() {
        JsonToken token = next();
        if (token == null) {
            throw new UnreadableException("expected more JSON, found the end of the text");
        }
        return token;
    }

    /** The name, if this is a member's name. */
    public String name() {
        return parser.currentName();
    }

    /** The text of this token: a string without its escapes, a number as it is written. */
    public String text() {
        try {
            return parser.getString();
        } catch (JacksonException e) {
            throw unreadable(e);
        }
    }

    /** This whole number. */
    public long wholeNumber() {
        try {
            return parser.getLongValue();
        } catch (JacksonException e) {
            throw unreadable(e);
        }
    }

    /** The start of the current token. */
    public int start() {
        return origin + (int) parser.currentTokenLocation().getByteOffset();
    }

    /** The current position: behind the current token, once a string was read to its end. */
    public int end() {
        return origin + (int) parser.currentLocation().getByteOffset();
    }

    /** Skips the value that starts with the current token and returns its position. */
    public Span skip() {
        int start = start();
        try {
            parser.skipChildren();
            parser.finishToken();
        } catch (JacksonException e) {
            throw unreadable(e);
        }
        return new Span(start, end());
    }

    /** Skips a value without decoding a text. */
    public void ignore() {
        try {
            parser.skipChildren();
        } catch (JacksonException e) {
            throw unreadable(e);
        }
    }

    @Override
    public void close() {
        parser.close();
    }

    private static UnreadableException unreadable(JacksonException e) {
        return new UnreadableException("expected JSON: " + e.getOriginalMessage(), e);
    }
}
