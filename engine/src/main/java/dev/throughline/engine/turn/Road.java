package dev.throughline.engine.turn;

import dev.throughline.engine.archive.Archive;
import dev.throughline.engine.archive.Purpose;
import dev.throughline.engine.archive.Recorded;
import dev.throughline.engine.edit.Editing;
import dev.throughline.engine.edit.Outgoing;
import dev.throughline.engine.exchange.ClientStream;
import dev.throughline.engine.exchange.Exchange;
import dev.throughline.engine.exchange.Upstream;
import dev.throughline.engine.helper.Caller;
import dev.throughline.engine.helper.Callers;
import dev.throughline.engine.session.Identify;
import dev.throughline.engine.session.Purposes;
import dev.throughline.engine.session.Sessions;
import dev.throughline.engine.state.Note;
import dev.throughline.engine.state.StateNotes;
import dev.throughline.model.Dialect;
import dev.throughline.model.Headers;
import dev.throughline.model.Ids;
import dev.throughline.model.ProxyException;
import dev.throughline.model.SessionRef;
import dev.throughline.wire.Reply;
import dev.throughline.wire.Wire;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One turn, from the client's bytes to the client's bytes. Read {@link #handle} first.
 *
 * <p>Runs on one virtual thread per turn and blocks where it waits. Safe for use by many threads.
 */
public final class Road {
    private static final Logger LOG = LoggerFactory.getLogger(Road.class);

    /** The rooms that the road leads through. */
    public record Rooms(
            Function<Dialect, Wire> wires,
            Identify identify,
            Purposes purposes,
            Sessions sessions,
            Archive archive,
            Optional<Editing> editing,
            Optional<Callers> callers,
            LocalTools tools,
            Optional<StateNotes> notes,
            Upstream upstream,
            Ids ids,
            Clock clock) {}

    /**
     * How the road is walked.
     *
     * @param applyTo what is remembered, by the run that a request belongs to
     * @param trustsClientTime whether {@code X-Throughline-Time} is believed; for replays of recorded sessions
     * @param overflowRetries how often a prompt that was refused as too long is made smaller and sent again
     * @param localRounds how often in one answer calls of our own tools are answered
     */
    public record Settings(
            Function<Optional<String>, ApplyTo> applyTo,
            boolean trustsClientTime,
            int overflowRetries,
            int localRounds) {
        /** How often it is usually tried again, for either reason. */
        public static final int USUAL_ROUNDS = 3;

        /** The same for all runs, with the usual numbers. */
        public Settings(ApplyTo applyTo, boolean trustsClientTime) {
            this(_ -> applyTo, trustsClientTime, USUAL_ROUNDS, USUAL_ROUNDS);
        }
    }

    private final Rooms rooms;
    private final Settings settings;
    private final Remembering stations;
    private final Relay relay;
    private final AfterTurn after;
    private final Counting counting;
    private final PassThrough passThrough;

    public Road(Rooms rooms, Settings settings, List<TurnListener> listeners) {
        this.rooms = rooms;
        this.settings = settings;
        this.stations = new Remembering(rooms, settings.applyTo());
        this.relay = new Relay(rooms.archive(), rooms.editing());
        this.after = new AfterTurn(listeners);
        this.passThrough = new PassThrough(rooms.identify());
        this.counting = new Counting(rooms, stations, settings.trustsClientTime());
    }

    /** Lets the provider count the tokens of what would be sent for a request; nothing is kept of that. */
    public void count(Inbound inbound, ClientStream client) {
        counting.handle(inbound, client);
    }

    /** Takes a request through the house and its answer back. Returns when the answer is complete. */
    public void handle(Inbound inbound, ClientStream client) {
        after.tell(new TurnEvent.Arrived(inbound));
        Instant began = rooms.clock().instant();
        Progress progress = new Progress(passThrough.attempt(inbound.headers()));
        try {
            Controls controls = Controls.of(inbound.headers(), settings.trustsClientTime());
            progress.memory = progress.attempt.around(() -> stations.remember(inbound, controls)); // keep first
            note(inbound, progress, controls);
            progress.memory = edit(progress); // what the model sees: decided, kept, then used
            Optional<Outgoing> outgoing = progress.memory.outgoingRequest();
            progress.memory.recordedTurn().ifPresent(kept -> after.tell(new TurnEvent.Edited(inbound, kept, outgoing)));
            Sending.Means means = new Sending.Means(rooms, settings, after, progress.attempt);
            try (Sending sending = new Sending(means, inbound, progress.memory, client)) {
                progress.sending = Optional.of(sending);
                stream(inbound, progress, sending, began);
            }
            progress.isEnded = true;
        } catch (ProxyException e) {
            refuse(inbound, progress, client, e, began);
            progress.isEnded = true;
        } finally {
            if (!progress.isEnded) {
                giveUp(inbound, progress, began);
            }
        }
    }

    /** How far a turn has come, for the moment when something of ours breaks. */
    private static final class Progress {
        final PassThrough.Attempt attempt;
        Memory memory = new Memory.Unwanted(Memory.Why.REFUSED);
        Optional<Sending> sending = Optional.empty();
        boolean isEnded;

        Progress(PassThrough.Attempt attempt) {
            this.attempt = attempt;
        }
    }

    /** Ends a turn that a bug broke off: its entry in the archive is closed and listeners are told. */
    private void giveUp(Inbound inbound, Progress progress, Instant began) {
        if (progress.sending.filter(Sending::isAnswerKept).isEmpty()) {
            closeUnanswered(progress);
        }
        finished(inbound, progress.memory, 500, began);
    }

    /** Notes who asks, for questions of our own on the session's behalf; in memory only. */
    private void noteCaller(Inbound inbound, Memory memory) {
        memory.recordedTurn()
                .filter(recorded -> recorded.turn().purpose() == Purpose.CONVERSATION)
                .ifPresent(recorded -> rooms.callers()
                        .ifPresent(callers -> callers.note(
                                recorded.card().ref(),
                                new Caller(
                                        inbound.dialect(),
                                        inbound.target(),
                                        inbound.headers(),
                                        recorded.turn().request().model()))));
    }

    /** Takes down what the client's headers say about its session; a note that cannot be written fails nothing. */
    private void note(Inbound inbound, Progress progress, Controls controls) {
        Memory memory = progress.memory;
        noteCaller(inbound, memory);
        if (memory instanceof Memory.Kept kept && rooms.notes().isPresent()) {
            StateNotes notes = rooms.notes().get();
            SessionRef session = kept.recorded().card().ref();
            var _ = progress.attempt.around(() -> {
                controls.todo().ifPresent(text -> notes.write(session, Note.TODO, text));
                controls.pinned().ifPresent(text -> notes.write(session, Note.PINNED, text));
                return memory;
            });
        }
    }

    /** Decides what the model sees; if that breaks, the client's own bytes go on. */
    private Memory edit(Progress progress) {
        if (rooms.editing().isEmpty() || !(progress.memory instanceof Memory.Kept kept)) {
            return progress.memory;
        }
        Memory edited = progress.attempt.around(
                () -> new Memory.Kept(kept.recorded(), rooms.editing().get().edit(kept.recorded())));
        return edited instanceof Memory.Bypassed bypassed
                ? new Memory.Opaque(kept.recorded(), bypassed.reason())
                : edited;
    }

    private void stream(Inbound inbound, Progress progress, Sending sending, Instant began) {
        Exchange exchange = sending.open();
        Duration toHead = since(began);
        Memory sure = sure(progress.memory);
        tell(inbound, sure);
        Relay.Listening listening = new Relay.Listening(sending, sure.recordedTurn(), rooms.tools(), time(sure));
        Relay.Kept kept = relay.keep(exchange, added(sure, sending.outgoing()), listening);
        Optional<String> lost = kept.isLost() ? Optional.of("reply_not_kept") : Optional.empty();
        lost.ifPresent(reason -> after.tell(new TurnEvent.WentRound(inbound, reason)));
        if (sure.recordedTurn().isPresent() && lost.isEmpty()) {
            progress.attempt.worked();
        }
        after.tell(new TurnEvent.Finished(new FinishedTurn(
                inbound,
                sure.recordedTurn(),
                sure.bypass().or(() -> lost),
                exchange.status(),
                kept.reply(),
                kept.sent(),
                kept.outcome(),
                toHead,
                since(began))));
    }

    /** A turn counts as kept when it outlives this process. By the time a model answers, it does. */
    private static Memory sure(Memory memory) {
        return memory.recordedTurn()
                        .filter(recorded -> !Relay.isSafe(recorded.receipt()))
                        .isPresent()
                ? new Memory.Bypassed("store_failed")
                : memory;
    }

    private void tell(Inbound inbound, Memory memory) {
        memory.recordedTurn().ifPresent(recorded -> after.tell(new TurnEvent.Remembered(inbound, recorded)));
        memory.bypass().ifPresent(reason -> after.tell(new TurnEvent.WentRound(inbound, reason)));
    }

    /** The time to write under the reply: the replayed one when times are replayed. */
    private Instant time(Memory memory) {
        return settings.trustsClientTime()
                ? memory.recordedTurn().map(recorded -> recorded.turn().at()).orElseGet(rooms.clock()::instant)
                : rooms.clock().instant();
    }

    static Headers added(Memory memory, Optional<Outgoing> outgoing) {
        Headers headers = memory.bypass()
                .map(reason -> Headers.of("x-throughline-bypass", reason))
                .or(() -> memory.unwanted().map(why -> Headers.of("x-throughline-memory", "off; " + why.word())))
                .orElse(Headers.NONE);
        if (memory.recordedTurn().isEmpty()) {
            return headers;
        }
        Recorded recorded = memory.recordedTurn().get();
        return headers.and("x-throughline-session", recorded.card().ref().id().toString())
                .and("x-throughline-policy", outgoing.map(Outgoing::policy).orElse("off"))
                .and("x-throughline-tokens-in", weight(outgoing, Outgoing.Weight::untouched, recorded.tokens()))
                .and("x-throughline-tokens-forwarded", weight(outgoing, Outgoing.Weight::tokens, recorded.tokens()))
                .and("x-throughline-prefix", weight(outgoing, Outgoing.Weight::prefix, recorded.prefixTokens()));
    }

    private static String weight(Optional<Outgoing> outgoing, ToLongFunction<Outgoing.Weight> which, long otherwise) {
        return Long.toString(outgoing.map(Outgoing::weight)
                .map(weight -> Math.round(which.applyAsLong(weight) * weight.scale()))
                .orElse(otherwise));
    }

    /** Answers with an error of ours, in the caller's dialect; a client that hung up needs none. */
    private void refuse(
            Inbound inbound, Progress progress, ClientStream client, ProxyException trouble, Instant began) {
        Memory memory = progress.memory;
        int status = trouble.status();
        if (client.isGone() || trouble.code().equals("client_gone")) {
            LOG.debug("the client left before its answer began");
        } else {
            LOG.warn("{} {}: {}", status, trouble.code(), trouble.getMessage());
            Refusal.answer(
                    client, rooms.wires().apply(inbound.dialect()), trouble, added(memory, memory.outgoingRequest()));
        }
        closeUnanswered(progress);
        finished(inbound, memory, status, began);
    }

    private void closeUnanswered(Progress progress) {
        Reply nothing = Refusal.nothing();
        Memory memory = progress.memory;
        memory.recordedTurn()
                .ifPresent(recorded -> progress.attempt.around(() -> {
                    rooms.archive().close(recorded, new Archive.Closing(0, nothing, time(memory), Optional.empty()));
                    return memory;
                }));
    }

    /** Tells listeners that a turn ended without an answer of the provider's. */
    private void finished(Inbound inbound, Memory memory, int status, Instant began) {
        after.tell(new TurnEvent.Finished(new FinishedTurn(
                inbound,
                memory.recordedTurn(),
                memory.bypass(),
                status,
                Optional.empty(),
                Optional.empty(),
                Exchange.Outcome.UPSTREAM_CUT,
                since(began),
                since(began))));
    }

    private Duration since(Instant began) {
        return Duration.between(began, rooms.clock().instant());
    }
}
