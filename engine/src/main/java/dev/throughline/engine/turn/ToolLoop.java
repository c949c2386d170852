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
 * One client's reply out of several of the provider's.
 *
 * <pre>
 *   send ─► text A, recall ─┐ answered here
 *   send ─► text B, end     │
 *   client  text A, text B, end
 * </pre>
 *
 * <p>What the client sees is read as well, so what is kept is what the client will send back. Used by the turn's own
 * thread; only the spliced runs on the event loop.
 */
final class ToolLoop {
    private static final Logger LOG = LoggerFactory.getLogger(ToolLoop.class);

    /** What the model is told when the provider did not take what it had asked for. */
    private static final String NO_ROOM = "There is no room in the prompt for what was found. Ask for less of it with"
            + " {\"id\":\"<id>\",\"offset\":0,\"limit\":1000}.";

    private static final String BROKEN =
            "Throughline failed while it answered a tool call of its own; its log says why. Send the request again.";

    private static final String UNANSWERED = "This tool does not work now. Go on without it.";

    private final TurnRun run;
    private final RecordedTurn recorded;
    private final TokenCount count;
    private final LocalTools tools;
    private final Wire wire;
    private final LocalToolCodec.ReplyForm form;
    private final ReplySplicer splicer;
    private final List<AnsweredRound> answered = new ArrayList<>();

    /** Rounds in which we answer; one more is told that this was all. */
    private final int mostRounds;

    /** The reply that reaches the client now; nothing between two calls. */
    private Optional<Flowing> flowing = Optional.empty();

    /** What was sent before the newest answers of ours. */
    private Bytes before;

    private Bytes body;
    private long room;

    ToolLoop(TurnRun run, RecordedTurn recorded, PromptToSend outgoing, boolean isStream) {
        this.run = run;
        this.mostRounds = run.dependencies().settings().localRounds();
        this.recorded = recorded;
        this.count = TokenCount.of(recorded.turn().request().model());
        this.tools = run.dependencies().services().tools();
        this.wire = run.wire();
        this.form = isStream ? LocalToolCodec.ReplyForm.STREAMED_HEAD_HELD : LocalToolCodec.ReplyForm.DOCUMENT;
        this.splicer = wire.localTools().splicer(new HashSet<>(outgoing.tools()), form);
        this.before = outgoing.body();
        this.body = outgoing.body();
        this.room = outgoing.weight().room();
    }

    private record Flowing(Exchange exchange, SplicedReply spliced) {}

    /**
     * How it went.
     *
     * @param reply what the client saw
     * @param calls what was billed for each call that the provider answered
     * @param finish lets the client see the end of it
     */
    record Result(
            Reply reply,
            List<Usage> calls,
            int status,
            Exchange.Outcome outcome,
            Runnable finish,
            Optional<Bytes> hidden) {
        Result {
            calls = List.copyOf(calls);
        }

        private Result hiding(Optional<Bytes> unseen) {
            return new Result(reply, calls, status, outcome, finish, unseen);
        }
    }

    /** Lets the first call's answer flow, and makes as many others as it takes; nothing has ended when it returns. */
    Result run(Exchange first, Headers added) {
        try {
            return rounds(first, added);
        } catch (ProxyException e) {
            return unreachable(e, splicer);
        } catch (Throwable e) {
            LOG.error("a reply could not be read as it passed, or the answers of our tools not be sent on", e);
            return broken();
        }
    }

    private Result rounds(Exchange first, Headers added) {
        Exchange exchange = first;
        while (exchange.status() == 200) {
            flow(exchange, added);
            ReplyRound round = splicer.endRound();
            Optional<Overflow> tooLong = round.isWithheld() ? round.overflow() : Optional.empty();
            if (tooLong.isPresent() && isSmaller(tooLong.get())) {
                leaveOpen(exchange);
                exchange = send();
                continue;
            }
            answered.add(new AnsweredRound(round, results(round)));
            boolean goesOn = round.isContinuable()
                    && answered.size() <= mostRounds + 1
                    && exchange.outcome() == Exchange.Outcome.COMPLETE;
            if (!goesOn) {
                return end(exchange);
            }
            leaveOpen(exchange);
            body = continued();
            exchange = send();
        }
        return run.client().hasBegun() ? fail(exchange, added) : passOn(exchange, added);
    }

