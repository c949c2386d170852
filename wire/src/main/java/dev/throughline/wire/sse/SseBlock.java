package dev.throughline.wire.sse;

import dev.throughline.model.Bytes;
import dev.throughline.model.Span;
import dev.throughline.wire.RawJson;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The lines of one event, without the blank line that ends it, taken apart into fields. */
final class SseBlock {
    private static final byte[] EVENT = "event".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] DATA = "data".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] ID = "id".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] RETRY = "retry".getBytes(StandardCharsets.US_ASCII);

    private final Bytes raw;
    private String name = "";
    private @Nullable Bytes data;
    private @Nullable RawJson joined;
    private boolean hasStray;

    private SseBlock(Bytes raw) {
        this.raw = raw;
    }

    static SseBlock of(Bytes raw) {
        SseBlock block = new SseBlock(raw);
        byte[] array = raw.array();
        int end = raw.offset() + raw.length();
        int start = raw.offset();
        while (start < end) {
            int stop = start;
            while (stop < end && array[stop] != '\n' && array[stop] != '\r') {
                stop++;
            }
            block.line(start, stop);
            start = stop + 1;
        }
        return block;
    }

    /** The event, if there was at least one data line. */
    Optional<SseEvent> event() {
        Bytes only = data;
        if (only == null) {
            return Optional.empty();
        }
        return Optional.of(new SseEvent(name, joined == null ? only : joined.toBytes()));
    }

    /** Whether a line was neither a comment nor a field that the standard knows. */
    boolean hasStray() {
        return hasStray;
    }

    private void line(int start, int stop) {
        byte[] array = raw.array();
        int colon = start;
        while (colon < stop && array[colon] != ':') {
            colon++;
        }
        int value = Math.min(colon + 1, stop);
        if (value < stop && array[value] == ' ') {
            value++;
        }
        if (isField(DATA, start, colon)) {
            data(raw.slice(new Span(value, stop).from(raw.offset())));
        } else if (isField(EVENT, start, colon)) {
            name = new String(array, value, stop - value, StandardCharsets.UTF_8);
        } else if (start < stop && colon > start && !isField(ID, start, colon) && !isField(RETRY, start, colon)) {
            hasStray = true;
        }
    }

    private void data(Bytes line) {
        Bytes before = data;
        if (before == null) {
            data = line;
            return;
        }
        if (joined == null) {
            joined = new RawJson().add(before);
        }
        joined.add("\n").add(line);
    }

    private boolean isField(byte[] field, int start, int colon) {
        return Arrays.equals(raw.array(), start, colon, field, 0, field.length);
    }
}
