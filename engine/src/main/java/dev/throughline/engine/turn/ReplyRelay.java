package dev.throughline.engine.turn;

import dev.throughline.engine.archive.Entry;
import dev.throughline.engine.exchange.Exchange;
import dev.throughline.model.Headers;
import dev.throughline.model.ProxyException;
import dev.throughline.model.Usage;
import dev.throughline.wire.Reply;
import dev.throughline.wire.ReplyReader;
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
 * Records the answer to a turn as it passes. The bytes themselves flow without us; what is read here is a copy, so
 * whatever goes wrong here, the client has its answer. Only the very end waits: a client that has seen it knows that
 * the turn was written. Used by the turn's own thread.
 */
final class ReplyRelay {
    private static final Logger LOG = LoggerFactory.getLogger(ReplyRelay.class);

    private final TurnRun run;
    private final TurnRecord record;

    ReplyRelay(TurnRun run, TurnRecord record) {
        this.run = run;
        this.record = record;
    }

    /**
     * What became of a reply.
     *
     * @param sent what was weighed before the request was sent, with its bill
     * @param isLost whether the turn was recorded and its answer was not
     */
    record Ended(Optional<Reply> reply, Optional<Entry.Sent> sent, boolean isLost, Exchange.Outcome outcome) {
        /** The upstream gave no answer. */
        static final Ended NOTHING =
                new Ended(Optional.empty(), Optional.empty(), /* isLost= */ false, Exchange.Outcome.UPSTREAM_CUT);
    }

    /** Lets a reply flow to its end, records it if the turn itself was recorded, then lets the client go. */
    Ended relay(Exchange reply, Headers added) {
        return mayBeSpliced(reply) ? splice(reply, added) : pass(reply, added);
    }

    /**
     * Whether what the client sees may be other than what the provider sends: a stream may begin and then say that the
     * prompt is too long, and a tool of ours may be called.
     */
    private boolean mayBeSpliced(Exchange reply) {
        return reply.status() == 200
                && run.outgoing()
                        .filter(sent -> isStream(reply) || !sent.tools().isEmpty())
                        .isPresent();
    }

    private Ended pass(Exchange reply, Headers added) {
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
            ReplyReader reader =
                    isStream(reply) ? run.wire().streamedReply() : run.wire().wholeReply();
            ReplyCapture capture = ReplyCapture.read(
                    copy, reader, run.dependencies().listeners().wantsReplies());
            run.answered(reply.status(), capture.body());
            Optional<Entry.Sent> sent = sent(capture.reply().usage().stream().toList());
            boolean isKept = record.close(reply.status(), capture.reply(), sent, Optional.empty());
            return new Ended(Optional.of(capture.reply()), sent, !isKept, reply.outcome());
        } catch (IOException e) {
            throw e;
        } catch (Throwable e) {
            logNotKept(e);
            copy.transferTo(OutputStream.nullOutputStream()); // The flow goes on as long as its copy is taken.
            return lost(reply);
        }
    }

    private Ended lost(Exchange reply) {
        return new Ended(Optional.empty(), Optional.empty(), record.persisted().isPresent(), reply.outcome());
    }

    private Ended splice(Exchange reply, Headers added) {
        ToolLoop loop;
        try {
            loop = new ToolLoop(
                    run, record.opened().orElseThrow(), run.outgoing().orElseThrow(), isStream(reply));
        } catch (Throwable e) {
            LOG.error("a reply cannot be read as it passes; it is relayed as it is", e);
            return pass(reply, added);
        }
        ToolLoop.Result result = loop.run(reply, added);
        Optional<Entry.Sent> sent = Optional.empty();
        boolean isKept = false;
        try {
            sent = sent(result.calls());
            isKept = record.close(result.status(), result.reply(), sent, result.hidden());
        } catch (Throwable e) {
            logNotKept(e);
        }
        result.finish().run();
        return new Ended(Optional.of(result.reply()), sent, !isKept, result.outcome());
    }

    private static void logNotKept(Throwable error) {
        boolean isOfStore = error instanceof ProxyException known && known.kind() == ProxyException.Kind.STORE;
        // The store has said why, once.
        LOG.atLevel(isOfStore ? Level.DEBUG : Level.ERROR)
                .setCause(error)
                .log("a reply was relayed but could not be kept");
    }

    private Optional<Entry.Sent> sent(List<Usage> bills) {
        return run.outgoing().map(each -> each.sent(bills));
    }

    private static boolean isStream(Exchange reply) {
        String type = reply.headers().first("content-type").orElse("");
        return type.toLowerCase(Locale.ROOT).startsWith("text/event-stream");
    }
}