    private void leaveOpen(Exchange exchange) {
        flowing = Optional.empty();
        exchange.leaveOpen();
    }

    /** Sends the body, and again and smaller as long as the provider refuses it as too long. */
    private Exchange send() {
        Exchange exchange = run.send(body);
        Optional<Overflow> tooLong = run.overflow(exchange);
        while (tooLong.isPresent() && isSmaller(tooLong.get())) {
            run.answered(exchange.status(), TurnRun.refusal(exchange));
            exchange.close();
            exchange = run.send(body);
            tooLong = run.overflow(exchange);
        }
        return exchange;
    }

    /** A bug of ours: the client gets the provider's own reply if it can, or else an end that it understands. */
    private Result broken() {
        Optional<Bytes> rest = flowing.flatMap(each -> each.spliced().rest());
        if (rest.isPresent()) {
            Exchange exchange = flowing.get().exchange();
            Bytes last = rest.get();
            return result(clientReply(last), exchange.status(), exchange.outcome(), () -> exchange.finish(last));
        }
        boolean isTorn = flowing.filter(each -> each.spliced().hasFailed()).isPresent();
        ReplySplicer ending =
                isTorn ? wire.localTools().splicer(Set.of(), form) : splicer; // It may think that it has ended.
        return unreachable(new ProxyException(ProxyException.Kind.UPSTREAM, "tool_loop_failed", BROKEN), ending);
    }

    /** Makes the refused body smaller: by what we answered last, or, if that was not much, as a turn is. */
    private boolean isSmaller(Overflow overflow) {
        if (answered.isEmpty()) {
            boolean isRepaired = run.repair(overflow);
            body = run.outgoing().map(PromptToSend::body).orElse(body);
            return isRepaired;
        }
        AnsweredRound last = answered.getLast();
        List<LocalResult> shorter = last.results().stream()
                .map(result -> new LocalResult(result.callId(), NO_ROOM, /* isError= */ true))
                .toList();
        if (shorter.equals(last.results())) {
            return false;
        }
        LOG.info("the provider refused a prompt with what was recalled as too long; sending it without");
        answered.set(answered.size() - 1, new AnsweredRound(last.round(), shorter));
        body = continued();
        return true;
    }

    /** A further call was refused, and the client has seen nothing so far: it sees that refusal, and nothing else. */
    private Result passOn(Exchange exchange, Headers added) {
        ReplyReader reader = wire.wholeReply();
        byte[] all = read(exchange.relay(added));
        reader.feed(all, 0, all.length);
        run.answered(exchange.status(), Bytes.of(all));
        return result(reader.finish(), exchange.status(), exchange.outcome(), exchange::finish);
    }

    /** The provider cannot be reached for a further call: a client that has seen a part is told so where it reads. */
    private Result unreachable(ProxyException error, ReplySplicer ending) {
        ClientStream client = run.client();
        if (!client.hasBegun() || client.isGone()) {
            throw error;
        }
        LOG.warn("{} {}: {}", error.status(), error.code(), error.getMessage());
        flowing.map(Flowing::exchange).ifPresent(this::leaveOpen);
        Bytes last = ending.fail(wire.error(error.status(), error.code(), error.sentence()));
        Runnable finish = () -> {
            client.write(last);
            client.end();
        };
        Bytes beside = ending.equals(splicer) ? Bytes.EMPTY : last;
        return result(clientReply(beside), error.status(), Exchange.Outcome.UPSTREAM_CUT, finish);
    }

    private static byte[] read(InputStream copy) {
        try (copy) {
            return copy.readAllBytes();
        } catch (IOException e) {
            LOG.debug("the copy of a reply ended early", e);
            return new byte[0];
        }
    }

