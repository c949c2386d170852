package dev.throughline.wire.reply;

import dev.throughline.model.Bytes;
import dev.throughline.wire.json.JsonEdits;
import dev.throughline.wire.json.RawObject;
import dev.throughline.wire.sse.SseEvent;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Joins several streams of one dialect into one; {@link StreamSplicer} calls it.
 *
 * <p>The reply of the first round is the one that the client sees; later rounds add to it. The end of a round with a
 * local call is held back until it is known whether another round follows.
 */
public abstract class EventSplicer {
    /** The events that end a reply, in the order in which they are sent. A dialect need not have all of them. */
    protected enum EndPart {
        REASON,
        USAGE,
        DONE
    }

    protected final UsageTotal usage = new UsageTotal();

    /** Whether a block, item or entry is a call of a local tool. */
    protected final Predicate<RawObject> isLocal;

    /** The numbers that the client sees, by the keys of the blocks, items or calls in the current round. */
    protected final Map<String, Integer> shown = new HashMap<>();

    /** The keys of the local calls in the current round. */
    protected final Set<String> hidden = new HashSet<>();

    protected boolean isFirst = true;

    /** Whether the end of the client's reply was sent. */
    protected boolean isOver;

    final ClientOutput out;
    private final Map<EndPart, SseEvent> held = new EnumMap<>(EndPart.class);
    private boolean isNew = true;

    /** {@code clientReader} reads what is sent to the client. */
    protected EventSplicer(StreamReader clientReader, Predicate<RawObject> isLocal) {
        this.out = new ClientOutput(clientReader);
        this.isLocal = isLocal;
    }

    /** Whether this event only begins a reply, so that it can be held back until another one follows. */
    protected abstract boolean isHead(SseEvent event);

    /** Whether this event reports an error. The text of an answer is not one, whatever it says. */
    protected abstract boolean isError(SseEvent event);

    /** Drops the dialect's own state of the round before, because a round begins. */
    protected void begin() {}

    /** Sends the part of an event of the current round that the client sees. */
    protected abstract void splice(SseEvent event);

    /** An event that was held back, as the client's reply ends with it. */
    protected abstract SseEvent completed(EndPart part, SseEvent event);

    /** The event that ends a reply with an error in the shape of the dialect. */
    protected abstract Bytes failure(Bytes error);

    final void take(SseEvent event) {
        if (isNew) {
            isNew = false;
            shown.clear();
            hidden.clear();
            held.clear();
            begin();
        }
        splice(event);
    }

    final void endRound() {
        usage.endRound();
        isFirst = false;
        isNew = true;
    }

    /** Completes the client's reply, if it is not complete and its end was held back. */
    final void finish() {
        if (!isOver && held.containsKey(EndPart.REASON)) {
            isOver = true;
            held.forEach((part, event) -> send(completed(part, event)));
        }
    }

    final void fail(Bytes error) {
        if (!isOver) {
            sendLast(SseEvent.of(failure(error)));
        }
    }

    protected final void send(SseEvent event) {
        out.send(event);
    }

    /** Sends the event that ends the client's reply. */
    protected final void sendLast(SseEvent event) {
        isOver = true;
        send(event);
    }

    protected final void hold(EndPart part, SseEvent event) {
        held.put(part, event.copy());
    }

    /** Whether the current round has a local call so far. */
    protected final boolean hasLocalCall() {
        return !hidden.isEmpty();
    }

    /** Whether events are still sent unchanged, because nothing has been hidden or joined yet. */
    protected final boolean isPlain() {
        return isFirst && hidden.isEmpty();
    }

    /** The event with these edits of its data; without edits, the event itself. */
    protected final SseEvent edited(SseEvent event, JsonEdits edits) {
        return edits.isEmpty() ? event : event.with(edits.toBytes());
    }

    /**
     * The type of an event: its name if the dialect knows it, so that the event is not parsed, else that in its data.
     */
    protected static String type(SseEvent event, Predicate<String> isKnown) {
        return isKnown.test(event.name())
                ? event.name()
                : event.object().flatMap(data -> data.text("type")).orElse(event.name());
    }
}
