package dev.throughline.wire.sse;

import dev.throughline.model.Bytes;
import dev.throughline.model.Span;
import dev.throughline.wire.json.JsonBuilder;
import dev.throughline.wire.json.RawObject;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * One event of a stream together with its exact bytes, from the end of the event before to the blank
 * line that ends it: comments, unknown fields and line ends included. It may have no data, such as a comment
 * that keeps the connection alive.
 *
 * <p>The JSON object in its data is parsed once, when the first of its readers asks for it. The bytes belong to the
 * splitter: a caller that keeps an event after the feed that completed it {@linkplain #copy copies} it. Used by one
 * thread at a time.
 */
public final class SseEvent {
    private static final byte[] EVENT = "event".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] DATA = "data".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] ID = "id".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] RETRY = "retry".getBytes(StandardCharsets.US_ASCII);

    private final Bytes raw;
    private final Span lines;
    private final boolean isWhole;
    private String name = "";
    private @Nullable Bytes data;
    private @Nullable JsonBuilder joined;
    private boolean hasStray;
    private Optional<RawObject> object = Optional.empty();
    private boolean isParsed;

    private SseEvent(Bytes raw, Span lines, boolean isWhole) {
        this.raw = raw;
        this.lines = lines;
        this.isWhole = isWhole;
    }

    /** An event of these bytes; its fields stand in the range {@code lines} of them. */
    static SseEvent of(Bytes raw, Span lines, boolean isWhole) {
        SseEvent event = new SseEvent(raw, lines, isWhole);
        event.readFields();
        return event;
    }

    /** A whole event, of which nothing precedes the fields. */
    public static SseEvent of(Bytes raw) {
        return of(raw, new Span(0, raw.length()), /* isWhole= */ true);
    }

    /** A part of an event that is too large to be read. {@code head} is the range of it that is worth keeping. */
    static SseEvent part(Bytes raw, Span head) {
        SseEvent event = new SseEvent(raw, head, /* isWhole= */ true);
        event.hasStray = head.length() > 0;
        return event;
    }

    public Bytes raw() {
        return raw;
    }

    /** The lines of the event, without the blank one that ends it. */
    public Bytes lines() {
        return raw.slice(lines);
    }

    /** Whether it ends with a blank line; the last event of a stream sometimes does not. */
    public boolean isWhole() {
        return isWhole;
    }

    /** Whether it holds bytes that the standard drops: a line that is no field, or an event that was too large. */
    public boolean hasStray() {
        return hasStray;
    }

    public boolean hasData() {
        return data != null;
    }

    /** The value of its {@code event:} line; empty if there is none. */
    public String name() {
        return name;
    }

    /** The values of its {@code data:} lines, joined by LF. */
    public Bytes data() {
        return data == null ? Bytes.EMPTY : data;
    }

    /** The JSON object in the data. */
    public Optional<RawObject> object() {
        if (!isParsed) {
            isParsed = true;
            object = RawObject.of(data());
        }
        return object;
    }

    /** The raw value of a member of that object that exists and is not {@code null}. */
    public Optional<Bytes> raw(String name) {
        return object().flatMap(members -> members.raw(name));
    }

    /** A member of that object that is an object itself. */
    public Optional<RawObject> object(String name) {
        return object().flatMap(members -> members.object(name));
    }

    /** A member of that object that is a whole number. */
    public OptionalLong number(String name) {
        return object().map(members -> members.number(name)).orElse(OptionalLong.empty());
    }

    /** The same event in an array of its own. */
    public SseEvent copy() {
        return copy(Bytes.of(raw.toArray()), isWhole);
    }

    /** The same event as a whole one; the caller wrote the blank line that it lacked. */
    public SseEvent ended() {
        return copy(raw, /* whole= */ true);
    }

    private SseEvent copy(Bytes bytes, boolean whole) {
        SseEvent own = new SseEvent(bytes, lines, whole);
        own.name = name;
        own.hasStray = hasStray;
        own.joined = joined;
        own.data = data == null || joined != null
                ? data
                : own.raw.slice(new Span(data.offset(), data.offset() + data.length()).from(raw.offset()));
        return own;
    }

    /**
     * This event with other data; everything around the data stays as it came, unless one of the two does not fit one
     * line.
     */
    public SseEvent with(Bytes newData) {
        Bytes old = data;
        if (old == null || old.isEmpty() || joined != null || hasLineEnd(newData)) {
            return of(SseEncoder.event(name, newData));
        }
        int start = old.offset() - raw.offset();
        int end = start + old.length();
        Bytes changed = new JsonBuilder()
                .add(raw.slice(new Span(0, start)))
                .add(newData)
                .add(raw.slice(new Span(end, raw.length())))
                .toBytes();
        int grown = newData.length() - old.length();
        SseEvent event = new SseEvent(changed, new Span(lines.start(), lines.end() + grown), isWhole);
        event.name = name;
        event.data = changed.slice(new Span(start, start + newData.length()));
        event.hasStray = hasStray;
        return event;
    }

    private static boolean hasLineEnd(Bytes data) {
        for (int at = data.offset(); at < data.offset() + data.length(); at++) {
            if (data.array()[at] == '\n' || data.array()[at] == '\r') {
                return true;
            }
        }
        return false;
    }

    private void readFields() {
        byte[] array = raw.array();
        int end = raw.offset() + lines.end();
        int start = raw.offset() + lines.start();
        while (start < end) {
            int stop = start;
            while (stop < end && array[stop] != '\n' && array[stop] != '\r') {
                stop++;
            }
            if (stop > start) {
                readField(array, start, stop);
            }
            start = stop + 1;
        }
        if (joined != null) {
            data = joined.toBytes();
        }
    }

    private void readField(byte[] array, int start, int stop) {
        int colon = start;
        while (colon < stop && array[colon] != ':') {
            colon++;
        }
        int value = Math.min(colon + 1, stop);
        if (value < stop && array[value] == ' ') {
            value++;
        }
        if (isField(DATA, start, colon)) {
            addData(raw.slice(new Span(value, stop).from(raw.offset())));
        } else if (isField(EVENT, start, colon)) {
            name = new String(array, value, stop - value, StandardCharsets.UTF_8);
        } else if (colon > start && !isField(ID, start, colon) && !isField(RETRY, start, colon)) {
            hasStray = true;
        }
    }

    private void addData(Bytes line) {
        Bytes before = data;
        if (before == null) {
            data = line;
            return;
        }
        if (joined == null) {
            joined = new JsonBuilder().add(before);
        }
        joined.add("\n").add(line);
    }

    private boolean isField(byte[] field, int start, int colon) {
        return Arrays.equals(raw.array(), start, colon, field, 0, field.length);
    }
}
