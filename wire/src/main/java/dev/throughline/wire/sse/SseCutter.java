package dev.throughline.wire.sse;

import dev.throughline.model.Bytes;
import dev.throughline.model.Span;
import java.util.Arrays;
import java.util.function.Consumer;

/**
 * Cuts a stream of bytes into passages without losing any: put together again they are what was fed.
 *
 * <p>{@link SseDecoder} reads a stream, this relays one. It too looks only for the blank line that ends an event and
 * accepts LF, CR LF and CR; a LF that comes after the CR of a blank line, perhaps much later, opens the next passage,
 * where it means nothing. An event larger than {@link SseDecoder#MOST_EVENT_BYTES} is handed on in pieces that cannot
 * be looked at. Used by one thread at a time.
 */
public final class SseCutter {
    /** A larger buffer is let go once its event is done. */
    private static final int MOST_IDLE_BYTES = 1 << 20;

    private static final int FIRST_BYTES = 1 << 12;
    private static final byte[] NONE = {};

    private final Consumer<SsePassage> sink;
    private final int mostBytes;
    private byte[] held = NONE;
    private int heldLength;
    private boolean isLineEmpty = true;
    private boolean isAfterReturn;
    private boolean isTooLarge;

    public SseCutter(Consumer<SsePassage> sink) {
        this(sink, SseDecoder.MOST_EVENT_BYTES);
    }

    SseCutter(Consumer<SsePassage> sink, int mostBytes) {
        this.sink = sink;
        this.mostBytes = mostBytes;
    }

    /** Takes the next bytes and hands on the passages that they complete. The array is not kept. */
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

    /** No more bytes come. Gives back what was begun and not ended; empty if there is none. */
    public Bytes finish() {
        Bytes rest = Bytes.of(held, new Span(0, heldLength));
        held = NONE;
        heldLength = 0;
        return rest;
    }

    private void complete(byte[] bytes, int start, int end) {
        if (heldLength == 0 && !isTooLarge && end - start <= mostBytes) {
            sink.accept(SsePassage.of(Bytes.of(bytes, new Span(start, end))));
            return;
        }
        hold(bytes, start, end);
        if (heldLength > 0) {
            Bytes whole = Bytes.of(held, new Span(0, heldLength));
            sink.accept(SsePassage.of(whole));
        }
        held = held.length > MOST_IDLE_BYTES ? NONE : held;
        heldLength = 0;
        isTooLarge = false;
    }

    private void hold(byte[] bytes, int start, int end) {
        int count = end - start;
        if (count == 0) {
            return;
        }
        if (isTooLarge || count > mostBytes - heldLength) {
            isTooLarge = true;
            handOn(Bytes.of(held, new Span(0, heldLength)));
            heldLength = 0;
            handOn(Bytes.of(bytes, new Span(start, end)));
            return;
        }
        if (count > held.length - heldLength) {
            int grown = (int) Math.min(Math.max(FIRST_BYTES, 2L * held.length), Integer.MAX_VALUE - 8);
            held = Arrays.copyOf(held, Math.max(heldLength + count, grown));
        }
        System.arraycopy(bytes, start, held, heldLength, count);
        heldLength += count;
    }

    private void handOn(Bytes piece) {
        if (!piece.isEmpty()) {
            sink.accept(SsePassage.opaque(piece));
        }
    }
}
