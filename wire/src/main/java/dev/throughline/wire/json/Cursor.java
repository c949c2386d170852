package dev.throughline.wire.json;

import dev.throughline.model.Bytes;
import dev.throughline.model.Span;
import dev.throughline.wire.UnreadableException;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.TokenStreamFactory;
import tools.jackson.core.json.JsonFactory;

/**
 * A place in a JSON text that moves forward and knows its byte offset.
 *
 * <p>It wraps the streaming parser for two reasons: what the parser throws leaves here as an
 * {@link UnreadableException}, and offsets are those of the {@link Bytes}, whatever larger array lies behind them.
 * Texts that nobody asks for are skipped without being decoded. Used by one thread; closing gives the parser's buffers
 * back.
 */
public final class Cursor implements AutoCloseable {
    /**
     * How deep arrays and objects may stand in each other. Real requests stay below 40; 500 costs no stack worth
     * naming.
     */
    public static final int MOST_LEVELS = 500;
    /** The most digits of one number. */
    public static final int MOST_DIGITS = 10_000;
    /** The most characters of one text: more than a body may have bytes. */
    public static final int MOST_CHARACTERS = 256 * 1024 * 1024;

    private static final JsonFactory FACTORY = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(MOST_LEVELS)
                    .maxNumberLength(MOST_DIGITS)
                    .maxStringLength(MOST_CHARACTERS)
                    .build())
            // A parser that guesses UTF-16 or UTF-32 has no byte offsets to give. Requests are UTF-8 or unreadable.
            .disable(TokenStreamFactory.Feature.CHARSET_DETECTION)
            .disable(TokenStreamFactory.Feature.INTERN_PROPERTY_NAMES)
            .build();

    private final JsonParser parser;
    private final int origin;

    /** A cursor before the first token of {@code range}; offsets are those of {@code body}. */
    public Cursor(Bytes body, Span range) {
        Bytes text = body.slice(range);
        this.origin = range.start();
        try {
            parser = FACTORY.createParser(ObjectReadContext.empty(), text.array(), text.offset(), text.length());
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

    /** Goes to the next token, which must be there. */
    JsonToken need() {
        JsonToken token = next();
        if (token == null) {
            throw new UnreadableException("expected more JSON, found the end of the text");
        }
        return token;
    }

    /** The name, if this is a member's name. */
    String name() {
        return parser.currentName();
    }

    /** The text of this token: a string without its escapes, a number as it is written. */
    String text() {
        try {
            return parser.getString();
        } catch (JacksonException e) {
            throw unreadable(e);
        }
    }

    /** This whole number. */
    long wholeNumber() {
        try {
            return parser.getLongValue();
        } catch (JacksonException e) {
            throw unreadable(e);
        }
    }

    /** Where the current token starts. */
    int start() {
        return origin + (int) parser.currentTokenLocation().getByteOffset();
    }

    /** Where the reading stands: behind the current token, once a string was read to its end. */
    int end() {
        return origin + (int) parser.currentLocation().getByteOffset();
    }

    /** Passes over the value that starts with the current token, and says where it stood. */
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

    /** Passes over a value whose place nobody needs, without decoding a text. */
    void ignore() {
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
