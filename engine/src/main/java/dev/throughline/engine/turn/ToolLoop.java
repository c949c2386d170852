package dev.throughline.engine.turn;

import dev.throughline.engine.archive.RecordedTurn;
import dev.throughline.engine.edit.PromptToSend;
import dev.throughline.engine.exchange.ClientStream;
import dev.throughline.engine.exchange.Exchange;
import dev.throughline.engine.recall.LocalTools;
import dev.throughline.model.Bytes;
import dev.throughline.model.Headers;
import dev.throughline.model.ProxyException;
import dev.throughline.model.Usage;
import dev.throughline.model.text.TokenCount;
import dev.throughline.wire.AnsweredRound;
import dev.throughline.wire.LocalCall;
import dev.throughline.wire.LocalResult;
import dev.throughline.wire.LocalToolCodec;
import dev.throughline.wire.Overflow;
import dev.throughline.wire.Reply;
import dev.throughline.wire.ReplyReader;
import dev.throughline.wire.ReplyRound;
import dev.throughline.wire.ReplySplicer;
import dev.throughline.wire.Request;
import dev.throughline.wire.RequestChange;
import dev.throughline.wire.Wire;
import dev.throughline.wire.reply.HiddenCallsCodec;
import dev.throughline.wire.request.RequestRewriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Joins several replies of the provider into one reply for the client, and answers the calls of local tools between
 * them.
 *
 * <pre>
 *   request 1 ─► text A, call of recall ─┐ answered here
 *   request 2 ─► text B, end             │
 *   client       text A, text B, end
 * </pre>
 *
 * <p>The archive stores the reply that the client received, because the client will send that one back. Used by the
 * turn's own thread; only the {@link SplicedReply} runs on the event loop.
 */
final class ToolLoop {
    private static final Logger LOG = LoggerFactory.getLogger(ToolLoop.class);

    /** The result that the model gets if the prompt with the real results is too long. */
    private static final String NO_ROOM = "There is no room in the prompt for what was found. Ask for less of it with"
            + " {\"id\":\"<id>\",\"offset\":0,\"limit\":1000}.";

    /** The error that the client gets if this class fails after the client's reply has begun. */
    private static final String BROKEN =
            "Throughline failed while it answered a call of a local tool. See its log for the cause. Send the request"
                    + " again.";

    /** The result that the model gets if a tool fails. */
    private static final String UNANSWERED = "This tool does not work now. Go on without it.";

    private final TurnRun run;
    private final RecordedTurn recorded;
    private final Wire wire;
    private final LocalToolCodec.ReplyForm form;
    private final ReplySplicer splicer;
    private final TokenCount count;

    /**
     * After this many rounds, the result of each call says that the limit is reached. The model then has one more
     * round.
     */
    private final int maxRounds;

    private final List<AnsweredRound> rounds = new ArrayList<>();

    /** The reply that is being relayed; empty between two requests. */
    private Optional<RelayedReply> relayed = Optional.empty();

    /** The body of the request that the newest round replies to. */
    private Bytes roundBody;

    /** The body to send next: {@code roundBody}, continued with the newest round and its results. */
    private Bytes nextBody;

    /** The tokens that still fit into the prompt. */
    private long freeTokens;

    ToolLoop(TurnRun run, RecordedTurn recorded, PromptToSend prompt, boolean isStream) {
        this.run = run;
        this.recorded = recorded;
        this.wire = run.wire;
        this.form = isStream ? LocalToolCodec.ReplyForm.STREAMED_HEAD_HELD : LocalToolCodec.ReplyForm.DOCUMENT;
        this.splicer = wire.localTools().splicer(new HashSet<>(prompt.tools()), form);
        this.count = TokenCount.of(recorded.turn().request().model());
        this.maxRounds = run.handler.settings.localRounds();
        this.roundBody = prompt.body();
        this.nextBody = prompt.body();
        this.freeTokens = prompt.weight().freeTokens();
    }

    private record RelayedReply(Exchange exchange, SplicedReply spliced) {}

    /**
     * A reply that was relayed to the client except for its end.
     *
     * @param reply the reply that the client received
     * @param usages the usage of each request that the provider answered
     * @param finish sends the end to the client
     * @param hidden the calls that the client did not see
     */
    record PendingReply(
            Reply reply,
            List<Usage> usages,
            int status,
            Exchange.Outcome outcome,
            Runnable finish,
            Optional<Bytes> hidden) {
        PendingReply {
            usages = List.copyOf(usages);
        }
    }

