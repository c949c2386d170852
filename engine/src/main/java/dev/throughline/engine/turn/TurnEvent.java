package dev.throughline.engine.turn;

import dev.throughline.engine.archive.Recorded;
import dev.throughline.engine.edit.Outgoing;
import dev.throughline.engine.exchange.UpstreamRequest;
import dev.throughline.model.Bytes;
import dev.throughline.wire.join.LocalCall;
import java.util.Optional;

/** One step of a turn, told to those who listen. None of them can change it. */
public sealed interface TurnEvent {
    Inbound inbound();

    /** A request came. */
    record Arrived(Inbound inbound) implements TurnEvent {}

    /** It was kept. */
    record Remembered(Inbound inbound, Recorded recorded) implements TurnEvent {}

    /** It goes on without memory, because something of ours broke or its body cannot be read. */
    record WentRound(Inbound inbound, String reason) implements TurnEvent {}

    /** It was decided what is sent for it: at first, and again when the provider called that too long. */
    record Edited(Inbound inbound, Recorded recorded, Optional<Outgoing> outgoing) implements TurnEvent {}

    /** It was sent; {@code call} counts the calls of this turn from 1. */
    record Sent(Inbound inbound, UpstreamRequest request, int call) implements TurnEvent {}

    /** The model called a tool of ours, and was answered. */
    record Called(Inbound inbound, LocalCall call, LocalTools.Said said) implements TurnEvent {}

    /** The upstream's reply to one call ended; {@code body} is what was read of it, without content encoding. */
    record Answered(Inbound inbound, int status, Bytes body) implements TurnEvent {}

    /** It is over. */
    record Finished(FinishedTurn turn) implements TurnEvent {
        @Override
        public Inbound inbound() {
            return turn.inbound();
        }
    }
}
