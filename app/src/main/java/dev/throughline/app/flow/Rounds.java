package dev.throughline.app.flow;

import dev.throughline.engine.archive.Recorded;
import dev.throughline.engine.turn.Inbound;
import dev.throughline.engine.turn.TurnEvent;
import dev.throughline.model.SessionRef;
import java.util.IdentityHashMap;
import java.util.Optional;

/** Names requests {@code r1}, {@code r2} … for as long as they are under way. Safe for use by many threads. */
final class Rounds {
    /** A request and its session, as far as they are known. */
    record Round(Optional<String> name, Optional<String> session) {}

    private final IdentityHashMap<Inbound, Round> rounds = new IdentityHashMap<>();
    private long count;

    /** What is done for a session beside its requests. */
    static Round beside(SessionRef session) {
        return new Round(Optional.empty(), Optional.of(session.id().toString()));
    }

    /** The request of an event; a finished one is forgotten. */
    synchronized Round of(TurnEvent event) {
        Round round =
                rounds.computeIfAbsent(event.inbound(), _ -> new Round(Optional.of("r" + ++count), Optional.empty()));
        Optional<String> session =
                recorded(event).map(turn -> turn.card().ref().id().toString());
        Round known = session.isPresent() ? new Round(round.name(), session) : round;
        rounds.put(event.inbound(), known);
        if (event instanceof TurnEvent.Finished) {
            rounds.remove(event.inbound());
        }
        return known;
    }

    private static Optional<Recorded> recorded(TurnEvent event) {
        return switch (event) {
            case TurnEvent.Edited edited -> Optional.of(edited.recorded());
            case TurnEvent.Finished finished -> finished.turn().recorded();
            default -> Optional.empty();
        };
    }
}
