package dev.throughline.engine.turn;

import dev.throughline.engine.archive.Entry;
import dev.throughline.engine.archive.RecordedTurn;
import dev.throughline.engine.edit.PromptToSend;
import dev.throughline.engine.exchange.Exchange;
import dev.throughline.engine.exchange.UpstreamRequest;
import dev.throughline.engine.recall.LocalTools;
import dev.throughline.model.Bytes;
import dev.throughline.wire.LocalCall;
import dev.throughline.wire.Reply;
import java.time.Duration;
import java.util.Optional;

/** One step of a turn, told to those who listen. None of them can change it. */
public sealed interface TurnEvent {
    Inbound inbound();

    /** A request came. */
    record Arrived(Inbound inbound) implements TurnEvent {}

    /** It was kept. */
    record Recorded(Inbound inbound, RecordedTurn recorded) implements TurnEvent {}

    /** It goes on without memory, because something of ours broke or its body cannot be read. */
    record Bypassed(Inbound inbound, String reason) implements TurnEvent {}

    /** It was decided what is sent for it: at first, and again when the provider called that too long. */
    record Edited(Inbound inbound, RecordedTurn recorded, Optional<PromptToSend> outgoing) implements TurnEvent {}

    /** It was sent; {@code call} counts the calls of this turn from 1. */
    record Sent(Inbound inbound, UpstreamRequest request, int call) implements TurnEvent {}

    /** The model called a tool of ours, and was answered. */
    record ToolCalled(Inbound inbound, LocalCall call, LocalTools.ToolAnswer said) implements TurnEvent {}

    /** The upstream's reply to one call ended; {@code body} is what was read of it, without content encoding. */
    record UpstreamReplied(Inbound inbound, int status, Bytes body) implements TurnEvent {}

    /**
     * It is over.
     *
     * @param recorded what was kept of it, if it was
     * @param bypass why it was not treated as usual, if it was not
     * @param status what the client was answered; 0 when it left before
     * @param reply what the upstream said, where that was read
     * @param sent what was weighed before it was sent, and what it would have cost untouched
     * @param toHead from arrival to the head of the upstream's reply
     */
    record Finished(
            Inbound inbound,
            Optional<RecordedTurn> recorded,
            Optional<String> bypass,
            int status,
            Optional<Reply> reply,
            Optional<Entry.Sent> sent,
            Exchange.Outcome outcome,
            Duration toHead,
            Duration total)
            implements TurnEvent {}
}
