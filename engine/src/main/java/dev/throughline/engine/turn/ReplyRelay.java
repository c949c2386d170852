package dev.throughline.engine.turn;

import dev.throughline.engine.archive.Entry;
import dev.throughline.engine.exchange.Exchange;
import dev.throughline.model.Bytes;
import dev.throughline.model.Headers;
import dev.throughline.model.ProxyException;
import dev.throughline.model.Usage;
import dev.throughline.wire.Reply;
import dev.throughline.wire.ReplyReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Relays the reply to a turn and records it. The gateway forwards the bytes; this class reads a copy, so that no
 * failure here affects the client's reply. Only the end of the reply is delayed: it is sent to the client after the
 * turn has been written. Used by the turn's own thread.
 */
final class ReplyRelay {
    private static final Logger LOG = LoggerFactory.getLogger(ReplyRelay.class);

    /** The maximum size of the reply body that is collected for listeners that want it. */
    static final int MAX_BODY_BYTES = 8 * 1024 * 1024;

    private static final int BUFFER_BYTES = 8 * 1024;

    private final TurnRun run;
    private final TurnRecord record;

    ReplyRelay(TurnRun run, TurnRecord record) {
        this.run = run;
        this.record = record;
    }

    /**
     * How a reply ended.
     *
     * @param sent the size of the prompt that was sent, and its cost
     * @param isLost whether the request was archived but the reply was not
     */
    record Ended(Optional<Reply> reply, Optional<Entry.Sent> sent, boolean isLost, Exchange.Outcome outcome) {
        /** The result if the upstream sent no reply. */
        static final Ended WITHOUT_REPLY =
                new Ended(Optional.empty(), Optional.empty(), /* isLost= */ false, Exchange.Outcome.UPSTREAM_CUT);

        /** The result of an answer that was not asked for upstream. */
        static Ended ofCommand(Reply answer) {
            return new Ended(Optional.of(answer), Optional.empty(), /* isLost= */ false, Exchange.Outcome.COMPLETE);
        }
    }

    /** Relays a reply, records it if the request was recorded, and then sends its end to the client. */
    Ended relay(Exchange reply, Headers added) {
        // A stream may report after its start that the prompt is too long, and any reply may call local tools.
        boolean mayChange = reply.status() == 200
                && run.prompt()
                        .filter(sent -> isStream(reply) || !sent.tools().isEmpty())
                        .isPresent();
        return mayChange ? relayThroughLoop(reply, added) : relayUnchanged(reply, added);
    }

    private Ended relayUnchanged(Exchange reply, Headers added) {
        Ended ended;
        try (InputStream copy = reply.relay(added)) {
            ended = capture(reply, copy);
        } catch (IOException e) {
            LOG.debug("the copy of a reply ended early", e);
            ended = lost(reply);
        }
        reply.finish();
        return ended;
    }

    private Ended capture(Exchange reply, InputStream copy) throws IOException {
        try {
            ReplyReader reader = isStream(reply) ? run.wire.streamedReply() : run.wire.wholeReply();
            Bytes body = read(copy, reader);
            Reply read = reader.finish();
            run.publish(new TurnEvent.UpstreamReplied(run.inbound, reply.status(), body));
            Optional<Entry.Sent> sent = sent(read.usage().stream().toList());
            boolean isStored = record.close(reply.status(), read, read.usage(), sent, Optional.empty());
            return new Ended(Optional.of(read), sent, !isStored, reply.outcome());
        } catch (IOException e) {
            throw e;
        } catch (Throwable e) {
            logNotArchived(e);
            copy.transferTo(OutputStream.nullOutputStream()); // The reply flows only while its copy is read.
            return lost(reply);
        }
    }

    /** Passes the copy to the reader. Returns the beginning of the copy if a listener wants the body. */
    private Bytes read(InputStream copy, ReplyReader reader) throws IOException {
        int maxBodyBytes = maxBodyBytes(run);
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        byte[] buffer = new byte[BUFFER_BYTES];
        for (int n = copy.read(buffer); n >= 0; n = copy.read(buffer)) {
            reader.feed(buffer, 0, n);
            body.write(buffer, 0, Math.min(n, maxBodyBytes - body.size()));
        }
        return Bytes.of(body.toByteArray());
    }

    /** The maximum number of reply bytes to collect for listeners. */
    static int maxBodyBytes(TurnRun run) {
        return run.handler.listeners.wantsReplies() ? MAX_BODY_BYTES : 0;
    }

    private Ended lost(Exchange reply) {
        return new Ended(Optional.empty(), Optional.empty(), record.persisted().isPresent(), reply.outcome());
    }

    private Ended relayThroughLoop(Exchange reply, Headers added) {
        ToolLoop loop;
        try {
            loop = new ToolLoop(run, record.opened().orElseThrow(), run.prompt().orElseThrow(), isStream(reply));
        } catch (Throwable e) {
            LOG.error("a reply cannot be read while it is relayed; it is relayed unchanged", e);
            return relayUnchanged(reply, added);
        }
        ToolLoop.PendingReply pending = loop.run(reply, added);
        Optional<Entry.Sent> sent = Optional.empty();
        boolean isStored = false;
        try {
            sent = sent(pending.usages());
            Optional<Usage> last = pending.usages().reversed().stream().findFirst();
            isStored = record.close(pending.status(), pending.reply(), last, sent, pending.hidden());
        } catch (Throwable e) {
            logNotArchived(e);
        }
        pending.finish().run();
        return new Ended(Optional.of(pending.reply()), sent, !isStored, pending.outcome());
    }

    private static void logNotArchived(Throwable error) {
        boolean isStoreFailure = error instanceof ProxyException known && known.kind() == ProxyException.Kind.STORE;
        LOG.atLevel(isStoreFailure ? Level.DEBUG : Level.ERROR) // The store has logged its own failure.
                .setCause(error)
                .log("a reply was relayed but could not be archived");
    }

    private Optional<Entry.Sent> sent(List<Usage> usages) {
        return run.prompt().map(prompt -> prompt.sent(usages));
    }

    static boolean isStream(Exchange reply) {
        String type = reply.headers().first("content-type").orElse("");
        return type.toLowerCase(Locale.ROOT).startsWith("text/event-stream");
    }
}
