package dev.throughline.app.flow;

import dev.throughline.engine.turn.Inbound;
import dev.throughline.engine.turn.TurnEvent;
import java.util.IdentityHashMap;

/** Names requests {@code r1}, {@code r2} … for as long as they are under way. Safe for use by many threads. */
final class Rounds {
    private final IdentityHashMap<Inbound, String> names = new IdentityHashMap<>();
    private long count;

    /** The name of an event's request; a finished one is forgotten. */
    synchronized String name(TurnEvent event) {
        String name = names.computeIfAbsent(event.inbound(), _ -> "r" + ++count);
        if (event instanceof TurnEvent.Finished) {
            names.remove(event.inbound());
        }
        return name;
    }
}
