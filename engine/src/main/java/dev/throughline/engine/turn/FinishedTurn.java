package dev.throughline.engine.turn;

import dev.throughline.engine.archive.Entry;
import dev.throughline.engine.archive.Recorded;
import dev.throughline.engine.exchange.Exchange;
import dev.throughline.wire.Reply;
import java.time.Duration;
import java.util.Optional;

/**
 * A turn that is over.
 *
 * @param recorded what was kept of it, if it was
 * @param bypass why it was not treated as usual, if it was not
 * @param status what the client was answered; 0 when it left before
 * @param reply what the upstream said, where that was read
 * @param sent what was weighed before it was sent, and what it would have cost untouched
 * @param toHead from arrival to the head of the upstream's reply
 */
public record FinishedTurn(
        Inbound inbound,
        Optional<Recorded> recorded,
        Optional<String> bypass,
        int status,
        Optional<Reply> reply,
        Optional<Entry.Sent> sent,
        Exchange.Outcome outcome,
        Duration toHead,
        Duration total) {}
