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

/** A step of a turn, for listeners. They cannot change the turn. */
public sealed interface TurnEvent {
    Inbound inbound();

    /** A request arrived. */
    record Arrived(Inbound inbound) implements TurnEvent {}

    /** The request was archived. */
    record Recorded(Inbound inbound, RecordedTurn recorded) implements TurnEvent {}

    /** The turn continues without memory, because Throughline failed or the body cannot be read. */
    record Bypassed(Inbound inbound, String reason) implements TurnEvent {}

    /** The prompt was decided, and again each time the provider refused it as too long. */
    record PromptDecided(Inbound inbound, RecordedTurn recorded, Optional<PromptToSend> prompt) implements TurnEvent {}

    /** A request is about to be sent upstream; {@code number} counts the requests of this turn from 1. */
    record RequestSent(Inbound inbound, UpstreamRequest request, int number) implements TurnEvent {}

    /** The model called a local tool, and the call was answered. */
    record ToolCalled(Inbound inbound, LocalCall call, LocalTools.ToolAnswer answer) implements TurnEvent {}

    /** The reply to one request ended; {@code body} is empty unless a listener wants replies. */
    record UpstreamReplied(Inbound inbound, int status, Bytes body) implements TurnEvent {}

    /**
     * The turn ended.
     *
     * @param recorded the archived request; empty if it was not archived
     * @param bypass the reason why the turn continued without memory, if it did
     * @param status the status of the reply to the client
     * @param reply the reply that the client received, if it could be read
     * @param sent the size of the prompt that was sent, and the cost of the client's own request as an estimate
     * @param timeToHead the time from arrival to the head of the upstream's reply
     */
    record Finished(
            Inbound inbound,
            Optional<RecordedTurn> recorded,
            Optional<String> bypass,
            int status,
            Optional<Reply> reply,
            Optional<Entry.Sent> sent,
            Exchange.Outcome outcome,
            Duration timeToHead,
            Duration total)
            implements TurnEvent {}
}
