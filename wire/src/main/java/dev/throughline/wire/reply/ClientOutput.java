package dev.throughline.wire.reply;

import dev.throughline.model.Bytes;
import dev.throughline.wire.Reply;
import dev.throughline.wire.sse.SseEvent;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The events that are sent to the client. They are read when they are sent, so that it is known what the client
 * received; an unchanged event is not parsed again.
 */
public final class ClientOutput {
    private static final byte[] END_OF_EVENT = "\n\n".getBytes(StandardCharsets.US_ASCII);

    private final StreamReader reader;
    private final List<SseEvent> waiting = new ArrayList<>();

    /** The last event that left, if it lacked the blank line that ends an event. */
    private @Nullable SseEvent open;

    ClientOutput(StreamReader reader) {
        this.reader = reader;
    }

    public void send(SseEvent event) {
        waiting.add(event);
    }

    /** All that waits, in bytes of their own; an event that was left without its end before them is ended first. */
    Bytes drain() {
        if (waiting.isEmpty()) {
            return Bytes.EMPTY;
        }
        byte[] drained = new byte[length()];
        int at = 0;
        for (SseEvent event : waiting) {
            if (open != null) {
                System.arraycopy(END_OF_EVENT, 0, drained, at, END_OF_EVENT.length);
                at += END_OF_EVENT.length;
                reader.take(open.ended());
                open = null;
            }
            Bytes raw = event.raw();
            System.arraycopy(raw.array(), raw.offset(), drained, at, raw.length());
            at += raw.length();
            if (event.isWhole()) {
                reader.take(event);
            } else {
                open = event;
            }
        }
        waiting.clear();
        return Bytes.of(drained);
    }

    private int length() {
        int length = 0;
        boolean isOpen = open != null;
        for (SseEvent event : waiting) {
            length += event.raw().length() + (isOpen ? END_OF_EVENT.length : 0);
            isOpen = !event.isWhole();
        }
        return length;
    }

    /** Notes bytes that were sent to the client elsewhere. */
    void noteSent(Bytes bytes) {
        reader.feed(bytes.array(), bytes.offset(), bytes.length());
    }

    /** What the client received. */
    Reply reply() {
        if (open != null) {
            reader.take(open);
            open = null;
        }
        return reader.finish();
    }
}
