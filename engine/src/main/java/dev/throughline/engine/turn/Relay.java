package dev.throughline.engine.turn;

import dev.throughline.engine.archive.Archive;
import dev.throughline.engine.archive.Receipt;
import dev.throughline.engine.archive.Recorded;
import dev.throughline.engine.edit.Outgoing;
import dev.throughline.wire.Reply;
import dev.throughline.wire.ReplyReader;
import dev.throughline.wire.Wire;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

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

    Relay(Archive archive) {
        this.archive = archive;
    }

    /**
     * What became of a reply's copy.
     *
     * @param isLost whether the turn was kept and its answer was not
     */
    record Kept(Optional<Capture> capture, boolean isLost) {}

    /** Reads the copy to its end and keeps what was said, if the turn itself was kept. */
    Kept keep(Exchange exchange, InputStream copy, Listening listening) {
        try (copy) {
            return read(exchange, copy, listening);
        } catch (IOException e) {
            LOG.debug("the copy of a reply ended early", e);
            return new Kept(Optional.empty(), listening.recorded().isPresent());
        }
    }

    private Kept read(Exchange exchange, InputStream copy, Listening listening) throws IOException {
        try {
            Wire wire = listening.wire();
            ReplyReader reader = isStream(exchange) ? wire.streamedReply() : wire.wholeReply();
            Capture capture = Capture.read(copy, reader, listening.wantsBody());
            boolean isSafe = listening
                    .recorded()
                    .map(recorded -> archive.close(recorded, closing(exchange, capture, listening)))
                    .map(Relay::isSafe)
                    .orElse(true);
            return new Kept(Optional.of(capture), !isSafe);
        } catch (IOException e) {
            throw e;
        } catch (Throwable e) {
            LOG.error("a reply was relayed but could not be kept", e);
            copy.transferTo(OutputStream.nullOutputStream()); // The flow goes on as long as its copy is taken.
            return new Kept(Optional.empty(), listening.recorded().isPresent());
        }
    }

    private static Archive.Closing closing(Exchange exchange, Capture capture, Listening listening) {
        Reply reply = capture.reply();
        return new Archive.Closing(
                exchange.status(),
                reply,
                listening.at(),
                listening.outgoing().map(outgoing -> outgoing.weight().sent(reply.usage())));
    }

    /** Who wants to know what a reply said. */
    record Listening(
            Wire wire, Optional<Recorded> recorded, Optional<Outgoing> outgoing, boolean wantsBody, Instant at) {}

    /** Waits until an append outlives this process; false when it does not, or not in time. */
    static boolean isSafe(Receipt receipt) {
        try {
            receipt.written().get(WRITE_WAIT.toMillis(), TimeUnit.MILLISECONDS);
            return true;
        } catch (ExecutionException | TimeoutException e) {
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
