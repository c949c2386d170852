package dev.throughline.wire.reply;

import dev.throughline.model.Bytes;
import dev.throughline.wire.Reply;
import dev.throughline.wire.json.JsonBuilder;
import dev.throughline.wire.sse.SseEvent;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The events that are sent to the client. They are read when they are sent, so that it is known what the client
 * received; an unchanged event is not parsed again.
 */
final class ClientOutput {
    private static final String END_OF_EVENT = "\n\n";

    private final StreamReader reader;
    private final List<SseEvent> waiting = new ArrayList<>();

    /** The last event that was sent, if it lacked the blank line that ends an event. */
    private @Nullable SseEvent open;

    ClientOutput(StreamReader reader) {
        this.reader = reader;
    }

    void send(SseEvent event) {
        waiting.add(event);
    }

    /** All waiting events, copied; if the last event that was sent was left open, it is ended first. */
    Bytes drain() {
        if (waiting.isEmpty()) {
            return Bytes.EMPTY;
        }
        JsonBuilder drained = new JsonBuilder(
                waiting.stream().mapToInt(event -> event.raw().length()).sum());
        for (SseEvent event : waiting) {
            if (open != null) {
                drained.add(END_OF_EVENT);
                reader.take(open.ended());
                open = null;
            }
            drained.add(event.raw());
            if (event.isWhole()) {
                reader.take(event);
            } else {
                open = event;
            }
        }
        waiting.clear();
        return drained.toBytes();
    }

    /** Records bytes that were sent to the client elsewhere. */
    void noteSent(Bytes bytes) {
        reader.feed(bytes.array(), bytes.offset(), bytes.length());
    }

    /** The reply that the client received. */
    Reply reply() {
        if (open != null) {
            reader.take(open);
            open = null;
        }
        return reader.finish();
    }
}
