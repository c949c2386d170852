package dev.throughline.server.wiring;

import dev.throughline.engine.turn.Inbound;
import dev.throughline.engine.turn.TurnEvent;
import dev.throughline.engine.turn.TurnListener;
import java.time.Clock;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.time.format.DateTimeParseException;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The clock of memory in a replay of recorded sessions ({@code --replay-clock}). It shows the time of the request that
 * arrived last, and it knows the turns that have ended for the client but that memory has not learned from. With both,
 * what memory writes and shows depends on the recorded sessions and not on the machine: two replays forward the same
 * bytes.
 *
 * <p>Safe for use by many threads.
 */
final class ReplayClock extends Clock implements TurnListener {
    private static final Logger LOG = LoggerFactory.getLogger(ReplayClock.class);
    private static final String TIME_HEADER = "x-throughline-time";

    private final Clock machine;
    private final Set<Inbound> ended = Collections.newSetFromMap(new IdentityHashMap<>());
    private volatile Instant newest;

    /** @param machine the clock for the zone, and for the time until a request with a time arrives */
    ReplayClock(Clock machine) {
        this.machine = machine;
        this.newest = machine.instant();
    }

    @Override
    public void on(TurnEvent event) {
        switch (event) {
            case TurnEvent.Arrived arrived ->
                arrived.inbound().headers().first(TIME_HEADER).ifPresent(this::advance);
            // The client receives the end of its reply after this event, so its next request cannot be earlier.
            case TurnEvent.UpstreamReplied replied -> add(replied.inbound());
            case TurnEvent _ -> {}
        }
    }

    private void advance(String time) {
        try {
            newest = Instant.parse(time.strip());
        } catch (DateTimeParseException e) {
            LOG.debug("the request is refused because of its time", e);
        }
    }

    private synchronized void add(Inbound inbound) {
        ended.add(inbound);
    }

    /** Memory has learned from the turn of this request. */
    synchronized void learned(Inbound inbound) {
        ended.remove(inbound);
        notifyAll();
    }

    /** Waits until memory has learned from every turn that has ended. */
    synchronized void awaitEndedTurns() {
        try {
            while (!ended.isEmpty()) {
                wait();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public Instant instant() {
        return newest;
    }

    @Override
    public ZoneId getZone() {
        return machine.getZone();
    }

    @Override
    public Clock withZone(ZoneId zone) {
        return ((InstantSource) () -> newest).withZone(zone);
    }
}
