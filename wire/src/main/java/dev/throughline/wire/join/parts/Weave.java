package dev.throughline.wire.join.parts;

import dev.throughline.model.Bytes;
import dev.throughline.wire.join.Overflow;
import dev.throughline.wire.sse.SsePassage;
import java.util.Optional;

/** What one dialect knows about joining streamed replies; {@link EventBraid} drives it. */
public interface Weave {
    /** Whether this only announces a reply, so that nothing is lost by waiting for what follows. */
    boolean isHead(SsePassage passage);

    /** What the passage says about a request that was too long, if that is what it is about. */
    Optional<Overflow> overflow(SsePassage passage);

    /** Decides what the client sees of a passage of the round under way. */
    void take(SsePassage passage, Outflow out);

    /** The round under way has ended. */
    void endRound();

    /** Completes the client's reply, unless that has happened. */
    void finish(Outflow out);

    /** Ends the client's reply with an error in the shape of the dialect. */
    void fail(Bytes body, Outflow out);
}
