package dev.throughline.engine.turn;

import dev.throughline.engine.archive.Purpose;
import dev.throughline.engine.archive.RecordedTurn;
import dev.throughline.engine.archive.SessionCard;
import dev.throughline.engine.edit.PromptEditor;
import dev.throughline.engine.edit.PromptToSend;
import dev.throughline.engine.exchange.ClientStream;
import dev.throughline.engine.exchange.Exchange;
import dev.throughline.engine.exchange.UpstreamRequest;
import dev.throughline.engine.helper.SessionCaller;
import dev.throughline.engine.state.NoteKind;
import dev.throughline.engine.turn.CommandAnswer.ExecutedCommand;
import dev.throughline.model.Bytes;
import dev.throughline.model.Headers;
import dev.throughline.model.ProxyException;
import dev.throughline.model.SessionRef;
import dev.throughline.wire.Overflow;
import dev.throughline.wire.Wire;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A turn in progress: its state, and its steps in the order of {@link TurnHandler#handle}.
 *
 * <pre>
 *   decode ─ open ─ adapt ─ record ─ decide ─ send ─ relay     if nothing fails
 *   └── one of them fails ────────────────┘   │      │         the client's own bytes are sent
 *                                          refuse    │         no reply from upstream: the client gets an error
 *                                            └ close   always: the archive entry is closed, listeners are called
 * </pre>
 *
 * <p>Used by the turn's own thread.
 */
final class TurnRun {
    private static final Logger LOG = LoggerFactory.getLogger(TurnRun.class);

    /** How many bytes of an error reply are read to find its cause. */
    private static final int MAX_ERROR_BYTES = 64 * 1024;

    private static final int STATUS_OK = 200;

    private static final String REPLY_NOT_KEPT = "reply_not_kept";

    final TurnHandler handler;
    final Inbound inbound;
    final ClientStream client;
    final Wire wire;
    private final PassThrough.Attempt attempt;
    private final TurnRecord record;
    private final WithheldReply withheld;
    private final Instant startedAt;

    private RequestControls controls = RequestControls.NONE;
    private long arrivalNumber;

    /** The reason why the turn gets no memory, other than a failure. */
    private Optional<MemoryOff> memoryOff = Optional.of(MemoryOff.REFUSED);

    /** The prompt that was decided last; empty if the client's own bytes are sent. */
    private Optional<PromptToSend> prompt = Optional.empty();

    /** The body with the history of the session, if that differs from the client's and the request is archived. */
    private Optional<Bytes> sessionBody = Optional.empty();

    /** The command in a chat that was executed, and the answer to it. */
    private Optional<ExecutedCommand> command = Optional.empty();

    private Optional<Exchange> exchange = Optional.empty();
    private Duration timeToHead = Duration.ZERO;
    private int requestsSent;
    private int repairs;
    private boolean isFinished;

    TurnRun(TurnHandler handler, Inbound inbound, ClientStream client) {
        this.handler = handler;
        this.inbound = inbound;
        this.client = client;
        this.wire = handler.services.wires().apply(inbound.dialect());
        this.attempt = handler.passThrough.attempt(inbound.headers());
        this.record = new TurnRecord(handler.services.archive(), this::closingTime);
        this.withheld = new WithheldReply(record);
        publish(new TurnEvent.Arrived(inbound));
        this.startedAt = handler.services.clock().instant();
    }

    /** Reads the request; empty if it gets no memory. */
    Optional<TurnReader.ReadRequest> decode() {
        return attempt.runOrBypass(() -> {
            TurnReader reader = new TurnReader(handler, inbound);
            controls = reader.controls();
            Optional<MemoryOff> off = reader.memoryOff();
            if (off.isPresent()) {
                memoryOff = off;
                return Optional.empty();
            }
            arrivalNumber = handler.services.sessions().arrive(reader.caller());
            Optional<TurnReader.ReadRequest> request = reader.read();
            if (request.isEmpty()) {
                memoryOff = Optional.of(MemoryOff.NO_AGENT);
            }
            return request;
        });
    }

    /** Finds or opens the session that the request belongs to. */
    Optional<SessionCard> open(Optional<TurnReader.ReadRequest> request) {
        return request.flatMap(read -> attempt.runOrBypass(() -> Optional.of(read.open(arrivalNumber))));
    }

    /**
     * Gives the request the history of its session: without what was said before a reset, and with what was said since
     * if the gateway holds the history.
     */
    Optional<TurnReader.ReadRequest> adapt(Optional<SessionCard> session, Optional<TurnReader.ReadRequest> request) {
        return session.flatMap(card ->
                attempt.runOrBypass(() -> Optional.of(request.orElseThrow().adapt(card))));
    }

    /**
     * Does what a command in a chat asks for; the request is then archived as a command. If that fails, the message is
     * sent to the model.
     */
    Optional<TurnReader.ReadRequest> execute(Optional<SessionCard> session, Optional<TurnReader.ReadRequest> request) {
        command = attempt.runOrBypass(() -> handler.services
                .chat()
                .flatMap(chat -> request.flatMap(
                        read -> ExecutedCommand.of(chat.commands(), session.orElseThrow(), read.turn()))));
        return command.isPresent() ? request.map(TurnReader.ReadRequest::asCommand) : request;
    }

    /** Archives the request, before anything else is done with it. */
    Optional<RecordedTurn> record(Optional<SessionCard> session, Optional<TurnReader.ReadRequest> request) {
        Optional<RecordedTurn> recorded =
                request.flatMap(read -> attempt.runOrBypass(() -> Optional.of(read.record(session.orElseThrow()))));
        handler.services.sessions().leave(arrivalNumber);
        recorded.ifPresent(turn -> {
            record.open(turn);
            sessionBody = request.flatMap(TurnReader.ReadRequest::sessionBody);
            memoryOff = Optional.empty();
            if (turn.turn().purpose() == Purpose.OPAQUE) {
                attempt.bypass("unreadable");
            }
        });
        return recorded;
    }

    /** Answers a command in a chat; returns false if the request is none, or could not be answered. */
    boolean answer(Optional<RecordedTurn> recorded) {
        return command.isPresent()
                && recorded.isPresent()
                && attempt.runOrBypass(() -> Optional.of(answer(recorded.get(), command.get())))
                        .isPresent();
    }

    private CommandAnswer answer(RecordedTurn recorded, ExecutedCommand executed) {
        CommandAnswer answer = CommandAnswer.of(recorded, executed);
        record.confirm();
        publish(new TurnEvent.Recorded(inbound, recorded));
        record.close(STATUS_OK, answer.archived(), Optional.empty(), Optional.empty(), Optional.empty());
        client.answer(STATUS_OK, answer.headers(), answer.body());
        timeToHead = elapsed();
        finish(STATUS_OK, ReplyRelay.Ended.ofCommand(answer.archived()), timeToHead);
        return answer;
    }

    /** Decides the prompt to send; empty if the client's own bytes are sent. */
    Optional<PromptToSend> decide(Optional<RecordedTurn> recorded) {
        if (recorded.isEmpty()) {
            return Optional.empty();
        }
        RecordedTurn turn = recorded.get();
        Optional<PromptToSend> decided = Optional.empty();
        if (attempt.bypass().isEmpty()) {
            noteCaller(turn);
            attempt.runOrLog(() -> writeNotes(turn.card().ref()));
            decided = attempt.runOrBypass(() -> handler.services.editing().flatMap(editing -> editing.edit(turn)));
        }
        publish(new TurnEvent.PromptDecided(inbound, turn, decided));
        return decided;
    }

    /** Remembers the credentials of the client in memory, for questions to the helper model about this session. */
    private void noteCaller(RecordedTurn recorded) {
        if (recorded.turn().purpose() == Purpose.CONVERSATION) {
            String model = recorded.turn().request().model();
            SessionCaller caller = new SessionCaller(inbound.dialect(), inbound.target(), inbound.headers(), model);
            handler.services
                    .callers()
                    .ifPresent(callers -> callers.put(recorded.card().ref(), caller));
        }
    }

    /** Writes the notes that the client sent in headers. */
    private void writeNotes(SessionRef session) {
        handler.services.notes().ifPresent(notes -> {
            controls.todo().ifPresent(text -> notes.write(session, NoteKind.TODO, text));
            controls.pinned().ifPresent(text -> notes.write(session, NoteKind.PINNED, text));
        });
    }

    /** Sends the request and waits for the head of the reply. A prompt that is refused as too long is made smaller. */
    Exchange send(Optional<PromptToSend> decided) {
        prompt = decided;
        decideSending();
        Exchange reply = send(
                () -> prompt.filter(PromptToSend::isEdited)
                        .map(PromptToSend::body)
                        .or(() -> sessionBody),
                this::repair);
        timeToHead = elapsed();
        return reply;
    }

    /**
     * Sends a body. While the provider refuses it as too long, makes it smaller and sends it again.
     *
     * @param body returns the body to send now; empty to send the client's own body
     * @param shrink makes the body smaller; returns false if that is not possible
     */
    Exchange send(Supplier<Optional<Bytes>> body, Predicate<Overflow> shrink) {
        Exchange reply = sendOnce(body.get());
        Optional<Overflow> tooLong = overflow(reply);
        while (tooLong.isPresent() && shrink.test(tooLong.get())) {
            publish(new TurnEvent.UpstreamReplied(inbound, reply.status(), refusal(reply)));
            reply.close(); // The client has received no byte of it.
            reply = sendOnce(body.get());
            tooLong = overflow(reply);
        }
        return reply;
    }

    private Exchange sendOnce(Optional<Bytes> body) {
        String model =
                record.opened().map(turn -> turn.turn().request().model()).orElse("");
        UpstreamRequest request = inbound.toUpstream(body, model);
        publish(new TurnEvent.RequestSent(inbound, request, ++requestsSent));
        exchange = Optional.empty();
        Exchange reply = handler.services.upstream().send(request, client);
        if (reply.status() == STATUS_OK && record.isWithheld()) {
            reply = new WithheldExchange(reply, withheld::keep, withheld::end);
        }
        exchange = Optional.of(reply);
        return reply;
    }

    /** Decides whether the answer is archived and not sent to the client: once, for all requests of the turn. */
    private void decideSending() {
        record.opened()
                .filter(turn -> turn.turn().purpose() == Purpose.CONVERSATION)
                .ifPresent(turn -> attempt.runOrLog(() -> handler.services
                        .chat()
                        .map(chat -> chat.send().of(turn.card(), turn.turn().origin()))
                        .ifPresent(decision -> record.withhold(!decision.isSent()))));
    }

    private Optional<Overflow> overflow(Exchange reply) {
        return prompt.isPresent() && Overflow.isPossibleStatus(reply.status())
                ? wire.localTools().overflow(reply.status(), refusal(reply))
                : Optional.empty();
    }

    /** The body of an error reply, before it is relayed. */
    static Bytes refusal(Exchange refused) {
        return refused.peek(MAX_ERROR_BYTES);
    }

    /** Makes the prompt smaller; returns false if that is not possible. */
    boolean repair(Overflow overflow) {
        if (prompt.isEmpty() || repairs >= handler.settings.overflowRetries()) {
            return false;
        }
        repairs++;
        RecordedTurn recorded = record.opened().orElseThrow();
        PromptEditor editing = handler.services.editing().orElseThrow();
        PromptToSend refused = prompt.get();
        attempt.runOrLog(() -> prompt = Optional.of(editing.repair(recorded, refused, overflow)));
        long tokens = prompt.get().weight().tokens();
        if (tokens >= refused.weight().tokens()) {
            prompt = Optional.of(refused);
            return false;
        }
        LOG.info(
                "the provider refused a prompt of {} tokens as too long; sending {} tokens",
                refused.weight().tokens(),
                tokens);
        publish(new TurnEvent.PromptDecided(inbound, recorded, prompt));
        return true;
    }

    void publish(TurnEvent event) {
        handler.listeners.publish(event);
    }

    /** The prompt that was sent last; empty if the client's own bytes were sent. */
    Optional<PromptToSend> prompt() {
        return prompt;
    }

    /** Relays the reply, closes the archive entry with it, and then sends the end to the client. */
    void relay(Exchange reply) {
        Exchange shown = reply;
        if (!record.confirm()) {
            attempt.bypass("store_failed");
            record.withhold(/* isDenied= */ false); // The answer would be lost.
            shown = reply instanceof WithheldExchange hidden ? hidden.exchange() : reply;
        }
        record.persisted().ifPresent(recorded -> publish(new TurnEvent.Recorded(inbound, recorded)));
        attempt.bypass().ifPresent(reason -> publish(new TurnEvent.Bypassed(inbound, reason)));
        Headers headers = headers(record.persisted());
        ReplyRelay.Ended ended = new ReplyRelay(this, record)
                .relay(shown, shown instanceof WithheldExchange ? ReplyHeaders.withheld(headers) : headers);
        if (ended.isLost()) {
            publish(new TurnEvent.Bypassed(inbound, REPLY_NOT_KEPT));
            attempt.bypass(attempt.bypass().orElse(REPLY_NOT_KEPT));
        } else if (record.persisted().isPresent()) {
            attempt.succeeded();
        }
        finish(reply.status(), ended, timeToHead);
    }

    /** The time at which the turn ended. In a replay, it is the recorded time of the request. */
    private Instant closingTime(RecordedTurn recorded) {
        return handler.settings.trustsClientTime()
                ? recorded.turn().at()
                : handler.services.clock().instant();
    }

    /** Answers with an error in the client's dialect, unless the client is gone. */
    void refuse(ProxyException error) {
        closeExchange();
        if (client.isGone() || error.code().equals("client_gone")) {
            LOG.debug("the client disconnected before its reply began");
        } else {
            LOG.warn("{} {}: {}", error.status(), error.code(), error.getMessage());
            Bytes body = wire.error(error.status(), error.code(), error.sentence());
            client.answer(error.status(), headers(record.opened()).and("content-type", "application/json"), body);
        }
        endUnanswered(error.status());
    }

    private Headers headers(Optional<RecordedTurn> recorded) {
        return memoryOff
                .filter(_ -> attempt.bypass().isEmpty())
                .map(ReplyHeaders::of)
                .orElseGet(() -> ReplyHeaders.of(attempt.bypass(), recorded, prompt));
    }

    private void endUnanswered(int status) {
        attempt.runOrLog(record::closeUnanswered);
        finish(status, ReplyRelay.Ended.WITHOUT_REPLY, elapsed());
    }

    private void finish(int status, ReplyRelay.Ended ended, Duration headTime) {
        isFinished = true;
        publish(new TurnEvent.Finished(
                inbound,
                record.persisted(),
                attempt.bypass(),
                status,
                ended.reply(),
                ended.sent(),
                ended.outcome(),
                headTime,
                elapsed()));
    }

    private Duration elapsed() {
        return Duration.between(startedAt, handler.services.clock().instant());
    }

    private void closeExchange() {
        exchange.ifPresent(Exchange::close);
        exchange = Optional.empty();
    }

    /** Ends the turn. If a bug stopped the turn, this method closes its archive entry and calls the listeners. */
    void close() {
        handler.services.sessions().leave(arrivalNumber);
        try {
            closeExchange();
        } finally {
            if (!isFinished) {
                endUnanswered(500);
            }
        }
    }
}