    /** Relays the reply to the first request, and the replies to as many further requests as are needed. */
    PendingReply run(Exchange first, Headers added) {
        try {
            return relayRounds(first, added);
        } catch (ProxyException e) {
            return endWithError(e, splicer);
        } catch (Throwable e) {
            LOG.error("a reply could not be read while it was relayed, or tool results could not be sent", e);
            return endAfterBug();
        }
    }

    private PendingReply relayRounds(Exchange first, Headers added) {
        Exchange exchange = first;
        while (exchange.status() == 200) {
            relay(exchange, added);
            ReplyRound round = splicer.endRound();
            Optional<Overflow> tooLong = round.isWithheld() ? round.overflow() : Optional.empty();
            if (tooLong.isPresent() && shrink(tooLong.get())) {
                leaveOpen(exchange);
            } else {
                rounds.add(new AnsweredRound(round, results(round)));
                boolean continues = round.isContinuable()
                        && rounds.size() <= maxRounds + 1
                        && exchange.outcome() == Exchange.Outcome.COMPLETE;
                if (!continues) {
                    return end(exchange);
                }
                leaveOpen(exchange); // Before the next steps: if they fail, this reply must not be completed.
                nextBody = continuedBody();
            }
            exchange = run.send(() -> Optional.of(nextBody), this::shrink);
        }
        return run.client.hasBegun() ? endWithRefusal(exchange, added) : relayRefusal(exchange, added);
    }

    private void relay(Exchange exchange, Headers added) {
        SplicedReply spliced = new SplicedReply(splicer, form, ReplyRelay.maxBodyBytes(run), rounds.isEmpty());
        relayed = Optional.of(new RelayedReply(exchange, spliced));
        transfer(exchange.relay(added, spliced), OutputStream.nullOutputStream());
        publishReply(exchange, spliced.beginning());
        spliced.check();
    }

    private static void transfer(InputStream copy, OutputStream to) {
        try (copy) {
            copy.transferTo(to);
        } catch (IOException e) {
            LOG.debug("the copy of a reply ended early", e);
        }
    }

    private void publishReply(Exchange exchange, Bytes body) {
        run.publish(new TurnEvent.UpstreamReplied(run.inbound, exchange.status(), body));
    }

    private void leaveOpen(Exchange exchange) {
        relayed = Optional.empty();
        exchange.leaveOpen();
    }

    /**
     * Makes a refused body smaller: removes the newest results or, if there are none, repairs the prompt of the turn.
     */
    private boolean shrink(Overflow overflow) {
        if (rounds.isEmpty()) {
            boolean isRepaired = run.repair(overflow);
            nextBody = run.prompt().map(PromptToSend::body).orElse(nextBody);
            return isRepaired;
        }
        AnsweredRound last = rounds.getLast();
        List<LocalResult> shorter = last.results().stream()
                .map(result -> new LocalResult(result.callId(), NO_ROOM, /* isError= */ true))
                .toList();
        if (shorter.equals(last.results())) {
            return false;
        }
        LOG.info("the provider refused a prompt with tool results as too long; sending it without them");
        rounds.set(rounds.size() - 1, new AnsweredRound(last.round(), shorter));
        nextBody = continuedBody();
        return true;
    }

    private List<LocalResult> results(ReplyRound round) {
        roundBody = nextBody;
        List<LocalResult> results = new ArrayList<>();
        for (LocalCall call : round.calls()) {
            LocalTools.ToolAnswer answer = rounds.size() >= maxRounds ? limitReached() : answer(call);
            run.publish(new TurnEvent.ToolCalled(run.inbound, call, answer));
            freeTokens = Math.max(0, freeTokens - count.ofText(answer.text()));
            results.add(new LocalResult(call.id(), answer.text(), answer.isError()));
        }
        return results;
    }

    private LocalTools.ToolAnswer limitReached() {
        String times = maxRounds == 1 ? " time" : " times";
        String text = "limit reached: this tool was called " + maxRounds + times
                + " in one answer. Go on with what is known.";
        return new LocalTools.ToolAnswer(text, /* isError= */ false);
    }

    /** The answer of a tool. If the tool fails, the model still gets a result and can continue. */
    private LocalTools.ToolAnswer answer(LocalCall call) {
        try {
            // Half of the free tokens are reserved for the next call.
            return run.handler.services.tools().answer(recorded, call, freeTokens / 2);
        } catch (Throwable e) {
            LOG.error("a call of {} could not be answered", call.name(), e);
            return new LocalTools.ToolAnswer(UNANSWERED, /* isError= */ true);
        }
    }

    private Bytes continuedBody() {
        Request request = wire.decode(roundBody);
        int last = request.history().size() - 1;
        List<RequestChange> changes = new ArrayList<>();
        wire.localTools()
                .continuation(rounds.getLast())
                .forEach(element -> changes.add(new RequestChange.InsertAfter(last, element)));
        return RequestRewriter.apply(request, changes);
    }

