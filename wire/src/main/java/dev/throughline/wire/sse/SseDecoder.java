package dev.throughline.wire.sse;

import dev.throughline.model.Bytes;
import dev.throughline.model.Span;
import java.util.Arrays;

/**
 * Cuts a stream of bytes into server-sent events, split anywhere, also inside a character or a line end.
 *
 * <p>The decoder looks for one thing only, the blank line that ends an event; a line ends with LF, CR LF or CR. Bytes
 * are not copied until a feed ends inside an event, so an event that arrived in one piece is a slice of the array that
 * was fed. With a CR the event is given out at once, and a LF that follows, perhaps much later, is swallowed.
 *
 * <pre>
 *   fed        data: {"a":1}⏎⏎data: {"b"   :2}⏎⏎data: {"c
 *   events     {"a":1}                     {"b":2}
 *   finish                                            data: {"c
 * </pre>
 *
 * <p>An event larger than {@link #MOST_EVENT_BYTES} is not kept: the sink gets its beginning as stray bytes, the rest
 * is passed over, and decoding goes on with the next event. Used by one thread at a time.
 */
public final class SseDecoder {
    /** The largest event, counted with its field names and line ends. */
    public static final int MOST_EVENT_BYTES = 64 << 20;

    /** How much of the beginning of an event that is too large is handed over. */
    public static final int OVERFLOW_HEAD_BYTES = 1 << 10;

    /** A larger buffer is let go once its event is done, so that one large event does not cost memory for ever. */
    private static final int MOST_IDLE_BYTES = 1 << 20;

    private static final int FIRST_BYTES = 1 << 12;
    private static final byte[] NONE = {};
    private static final byte[] BYTE_ORDER_MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

    private final SseSink sink;
    private final int mostBytes;
    private byte[] held = NONE;
    private int heldLength;
    private boolean isLineEmpty = true;
    private boolean isAfterReturn;
    private boolean isFirst = true;
    private boolean isSkipping;

    public SseDecoder(SseSink sink) {
        this(sink, MOST_EVENT_BYTES);
    }

    SseDecoder(SseSink sink, int mostBytes) {
        this.sink = sink;
        this.mostBytes = mostBytes;
    }

    /** Takes the next bytes and gives out the events that they complete. The array is not kept. */
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
                start = isAtStart(start, at) ? at + 1 : start;
            } else {
                isAfterReturn = sign == '\r';
                if (isLineEmpty) {
                    complete(bytes, start, at);
                    start = at + 1;
                }
                isLineEmpty = true;
            }
        }
        hold(bytes, start, end);
    }

    /**
     * No more bytes come. Gives back the raw bytes of an event that was begun and not ended; empty if there is none.
     */
    public Bytes finish() {
        Bytes rest = withoutMark(Bytes.of(held, new Span(0, heldLength)));
        held = NONE;
        heldLength = 0;
        return rest;
    }

    private boolean isAtStart(int start, int at) {
        return start == at && heldLength == 0;
    }

    private void complete(byte[] bytes, int start, int end) {
        if (heldLength > 0) {
            hold(bytes, start, end);
        }
        if (isSkipping) {
            isSkipping = false;
        } else if (heldLength > 0) {
            give(Bytes.of(held, new Span(0, heldLength)));
        } else if (end - start > mostBytes) {
            sink.stray(Bytes.of(bytes, new Span(start, start + Math.min(OVERFLOW_HEAD_BYTES, end - start))));
        } else if (end > start) {
            give(Bytes.of(bytes, new Span(start, end)));
        }
        isFirst = false;
        heldLength = 0;
        held = held.length > MOST_IDLE_BYTES ? NONE : held;
    }

    private void give(Bytes raw) {
        Bytes lines = withoutMark(raw);
        SseBlock block = SseBlock.of(lines);
        if (block.hasStray()) {
            sink.stray(lines);
        }
        block.event().ifPresent(sink::event);
    }

    private Bytes withoutMark(Bytes raw) {
        int length = BYTE_ORDER_MARK.length;
        boolean isMarked = isFirst
                && raw.length() >= length
                && raw.slice(new Span(0, length)).equals(Bytes.of(BYTE_ORDER_MARK));
        return isMarked ? raw.slice(new Span(length, raw.length())) : raw;
    }

    private void hold(byte[] bytes, int start, int end) {
        int count = end - start;
        if (count == 0 || isSkipping) {
            return;
        }
        if (count > mostBytes - heldLength) {
            overflow(bytes, start, end);
            return;
        }
        if (count > held.length - heldLength) {
            long grown = Math.max(Math.max(FIRST_BYTES, 2L * held.length), heldLength + (long) count);
            held = Arrays.copyOf(held, (int) Math.max(heldLength + (long) count, Math.min(grown, mostBytes)));
        }
        System.arraycopy(bytes, start, held, heldLength, count);
        heldLength += count;
    }

    private void overflow(byte[] bytes, int start, int end) {
        int fromHeld = Math.min(heldLength, OVERFLOW_HEAD_BYTES);
        int fromFed = Math.min(end - start, OVERFLOW_HEAD_BYTES - fromHeld);
        byte[] head = Arrays.copyOf(held, fromHeld + fromFed);
        System.arraycopy(bytes, start, head, fromHeld, fromFed);
        isSkipping = true;
        heldLength = 0;
        sink.stray(Bytes.of(head));
    }
}
