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
import dev.throughline.engine.recall.LocalTools;
import dev.throughline.engine.state.NoteKind;
import dev.throughline.model.Bytes;
import dev.throughline.model.Headers;
import dev.throughline.model.ProxyException;
import dev.throughline.model.SessionRef;
import dev.throughline.wire.LocalCall;
import dev.throughline.wire.Overflow;
import dev.throughline.wire.Wire;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A turn in progress: its state, and its stations in the order of {@link TurnHandler#handle}.
 *
 * <pre>
 *   decode ─ open ─ record ─ decide ─ send ─ relay     if nothing fails
 *   └── one of them fails ────────┘   │      │         the client's own bytes are sent
 *                                  refuse    │         no reply from upstream: an error of ours
 *                                            └ close   always: the archive entry is closed, listeners are called
 * </pre>
 *
 * <p>Used by the turn's own thread.
 */
final class TurnRun {
    private static final Logger LOG = LoggerFactory.getLogger(TurnRun.class);

    /** As much of an error is read to see what it is about. */
    private static final int ERROR_BYTES = 64 * 1024;

    private static final String REPLY_LOST = "reply_not_kept";

    /** What a turn is handled with. */
    record Dependencies(
            TurnHandler.Services services,
            TurnHandler.Settings settings,
            TurnReader reader,
            TurnListeners listeners,
            PassThrough.Attempt attempt) {}

    private final Dependencies dependencies;
    private final TurnHandler.Services services;
    private final TurnHandler.Settings settings;
    private final TurnReader reader;
    private final TurnListeners listeners;
    private final PassThrough.Attempt attempt;
    private final Inbound inbound;
    private final ClientStream client;
    private final Instant began;

    private final Wire wire;
    private final TurnRecord record;

    private RequestControls controls = RequestControls.NONE;
    private long arrivalNumber;
    private Optional<MemoryOff> memoryOff = Optional.of(MemoryOff.REFUSED);
    private Optional<String> bypass = Optional.empty();

    /** What was sent last, if it was ours to write. */
    private Optional<PromptToSend> outgoing = Optional.empty();

    private Optional<Exchange> exchange = Optional.empty();
    private Duration toHead = Duration.ZERO;
    private int calls;
    private int repairs;
    private boolean isFinished;

    TurnRun(Dependencies dependencies, Inbound inbound, ClientStream client) {
        this.dependencies = dependencies;
        this.services = dependencies.services();
        this.settings = dependencies.settings();
        this.reader = dependencies.reader();
        this.listeners = dependencies.listeners();
        this.attempt = dependencies.attempt();
        this.inbound = inbound;
        this.client = client;
        this.wire = services.wires().apply(inbound.dialect());
        this.record = new TurnRecord(services.archive(), this::closingTime);
        listeners.publish(new TurnEvent.Arrived(inbound));
        this.began = services.clock().instant();
    }

    /** What was asked; nothing if the request gets no memory. */
    Optional<TurnReader.Reading> decode() {
        return attempt.around(
                () -> {
                    TurnReader.Arrival arrival = reader.arrival(inbound);
                    controls = arrival.controls();
                    Optional<MemoryOff> off = reader.memoryOff(arrival);
                    Optional<TurnReader.Reading> reading = Optional.empty();
                    if (off.isEmpty()) {
                        arrivalNumber = services.sessions().arrive(arrival.caller());
                        reading = reader.read(arrival, arrivalNumber);
                    }
                    if (reading.isEmpty()) {
                        memoryOff = off.or(() -> Optional.of(MemoryOff.NO_AGENT));
                    }
                    return reading;
                },
                this::bypass);
    }

    /** The session that the request belongs to. */
    Optional<SessionCard> open(Optional<TurnReader.Reading> reading) {
        return reading.flatMap(read -> attempt.around(() -> Optional.of(reader.open(read)), this::bypass));
    }

    /** Records the request, before anything is done with it. */
    Optional<RecordedTurn> record(Optional<SessionCard> session, Optional<TurnReader.Reading> reading) {
        Optional<RecordedTurn> recorded = session.flatMap(card ->
                attempt.around(() -> Optional.of(reader.record(card, reading.orElseThrow())), this::bypass));
        services.sessions().leave(arrivalNumber);
        recorded.ifPresent(turn -> {
            record.open(turn);
            memoryOff = Optional.empty();
            if (turn.turn().purpose() == Purpose.OPAQUE) {
                bypass("unreadable");
            }
        });
        return recorded;
    }

    /** Decides what the model sees; nothing if it sees the client's own bytes. */
    Optional<PromptToSend> decide(Optional<RecordedTurn> recorded) {
        recorded.ifPresent(turn -> {
            if (bypass.isEmpty()) {
                noteCaller(turn);
                writeNotes(turn.card().ref());
                outgoing =
                        attempt.around(() -> services.editing().flatMap(editing -> editing.edit(turn)), this::bypass);
            }
            listeners.publish(new TurnEvent.Edited(inbound, turn, outgoing));
        });
        return outgoing;
    }

    /** From here on the turn goes without memory. */
    private void bypass(String reason) {
        bypass = Optional.of(reason);
        memoryOff = Optional.empty();
    }

    /** Notes who asks, for questions of our own on the session's behalf; in memory only. */
    private void noteCaller(RecordedTurn recorded) {
        if (recorded.turn().purpose() == Purpose.CONVERSATION) {
            SessionCaller caller = new SessionCaller(
                    inbound.dialect(),
                    inbound.target(),
                    inbound.headers(),
                    recorded.turn().request().model());
            services.callers().ifPresent(callers -> callers.put(recorded.card().ref(), caller));
        }
    }

    /** Writes what the client's headers say about its session; a note that cannot be written fails nothing. */
    private void writeNotes(SessionRef session) {
        services.notes().ifPresent(notes -> {
            var _ = attempt.around(() -> {
                controls.todo().ifPresent(text -> notes.write(session, NoteKind.TODO, text));
                controls.pinned().ifPresent(text -> notes.write(session, NoteKind.PINNED, text));
            });
        });
    }

    /** Sends the turn and waits for the head of a reply; makes a prompt smaller that is refused as too long. */
    Exchange send(Optional<PromptToSend> prompt) {
        Exchange opened = sendBody(prompt.filter(PromptToSend::isEdited).map(PromptToSend::body));
        Optional<Overflow> tooLong = overflow(opened);
        while (tooLong.isPresent() && repair(tooLong.get())) {
            answered(opened.status(), refusal(opened));
            opened.close(); // The client has seen nothing so far.
            opened = sendBody(outgoing.map(PromptToSend::body));
            tooLong = overflow(opened);
        }
        toHead = elapsed();
        return opened;
    }

    /** Goes on with another body in the same reply of the client's. */
    Exchange send(Bytes body) {
        return sendBody(Optional.of(body));
    }

    private Exchange sendBody(Optional<Bytes> written) {
        UpstreamRequest request = inbound.toUpstream(
                written,
                record.opened()
                        .map(recorded -> recorded.turn().request().model())
                        .orElse(""));
        listeners.publish(new TurnEvent.Sent(inbound, request, ++calls));
        exchange = Optional.empty();
        Exchange opened = services.upstream().send(request, client);
        exchange = Optional.of(opened);
        return opened;
    }

    /** What the provider says about a prompt that is too long, if that is why it refused this one. */
    Optional<Overflow> overflow(Exchange opened) {
        return outgoing.isPresent() && Overflow.isPossibleStatus(opened.status())
                ? wire.localTools().overflow(opened.status(), refusal(opened))
                : Optional.empty();
    }

    /** The words of a refusal, before they are relayed. */
    static Bytes refusal(Exchange refused) {
        return refused.peek(ERROR_BYTES);
    }

    /** Makes the turn smaller; false if it cannot be. */
    boolean repair(Overflow overflow) {
        if (outgoing.isEmpty() || repairs >= settings.overflowRetries()) {
            return false;
        }
        repairs++;
        RecordedTurn recorded = record.opened().orElseThrow();
        PromptEditor editing = services.editing().orElseThrow();
        PromptToSend refused = outgoing.get();
        var _ = attempt.around(() -> outgoing = Optional.of(editing.repair(recorded, refused, overflow)));
        PromptToSend repaired = outgoing.get();
        if (repaired.weight().tokens() >= refused.weight().tokens()) {
            outgoing = Optional.of(refused);
            return false;
        }
        LOG.info(
                "the provider refused {} tokens as too long; sending {} instead",
                refused.weight().tokens(),
                repaired.weight().tokens());
        listeners.publish(new TurnEvent.Edited(inbound, recorded, outgoing));
        return true;
    }

    /** The reply to the newest call is over. */
    void answered(int status, Bytes body) {
        listeners.publish(new TurnEvent.UpstreamReplied(inbound, status, body));
    }

    /** A call of the model's to a tool of ours was answered. */
    void called(LocalCall call, LocalTools.ToolAnswer said) {
        listeners.publish(new TurnEvent.ToolCalled(inbound, call, said));
    }

    Dependencies dependencies() {
        return dependencies;
    }

    ClientStream client() {
        return client;
    }

    Wire wire() {
        return wire;
    }

    /** What was sent last, if it was ours to write. */
    Optional<PromptToSend> outgoing() {
        return outgoing;
    }

    /** Lets the reply flow to its end, records it if the turn itself was recorded, then lets the client go. */
    void relay(Exchange reply) {
        if (!record.confirm()) { // A turn counts as recorded when it outlives this process; by now it does.
            bypass = Optional.of("store_failed");
        }
        record.persisted().ifPresent(recorded -> listeners.publish(new TurnEvent.Recorded(inbound, recorded)));
        bypass.ifPresent(reason -> listeners.publish(new TurnEvent.Bypassed(inbound, reason)));
        ReplyRelay.Ended ended = new ReplyRelay(this, record).relay(reply, headers(record.persisted()));
        if (ended.isLost()) {
            listeners.publish(new TurnEvent.Bypassed(inbound, REPLY_LOST));
            bypass = bypass.or(() -> Optional.of(REPLY_LOST));
        } else if (record.persisted().isPresent()) {
            attempt.worked();
        }
        finish(reply.status(), ended, toHead);
    }

    /** The time to write under the reply: the replayed one when times are replayed. */
    private Instant closingTime(RecordedTurn recorded) {
        return settings.trustsClientTime()
                ? recorded.turn().at()
                : services.clock().instant();
    }

    /** Answers with an error of ours, in the caller's dialect; a client that hung up needs none. */
    void refuse(ProxyException error) {
        closeExchange();
        if (client.isGone() || error.code().equals("client_gone")) {
            LOG.debug("the client left before its answer began");
        } else {
            LOG.warn("{} {}: {}", error.status(), error.code(), error.getMessage());
            Bytes body = wire.error(error.status(), error.code(), error.sentence());
            client.answer(error.status(), headers(record.opened()).and("content-type", "application/json"), body);
        }
        endUnanswered(error.status());
    }

    private Headers headers(Optional<RecordedTurn> recorded) {
        return memoryOff.map(ReplyHeaders::of).orElseGet(() -> ReplyHeaders.of(bypass, recorded, outgoing));
    }

    private void endUnanswered(int status) {
        var _ = attempt.around(record::closeUnanswered);
        finish(status, ReplyRelay.Ended.NOTHING, elapsed());
    }

    private void finish(int status, ReplyRelay.Ended ended, Duration untilHead) {
        isFinished = true;
        listeners.publish(new TurnEvent.Finished(
                inbound,
                record.persisted(),
                bypass,
                status,
                ended.reply(),
                ended.sent(),
                ended.outcome(),
                untilHead,
                elapsed()));
    }

    private Duration elapsed() {
        return Duration.between(began, services.clock().instant());
    }

    private void closeExchange() {
        exchange.ifPresent(Exchange::close);
        exchange = Optional.empty();
    }

    /** Ends the turn. One that a bug broke off is closed in the archive too, and listeners are called. */
    void close() {
        services.sessions().leave(arrivalNumber);
        try {
            closeExchange();
        } finally {
            if (!isFinished) {
                endUnanswered(500);
            }
        }
    }
}
