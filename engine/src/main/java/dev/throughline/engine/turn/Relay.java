package dev.throughline.engine.turn;

import dev.throughline.engine.archive.Archive;
import dev.throughline.engine.archive.Entry;
import dev.throughline.engine.archive.Receipt;
import dev.throughline.engine.archive.Recorded;
import dev.throughline.engine.edit.Editing;
import dev.throughline.engine.edit.Outgoing;
import dev.throughline.engine.exchange.Exchange;
import dev.throughline.model.Headers;
import dev.throughline.model.ProxyException;
import dev.throughline.model.Usage;
import dev.throughline.wire.Reply;
import dev.throughline.wire.ReplyReader;
import dev.throughline.wire.Wire;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Keeps the answer as it passes. The bytes themselves flow without us; what is read here is a copy, so whatever goes
 * wrong here, the client has its answer. Only the very end waits: a client that has seen it knows that the turn was
 * written.
 */
final class Relay {
    private static final Logger LOG = LoggerFactory.getLogger(Relay.class);

    /** How long an answer's end may wait for the store. A healthy one takes well under a millisecond. */
    private static final Duration WRITE_WAIT = Duration.ofSeconds(2);

    private final Archive archive;
    private final Optional<Editing> editing;

    Relay(Archive archive, Optional<Editing> editing) {
        this.archive = archive;
        this.editing = editing;
    }

    /**
     * What became of a reply.
     *
     * @param sent what was weighed before the request was sent, with its bill
     * @param isLost whether the turn was kept and its answer was not
     */
    record Kept(Optional<Reply> reply, Optional<Entry.Sent> sent, boolean isLost, Exchange.Outcome outcome) {}

    /**
     * Who wants to know what a reply said.
     *
     * @param recorded the turn, if it was kept
     * @param tools what answers calls of our own tools
     */
    record Listening(Sending sending, Optional<Recorded> recorded, LocalTools tools, Instant at) {}

    /** Lets the reply flow to its end, keeps what was said if the turn itself was kept, then lets the client go. */
    Kept keep(Exchange exchange, Headers added, Listening listening) {
        return isBraided(exchange, listening) ? braid(exchange, added, listening) : plain(exchange, added, listening);
    }

    /**
     * Whether what the client sees may be other than what the provider sends: a stream may begin and then say that the
     * prompt is too long, and a tool of ours may be called.
     */
    private static boolean isBraided(Exchange exchange, Listening listening) {
        boolean mayOverflowLater = isStream(exchange);
        return exchange.status() == 200
                && listening.sending().recorded().isPresent()
                && listening
                        .sending()
                        .outgoing()
                        .map(outgoing -> mayOverflowLater || !outgoing.tools().isEmpty())
                        .orElse(false);
    }

    private Kept plain(Exchange exchange, Headers added, Listening listening) {
        Kept kept = copy(exchange, exchange.relay(added), listening);
        exchange.finish();
        return kept;
    }

    private Kept copy(Exchange exchange, InputStream copy, Listening listening) {
        try (copy) {
            return read(exchange, copy, listening);
        } catch (IOException e) {
            LOG.debug("the copy of a reply ended early", e);
            return new Kept(
                    Optional.empty(), Optional.empty(), listening.recorded().isPresent(), exchange.outcome());
        }
    }

    private Kept read(Exchange exchange, InputStream copy, Listening listening) throws IOException {
        try {
            Wire wire = listening.sending().wire();
            ReplyReader reader = isStream(exchange) ? wire.streamedReply() : wire.wholeReply();
            Capture capture = Capture.read(copy, reader, listening.sending().wantsReplies());
            listening.sending().answered(exchange.status(), capture.body());
            List<Usage> calls = capture.reply().usage().stream().toList();
            Optional<Entry.Sent> sent = sent(calls, listening);
            boolean isSafe = close(exchange.status(), capture.reply(), sent, listening);
            return new Kept(Optional.of(capture.reply()), sent, !isSafe, exchange.outcome());
        } catch (IOException e) {
            throw e;
        } catch (Throwable e) {
            notKept(e);
            copy.transferTo(OutputStream.nullOutputStream()); // The flow goes on as long as its copy is taken.
            return new Kept(
                    Optional.empty(), Optional.empty(), listening.recorded().isPresent(), exchange.outcome());
        }
    }

    private Kept braid(Exchange exchange, Headers added, Listening listening) {
        Recorded recorded = listening.sending().recorded().orElseThrow();
        Outgoing outgoing = listening.sending().outgoing().orElseThrow();
        Rounds rounds;
        try {
            rounds = new Rounds(listening.sending(), recorded, outgoing, listening.tools(), isStream(exchange));
        } catch (Throwable e) {
            LOG.error("a reply cannot be read as it passes; it is relayed as it is", e);
            return plain(exchange, added, listening);
        }
        Rounds.Went went = rounds.walk(exchange, added);
        Optional<Entry.Sent> sent = Optional.empty();
        boolean isSafe;
        try {
            sent = sent(went.calls(), listening);
            went.hidden()
                    .filter(_ -> listening.recorded().isPresent())
                    .ifPresent(hidden -> editing.orElseThrow().insert(recorded, hidden));
            isSafe = close(went.status(), went.reply(), sent, listening);
        } catch (Throwable e) {
            notKept(e);
            isSafe = false;
        }
        went.finish().run();
        return new Kept(Optional.of(went.reply()), sent, !isSafe, went.outcome());
    }

    private static void notKept(Throwable trouble) {
        boolean isOfStore = trouble instanceof ProxyException known && known.kind() == ProxyException.Kind.STORE;
        // The store has said why, once.
        LOG.atLevel(isOfStore ? Level.DEBUG : Level.ERROR)
                .setCause(trouble)
                .log("a reply was relayed but could not be kept");
    }

    private static Optional<Entry.Sent> sent(List<Usage> calls, Listening listening) {
        return listening.sending().outgoing().map(outgoing -> outgoing.sent(calls));
    }

    private boolean close(int status, Reply reply, Optional<Entry.Sent> sent, Listening listening) {
        Optional<Receipt> receipt = listening
                .recorded()
                .map(recorded -> archive.close(recorded, new Archive.Closing(status, reply, listening.at(), sent)));
        listening.sending().answerKept();
        return receipt.map(Relay::isSafe).orElse(true);
    }

    /** Waits until an append outlives this process; false when it does not, or not in time. */
    static boolean isSafe(Receipt receipt) {
        try {
            receipt.written().get(WRITE_WAIT.toMillis(), TimeUnit.MILLISECONDS);
            return true;
        } catch (ExecutionException e) {
            LOG.debug("an append could not be written", e); // The store says why, once.
            return false;
        } catch (TimeoutException e) {
            LOG.error("an append was not written within {}", WRITE_WAIT, e);
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private static boolean isStream(Exchange exchange) {
        String type = exchange.headers().first("content-type").orElse("");
        return type.toLowerCase(Locale.ROOT).startsWith("text/event-stream");
    }
}
