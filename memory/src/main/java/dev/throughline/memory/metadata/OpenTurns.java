package dev.throughline.memory.metadata;

import dev.throughline.engine.turn.Inbound;
import dev.throughline.engine.turn.TurnEvent;
import dev.throughline.engine.turn.TurnListener;
import dev.throughline.model.SessionRef;
import java.time.Duration;
import java.util.IdentityHashMap;
import java.util.concurrent.TimeUnit;

/** The turns in progress of each session, so that work can wait for their end. Safe for use by many threads. */
public final class OpenTurns implements TurnListener {
    private final IdentityHashMap<Inbound, SessionRef> open = new IdentityHashMap<>();

    @Override
    public synchronized void on(TurnEvent event) {
        if (event instanceof TurnEvent.Recorded recorded) {
            open.put(event.inbound(), recorded.recorded().card().ref());
        } else if (event instanceof TurnEvent.Finished) {
            open.remove(event.inbound());
            notifyAll();
        }
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
