package dev.throughline.wire.reply;

import dev.throughline.model.Bytes;
import dev.throughline.wire.Overflow;
import dev.throughline.wire.json.JsonEdits;
import dev.throughline.wire.sse.SseEncoder;
import dev.throughline.wire.sse.SseEvent;
import java.util.Optional;

/**
 * Makes one stream of several in one dialect; {@link StreamSplicer} calls it.
 *
 * <p>The reply of the first round is the one that the client sees; later rounds add to it. The end of a round that
 * holds a local call is kept until it is known whether another round follows.
 */
public abstract class EventSplicer {
    protected final UsageTotal usage = new UsageTotal();
    protected final SseEncoder encoder;

    /** Whether this is the first round. */
    protected boolean isFirst = true;

    /** Whether the end of the client's reply was sent. */
    protected boolean isOver;

    private boolean isNew = true;

    protected EventSplicer(SseEncoder encoder) {
        this.encoder = encoder;
    }

    /** Whether this event only begins a reply, so that it can be held back until another one follows. */
    protected abstract boolean isHead(SseEvent event);

    /** The overflow that the event reports; empty if it reports none. */
    protected abstract Optional<Overflow> overflow(SseEvent event);

    /** A round begins: drops the state of the one before, and its end if that was held back. */
    protected abstract void begin();

    /** Sends what the client sees of an event of the current round. */
    protected abstract void splice(SseEvent event, ClientOutput out);

    /** Sends the end of the last round, if it was held back. */
    protected abstract void sendEnd(ClientOutput out);

    /** The event that ends a reply with an error in the shape of the dialect. */
    protected abstract Bytes failure(Bytes error);

    final void take(SseEvent event, ClientOutput out) {
        if (isNew) {
            isNew = false;
            begin();
        }
        splice(event, out);
    }

    final void endRound() {
        usage.endRound();
        isFirst = false;
        isNew = true;
    }

    /** Completes the client's reply, if it is not complete. */
    final void finish(ClientOutput out) {
        if (!isOver) {
            sendEnd(out);
        }
    }

    final void fail(Bytes error, ClientOutput out) {
        if (!isOver) {
            isOver = true;
            out.send(SseEvent.of(failure(error)));
        }
    }

    /** The event with these edits of its data; without edits, the event itself. */
    protected final SseEvent edited(SseEvent event, JsonEdits edits) {
        return edits.isEmpty() ? event : event.with(edits.toBytes(), encoder);
    }
}
