package dev.throughline.memory.metadata;

import dev.throughline.engine.archive.RecordedTurn;
import dev.throughline.engine.turn.Inbound;
import dev.throughline.engine.turn.TurnEvent;
import dev.throughline.engine.turn.TurnListener;
import dev.throughline.model.SessionRef;
import java.time.Duration;
import java.util.IdentityHashMap;
import java.util.concurrent.TimeUnit;

/**
 * The turns in progress of each session, from before their request is sent, so that work can wait for their end. Safe
 * for use by many threads.
 */
public final class OpenTurns implements TurnListener {
    private final IdentityHashMap<Inbound, SessionRef> open = new IdentityHashMap<>();

    @Override
    public synchronized void on(TurnEvent event) {
        switch (event) {
            case TurnEvent.PromptDecided decided -> begin(decided.inbound(), decided.recorded());
            // An answered command has no prompt.
            case TurnEvent.Recorded recorded -> begin(recorded.inbound(), recorded.recorded());
            case TurnEvent.Finished finished -> {
                open.remove(finished.inbound());
                notifyAll();
            }
            case TurnEvent.Arrived _,
                    TurnEvent.Bypassed _,
                    TurnEvent.RequestSent _,
                    TurnEvent.ToolCalled _,
                    TurnEvent.UpstreamReplied _ -> {}
        }
    }

    private void begin(Inbound inbound, RecordedTurn recorded) {
        open.put(inbound, recorded.card().ref());
    }

    /** Waits until no turn of a session is in progress, for this time at most; returns whether none is. */
    synchronized boolean await(SessionRef session, Duration time) {
        long end = System.nanoTime() + time.toNanos();
        try {
            while (open.containsValue(session) && System.nanoTime() < end) {
                TimeUnit.NANOSECONDS.timedWait(this, end - System.nanoTime());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return !open.containsValue(session);
    }
}
