package dev.throughline.wire.json;

import dev.throughline.model.Bytes;
import dev.throughline.model.Span;
import dev.throughline.model.json.JsonFormat;
import dev.throughline.wire.UnreadableException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;

/**
 * Reads a JSON text token by token and knows the byte offset of each token.
 *
 * <p>It wraps the streaming parser: offsets are those within the {@link Bytes}, which may be a part of a larger array.
 * Texts that are not asked for are skipped without being decoded. Used by one thread.
 */
public final class JsonCursor {
    private final JsonParser parser;
    private final int origin;

    private JsonCursor(JsonParser parser, int origin) {
        this.parser = parser;
        this.origin = origin;
    }

    /**
     * What {@code reader} reads with a cursor before the first token of {@code range}; offsets are those of
     * {@code body}. The cursor must not be used afterwards.
     *
     * @throws UnreadableException if the parser finds an error
     */
    public static <T> T read(Bytes body, Span range, Function<JsonCursor, T> reader) {
        Bytes text = body.slice(range);
        try (JsonParser parser = JsonFormat.FACTORY.createParser(
                ObjectReadContext.empty(), text.array(), text.offset(), text.length())) {
            return reader.apply(new JsonCursor(parser, range.start()));
        } catch (JacksonException e) {
            throw new UnreadableException("expected JSON: " + e.getOriginalMessage(), e);
        }
    }

    /** Goes to the next token; null at the end of the text. */
    public @Nullable JsonToken next() {
        return parser.nextToken();
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
        return parser.getString();
    }

    public long wholeNumber() {
        return parser.getLongValue();
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
        parser.skipChildren();
        parser.finishToken();
        return new Span(start, end());
    }

    /** Skips a value without decoding a text. */
    public void ignore() {
        parser.skipChildren();
    }
}
