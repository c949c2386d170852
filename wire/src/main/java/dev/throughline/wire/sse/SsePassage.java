package dev.throughline.wire.sse;

import dev.throughline.model.Bytes;
import dev.throughline.model.Span;
import dev.throughline.wire.Members;
import dev.throughline.wire.RawJson;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A stretch of an event stream with its exact bytes: one event with the blank line that ends it, a comment, or bytes
 * that are no event at all. All passages of a stream, one behind the other, are the stream.
 *
 * <p>The bytes are only lent; {@link #copy} keeps them. Used by one thread.
 */
public final class SsePassage {
    private static final Bytes BYTE_ORDER_MARK = Bytes.of(new byte[] {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF});

    private final Bytes raw;
    private final @Nullable SseEvent event;
    private Optional<Members> members = Optional.empty();
    private boolean isRead;

    private SsePassage(Bytes raw, @Nullable SseEvent event) {
        this.raw = raw;
        this.event = event;
    }

    /** A passage whose event, if it holds one, can be looked at. */
    public static SsePassage of(Bytes raw) {
        int mark = BYTE_ORDER_MARK.length();
        boolean isMarked = raw.length() >= mark && raw.slice(new Span(0, mark)).equals(BYTE_ORDER_MARK);
        Bytes lines = isMarked ? raw.slice(new Span(mark, raw.length())) : raw;
        return new SsePassage(raw, SseBlock.of(lines).event().orElse(null));
    }

    /** A part of an event that is too large to be looked at. */
    static SsePassage opaque(Bytes raw) {
        return new SsePassage(raw, null);
    }

    public Bytes raw() {
        return raw;
    }

    public boolean hasEvent() {
        return event != null;
    }

    /** What its {@code event:} line said; empty if there is none. */
    public String name() {
        return event == null ? "" : event.name();
    }

    public Bytes data() {
        return event == null ? Bytes.EMPTY : event.data();
    }

    /** The members of the data, if that is a JSON object. Read once, and only when asked for. */
    public Optional<Members> members() {
        if (!isRead && event != null) {
            members = Members.of(event.data());
            isRead = true;
        }
        return members;
    }

    /** The same passage in an array of its own. */
    public SsePassage copy() {
        Bytes own = Bytes.of(raw.toArray());
        return event == null ? opaque(own) : of(own);
    }

    /**
     * This passage with other data; everything around the data stays as it came, unless one of the two does not fit one
     * line.
     */
    @SuppressWarnings("ReferenceEquality") // The question is whether the data is a slice of this very array.
    public Bytes with(Bytes data, SseEncoder encoder) {
        Bytes old = data();
        boolean isInside = old.array() == raw.array() && !old.isEmpty();
        if (!isInside || hasLineEnd(data)) {
            return encoder.event(name(), data);
        }
        int start = old.offset() - raw.offset();
        return new RawJson()
                .add(raw.slice(new Span(0, start)))
                .add(data)
                .add(raw.slice(new Span(start + old.length(), raw.length())))
                .toBytes();
    }

    private static boolean hasLineEnd(Bytes data) {
        for (int at = data.offset(); at < data.offset() + data.length(); at++) {
            if (data.array()[at] == '\n' || data.array()[at] == '\r') {
                return true;
            }
        }
        return false;
    }
}