    private void flow(Exchange exchange, Headers added) {
        int keptBytes = run.dependencies().listeners().wantsReplies() ? ReplyCapture.BODY_BYTES : 0;
        SplicedReply spliced = new SplicedReply(splicer, form, keptBytes, answered.isEmpty());
        flowing = Optional.of(new Flowing(exchange, spliced));
        try (InputStream copy = exchange.relay(added, spliced)) {
            copy.transferTo(OutputStream.nullOutputStream());
        } catch (IOException e) {
            LOG.debug("the copy of a reply ended early", e);
        }
        run.answered(exchange.status(), spliced.kept());
        spliced.check();
    }

    private List<LocalResult> results(ReplyRound round) {
        before = body;
        List<LocalResult> results = new ArrayList<>();
        for (LocalCall call : round.calls()) {
            LocalTools.ToolAnswer said = answered.size() >= mostRounds ? limitReached() : answer(call);
            run.called(call, said);
            room = Math.max(0, room - count.ofText(said.text()));
            results.add(new LocalResult(call.id(), said.text(), said.isError()));
        }
        return results;
    }

    private LocalTools.ToolAnswer limitReached() {
        String times = mostRounds == 1 ? " time" : " times";
        String text = "limit reached: this tool was called " + mostRounds + times
                + " in one answer. Go on with what is known.";
        return new LocalTools.ToolAnswer(text, /* isError= */ false);
    }

    /** Whatever goes wrong here, the model is told so and goes on. */
    private LocalTools.ToolAnswer answer(LocalCall call) {
        try {
            return tools.answer(recorded, call, room / 2); // The other half is for the next call.
        } catch (Throwable e) {
            LOG.error("a call of {} could not be answered", call.name(), e);
            return new LocalTools.ToolAnswer(UNANSWERED, /* isError= */ true);
        }
    }

    /** What was sent before, and what we answered to it. */
    private Bytes continued() {
        Request request = wire.decode(before);
        int last = request.history().size() - 1;
        List<RequestChange> changes = new ArrayList<>();
        wire.localTools()
                .continuation(answered.getLast())
                .forEach(element -> changes.add(new RequestChange.InsertAfter(last, element)));
        return RequestRewriter.apply(request, changes);
    }

    private Result end(Exchange exchange) {
        Bytes last = splicer.finish();
        return result(clientReply(Bytes.EMPTY), exchange.status(), exchange.outcome(), () -> exchange.finish(last))
                .hiding(hidden());
    }

    private Optional<Bytes> hidden() {
        try {
            return wire.localTools().hiddenCalls(answered).map(HiddenCallsCodec::write);
        } catch (Throwable e) {
            LOG.error("what the client did not see of a reply could not be noted; it will not be put back", e);
            return Optional.empty();
        }
    }

    /** A further call was refused: the client is told what the provider said, and keeps what it has. */
    private Result fail(Exchange exchange, Headers added) {
        Bytes refusal = TurnRun.refusal(exchange);
        run.answered(exchange.status(), refusal);
        read(exchange.relay(added, (_, _, _) -> Bytes.EMPTY)); // Its words go out in the client's own protocol.
        Bytes last = splicer.fail(refusal);
        return result(
                clientReply(Bytes.EMPTY),
                exchange.status(),
                Exchange.Outcome.UPSTREAM_CUT,
                () -> exchange.finish(last));
    }

    /** The client is told the size of the last prompt; what is kept is the bill of all calls. */
    private Result result(Reply reply, int status, Exchange.Outcome outcome, Runnable finish) {
        List<Usage> calls = answered.isEmpty()
                ? reply.usage().stream().toList()
                : answered.stream()
                        .flatMap(each -> each.round().reply().usage().stream())
                        .toList();
        Optional<Usage> billed = calls.stream().reduce(Usage::plus).or(reply::usage);
        return new Result(reply.withUsage(billed), calls, status, outcome, finish, Optional.empty());
    }

    /** What the client received, these bytes that the splicer did not give included. */
    private Reply clientReply(Bytes beside) {
        try {
            splicer.noteSent(beside);
            return splicer.clientReply();
        } catch (Throwable e) {
            LOG.error("a reply was relayed but could not be read", e);
            return TurnRecord.NO_REPLY;
        }
    }
}