    private PendingReply end(Exchange exchange) {
        Bytes last = splicer.finish();
        Runnable finish = () -> exchange.finish(last);
        return pending(clientReply(Bytes.EMPTY), exchange.status(), exchange.outcome(), finish, hiddenCalls());
    }

    private Optional<Bytes> hiddenCalls() {
        try {
            return wire.localTools().hiddenCalls(rounds).map(HiddenCallsCodec::write);
        } catch (Throwable e) {
            LOG.error("the calls that the client did not see could not be written; they will not be restored", e);
            return Optional.empty();
        }
    }

    /** Relays the refusal of a further request unchanged. The client has received nothing yet. */
    private PendingReply relayRefusal(Exchange exchange, Headers added) {
        ByteArrayOutputStream refusal = new ByteArrayOutputStream();
        transfer(exchange.relay(added), refusal);
        ReplyReader reader = wire.wholeReply();
        reader.feed(refusal.toByteArray(), 0, refusal.size());
        publishReply(exchange, Bytes.of(refusal.toByteArray()));
        return pending(reader.finish(), exchange.status(), exchange.outcome(), exchange::finish, Optional.empty());
    }

    /** Ends the client's reply, which has begun, with the refusal of a further request as an error. */
    private PendingReply endWithRefusal(Exchange exchange, Headers added) {
        Bytes refusal = TurnRun.refusal(exchange);
        publishReply(exchange, refusal);
        transfer(exchange.relay(added, (_, _, _) -> Bytes.EMPTY), OutputStream.nullOutputStream());
        Bytes last = splicer.fail(refusal);
        Runnable finish = () -> exchange.finish(last);
        return pending(
                clientReply(Bytes.EMPTY), exchange.status(), Exchange.Outcome.UPSTREAM_CUT, finish, Optional.empty());
    }

    /** Ends the client's reply, which has begun, with an error, because a further request got no reply. */
    private PendingReply endWithError(ProxyException error, ReplySplicer errorSplicer) {
        ClientStream client = run.client;
        if (!client.hasBegun() || client.isGone()) {
            throw error;
        }
        LOG.warn("{} {}: {}", error.status(), error.code(), error.getMessage());
        relayed.map(RelayedReply::exchange).ifPresent(this::leaveOpen);
        Bytes last = errorSplicer.fail(wire.error(error.status(), error.code(), error.sentence()));
        Runnable finish = () -> {
            client.write(last);
            client.end();
        };
        Bytes otherBytes = errorSplicer.equals(splicer) ? Bytes.EMPTY : last;
        return pending(
                clientReply(otherBytes), error.status(), Exchange.Outcome.UPSTREAM_CUT, finish, Optional.empty());
    }

    /** Completes the provider's own reply if the client has received its beginning; otherwise ends with an error. */
    private PendingReply endAfterBug() {
        Optional<Bytes> rest = relayed.flatMap(reply -> reply.spliced().rest());
        if (rest.isPresent()) {
            Exchange exchange = relayed.get().exchange();
            Bytes last = rest.get();
            Runnable finish = () -> exchange.finish(last);
            return pending(clientReply(last), exchange.status(), exchange.outcome(), finish, Optional.empty());
        }
        // A splicer that failed may be in the state in which the reply has ended, so a new one writes the error.
        boolean isSplicerBroken =
                relayed.filter(reply -> reply.spliced().hasFailed()).isPresent();
        ReplySplicer errorSplicer = isSplicerBroken ? wire.localTools().splicer(Set.of(), form) : splicer;
        return endWithError(new ProxyException(ProxyException.Kind.UPSTREAM, "tool_loop_failed", BROKEN), errorSplicer);
    }

    /** The client's reply reports the usage of the last request. The archive stores the sum of all requests. */
    private PendingReply pending(
            Reply reply, int status, Exchange.Outcome outcome, Runnable finish, Optional<Bytes> hidden) {
        List<Usage> usages = rounds.isEmpty()
                ? reply.usage().stream().toList()
                : rounds.stream()
                        .flatMap(each -> each.round().reply().usage().stream())
                        .toList();
        Optional<Usage> billed = usages.stream().reduce(Usage::plus).or(reply::usage);
        return new PendingReply(reply.withUsage(billed), usages, status, outcome, finish, hidden);
    }

    /** The reply that the client received, including bytes that the splicer did not write. */
    private Reply clientReply(Bytes otherBytes) {
        try {
            splicer.noteSent(otherBytes);
            return splicer.clientReply();
        } catch (Throwable e) {
            LOG.error("a reply was relayed but could not be read", e);
            return TurnRecord.NO_REPLY;
        }
    }
}
