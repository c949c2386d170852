package dev.throughline.wire.sse;

import dev.throughline.model.Bytes;
import dev.throughline.model.Span;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Splits a stream of bytes, fed in pieces of any size, into server-sent events without losing a byte: the raw events
 * put together again are what was fed. Whoever reads or relays a stream gets the same events, split once.
 *
 * <p>It looks for one thing only, the blank line that ends an event; a line ends with LF, CR LF or CR. With a CR the
 * event is given out at once, and a LF that follows, perhaps much later, opens the next event, where it means nothing.
 * Bytes are not copied until a feed ends inside an event, and all events of one feed may be used until it is over.
 *
 * <pre>
 *   fed        data: {"a":1}⏎⏎data: {"b"   :2}⏎⏎data: {"c
 *   events     {"a":1}                     {"b":2}
 *   finish                                            data: {"c
 * </pre>
 *
 * <p>An event larger than {@link #MOST_EVENT_BYTES} is handed on in parts that cannot be read; the first of them keeps
 * its beginning. Used by one thread at a time.
 */
public final class SseSplitter {
    /** The largest event, counted with its field names and line ends. */
    public static final int MOST_EVENT_BYTES = 64 << 20;

    /** How much of the beginning of an event that is too large is worth keeping. */
    public static final int OVERFLOW_HEAD_BYTES = 1 << 10;

    /** A larger buffer is released after its event, so that one large event does not occupy memory forever. */
    private static final int MOST_IDLE_BYTES = 1 << 20;

    private static final int FIRST_BYTES = 1 << 12;
    private static final byte[] NONE = {};
    private static final byte[] BYTE_ORDER_MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

    private final Consumer<SseEvent> sink;
    private final int mostBytes;
    private byte[] held = NONE;
    private int heldLength;

    /** The buffer of the last event: it is not reused until the feed is over. */
    private byte[] lent = NONE;

    private boolean isLineEmpty = true;
    private boolean isAfterReturn;
    private boolean isTooLarge;
    private boolean isFirst = true;

    /** Whether the event under way begins behind a CR, so that a LF at its beginning belongs to the one before. */
    private boolean beginsAfterReturn;

    public SseSplitter(Consumer<SseEvent> sink) {
        this(sink, MOST_EVENT_BYTES);
    }

    SseSplitter(Consumer<SseEvent> sink, int mostBytes) {
        this.sink = sink;
        this.mostBytes = mostBytes;
    }

    /** Takes the next bytes and hands on the events that they complete, which are lent until this returns. */
    public void feed(byte[] bytes, int offset, int length) {
        int end = offset + length;
        int start = offset;
        for (int at = offset; at < end; at++) {
            byte sign = bytes[at];
            if (sign != '\n' && sign != '\r') {
                isLineEmpty = false;
                isAfterReturn = false;
            } else if (sign == '\n' && isAfterReturn) {
                isAfterReturn = false;
            } else {
                isAfterReturn = sign == '\r';
                if (isLineEmpty) {
                    complete(bytes, start, at + 1);
                    start = at + 1;
                }
                isLineEmpty = true;
            }
        }
        hold(bytes, start, end);
    }

    /** No more bytes come. Gives what was begun and not ended. */
    public Optional<SseEvent> finish() {
        Bytes rest = Bytes.of(held, new Span(0, heldLength));
        held = NONE;
        heldLength = 0;
        return rest.isEmpty()
                ? Optional.empty()
                : Optional.of(SseEvent.of(rest, lines(rest, rest.length()), /* isWhole= */ false));
    }

    private void complete(byte[] bytes, int start, int end) {
        if (heldLength == 0 && !isTooLarge && end - start <= mostBytes) {
            give(Bytes.of(bytes, new Span(start, end)));
        } else {
            hold(bytes, start, end);
            if (heldLength > 0) {
                give(Bytes.of(held, new Span(0, heldLength)));
                byte[] free = lent;
                lent = held.length > MOST_IDLE_BYTES ? NONE : held;
                held = free;
            }
        }
        heldLength = 0;
        isTooLarge = false;
        isFirst = false;
        beginsAfterReturn = isAfterReturn;
    }

    private void give(Bytes raw) {
        sink.accept(SseEvent.of(raw, lines(raw, raw.length() - 1), /* isWhole= */ true));
    }

    /** The range of the fields: without the line end of the event before, and without the mark of the first one. */
    private Span lines(Bytes raw, int end) {
        int start = 0;
        if (beginsAfterReturn && raw.array()[raw.offset()] == '\n') {
            start = 1;
        }
        int mark = BYTE_ORDER_MARK.length;
        if (isFirst && end >= mark && raw.slice(new Span(0, mark)).equals(Bytes.of(BYTE_ORDER_MARK))) {
            start = mark;
        }
        return new Span(Math.min(start, end), end);
    }

    private void hold(byte[] bytes, int start, int end) {
        int count = end - start;
        if (count == 0) {
            return;
        }
        if (isTooLarge || count > mostBytes - heldLength) {
            handOn(bytes, start, end);
            return;
        }
        if (count > held.length - heldLength) {
            long grown = Math.min(Math.max(FIRST_BYTES, 2L * held.length), Integer.MAX_VALUE - 8);
            held = Arrays.copyOf(held, (int) Math.max(heldLength + (long) count, grown));
        }
        System.arraycopy(bytes, start, held, heldLength, count);
        heldLength += count;
    }

    private void handOn(byte[] bytes, int start, int end) {
        byte[] part = Arrays.copyOf(held, heldLength + end - start);
        System.arraycopy(bytes, start, part, heldLength, end - start);
        int head = isTooLarge ? 0 : Math.min(OVERFLOW_HEAD_BYTES, part.length);
        isTooLarge = true;
        heldLength = 0;
        sink.accept(SseEvent.part(Bytes.of(part), new Span(0, head)));
    }
}
