package dev.throughline.wire.reply;

import dev.throughline.model.Bytes;
import dev.throughline.wire.Overflow;
import dev.throughline.wire.json.JsonEdits;
import dev.throughline.wire.sse.SseEncoder;
import dev.throughline.wire.sse.SseEvent;
import java.util.Optional;

/**
 * What one dialect knows about making one stream of several; {@link StreamSplicer} drives it.
 *
 * <p>The reply of the first round is the one that the client sees; later rounds add to it. The end of a round that
 * holds a local call is kept until it is known whether another round follows.
 */
public abstract class EventSplicer {
    protected final UsageTotal usage = new UsageTotal();
    protected final SseEncoder encoder;

    /** Whether this is the first round. */
    protected boolean isFirst = true;

    /** Whether the client has been told that its reply is over. */
    protected boolean isOver;

    private boolean isNew = true;

    protected EventSplicer(SseEncoder encoder) {
        this.encoder = encoder;
    }

    /** Whether this only announces a reply, so that nothing is lost by waiting for what follows. */
    protected abstract boolean isHead(SseEvent event);

    /** What the event says about a request that was too long, if that is what it is about. */
    protected abstract Optional<Overflow> overflow(SseEvent event);

    /** A round begins: forgets the one before. Its end is dropped with it, since the answer went on. */
    protected abstract void begin();

    /** Decides what the client sees of an event of the round under way. */
    protected abstract void splice(SseEvent event, ClientOutput out);

    /** Sends the end of the last round, if it was kept. */
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

    /** Completes the client's reply, unless that has happened. */
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

    /** The event with these edits of its data; without any, as it came. */
    protected final SseEvent edited(SseEvent event, JsonEdits edits) {
        return edits.isEmpty() ? event : event.with(edits.toBytes(), encoder);
    }
}
