package dev.throughline.engine.turn;

import dev.throughline.engine.archive.Archive;
import dev.throughline.engine.archive.DryRun;
import dev.throughline.engine.archive.Purpose;
import dev.throughline.engine.archive.RecordedTurn;
import dev.throughline.engine.archive.SessionCard;
import dev.throughline.engine.archive.Turn;
import dev.throughline.engine.session.ClientDetector;
import dev.throughline.engine.session.ClientProgram;
import dev.throughline.engine.session.SessionIdentity;
import dev.throughline.engine.session.Sessions;
import dev.throughline.model.Bytes;
import dev.throughline.model.ProxyException;
import dev.throughline.model.Span;
import dev.throughline.wire.Request;
import dev.throughline.wire.UnreadableException;
import dev.throughline.wire.Wire;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Reads a request, finds its session and records it there. Safe for use by many threads. */
final class TurnReader {
    private final TurnHandler.Services services;
    private final TurnHandler.Settings settings;

    TurnReader(TurnHandler.Services services, TurnHandler.Settings settings) {
        this.services = services;
        this.settings = settings;
    }

    /**
     * A request that came in, before its body is read.
     *
     * @param caller who is calling, and in which run
     */
    record Arrival(Inbound inbound, RequestControls controls, ClientProgram client, Wire wire, String caller) {}

    Arrival arrival(Inbound inbound) {
        return new Arrival(
                inbound,
                RequestControls.of(inbound.headers(), settings.trustsClientTime()),
                ClientDetector.of(inbound.headers()),
                services.wires().apply(inbound.dialect()),
                services.identify().callerHash(inbound.headers())
                        + inbound.run().orElse(""));
    }

    /** Why no request like this one gets memory, whatever its body says. */
    Optional<MemoryOff> memoryOff(Arrival arrival) {
        Optional<Boolean> asked = arrival.controls().memory();
        boolean isWanted = asked.orElse(applyTo(arrival) != ApplyTo.NONE);
        return isWanted
                ? Optional.empty()
                : Optional.of(asked.isPresent() ? MemoryOff.REQUESTED : MemoryOff.APPLY_TO_NONE);
    }

    /**
     * A request whose body was read.
     *
     * @param identity which session it means
     * @param number its place among all that arrive
     */
    record Reading(Arrival arrival, long number, Turn turn, SessionIdentity identity) {}

    /** What was asked; nothing if it gets no memory. A body that cannot be read is one whole. */
    Optional<Reading> read(Arrival arrival, long number) {
        return turn(arrival).map(turn -> new Reading(arrival, number, turn, identity(arrival, turn)));
    }

    private Optional<Turn> turn(Arrival arrival) {
        Request request;
        try {
            request = arrival.wire().decode(plain(arrival.inbound()));
        } catch (UnreadableException e) {
            return applies(arrival, List.of())
                    ? Optional.of(turn(arrival, Purpose.OPAQUE, unreadable(arrival.inbound())))
                    : Optional.empty();
        }
        return applies(arrival, request.tools())
                ? Optional.of(turn(arrival, purpose(arrival, request), request))
                : Optional.empty();
    }

    SessionCard open(Reading reading) {
        Arrival arrival = reading.arrival();
        SessionIdentity identity = reading.identity();
        Turn turn = reading.turn();
        return switch (turn.purpose()) {
            case ASIDE, COMPACTION ->
                services.sessions()
                        .openSideRequest(
                                arrival.inbound().tenant(),
                                identity,
                                new Sessions.SideCaller(arrival.caller(), reading.number(), hasOwnKey(reading)),
                                turn);
            case CONVERSATION, PREWARM, OPAQUE ->
                services.sessions().open(arrival.inbound().tenant(), identity, turn);
        };
    }

    private boolean hasOwnKey(Reading reading) {
        return switch (reading.identity().source()) {
            case HEADER, SHARED -> false;
            case CLIENT ->
                services.purposes().hasOwnThread(reading.arrival().inbound().headers());
            case CONTENT, CALLER -> true;
        };
    }

    /** Records a turn in its session, or in a child of that if its history has nothing in common with it. */
    RecordedTurn record(SessionCard session, Reading reading) {
        Turn turn = reading.turn();
        if (turn.purpose() == Purpose.OPAQUE) {
            return services.archive().record(session, turn);
        }
        RecordedTurn recorded = services.archive().record(session, turn, unknown(session, reading));
        if (recorded.turn().purpose() == Purpose.CONVERSATION) {
            services.sessions().noteConversation(reading.arrival().caller(), recorded.card(), turn);
        }
        return recorded;
    }

    /** Only a key that conversations share says nothing about a history that does not fit. */
    private Archive.UnknownHistory unknown(SessionCard session, Reading reading) {
        boolean mayBeSideRequest = reading.arrival().client().sendsSideRequests();
        return switch (reading.identity().source()) {
            case HEADER, CLIENT -> new Archive.UnknownHistory(mayBeSideRequest, Optional.empty());
            case SHARED ->
                new Archive.UnknownHistory(
                        mayBeSideRequest,
                        Optional.of(() -> services.sessions().openChild(session, reading.identity(), reading.turn())));
            case CONTENT, CALLER -> new Archive.UnknownHistory(/* mayBeSideRequest= */ false, Optional.empty());
        };
    }

    /**
     * Finds what would be recorded if this came as a turn, without opening or keeping anything.
     *
     * @return nothing if it would open a session, is no part of a conversation, or would not be remembered
     */
    Optional<DryRun> dryRun(Inbound inbound) {
        Optional<Reading> reading =
                read(arrival(inbound), 0).filter(read -> read.turn().purpose() == Purpose.CONVERSATION);
        if (reading.isEmpty()) {
            return Optional.empty();
        }
        Turn turn = reading.get().turn();
        SessionIdentity identity = reading.get().identity();
        Sessions sessions = services.sessions();
        return sessions.find(inbound.tenant(), identity, turn)
                .flatMap(card -> services.archive().dryRun(card, turn))
                .or(() -> identity.source() == SessionIdentity.KeySource.SHARED
                        ? sessions.findChild(inbound.tenant(), identity, turn)
                                .flatMap(card -> services.archive().dryRun(card, turn))
                        : Optional.empty());
    }

    private Purpose purpose(Arrival arrival, Request request) {
        Inbound inbound = arrival.inbound();
        return services.purposes().of(inbound.headers(), inbound.target(), arrival.wire(), request);
    }

    private SessionIdentity identity(Arrival arrival, Turn turn) {
        return turn.purpose() == Purpose.OPAQUE
                ? services.identify().of(arrival.inbound().headers())
                : services.identify().of(arrival.inbound().headers(), arrival.wire(), turn.request());
    }

    private static Request unreadable(Inbound inbound) {
        return Request.unread(inbound.dialect(), inbound.body());
    }

    private Turn turn(Arrival arrival, Purpose purpose, Request request) {
        Inbound inbound = arrival.inbound();
        Instant at = arrival.controls().time().orElse(inbound.at());
        return new Turn(
                services.ids().turn(at),
                at,
                purpose,
                arrival.client().name(),
                inbound.run(),
                arrival.wire(),
                request,
                services.upstream().origin(inbound.toUpstream(Optional.of(request.body()), request.model())));
    }

    private static Bytes plain(Inbound inbound) {
        try {
            return inbound.plain().get();
        } catch (ProxyException e) {
            if (e.kind() == ProxyException.Kind.CALLER) {
                throw new UnreadableException(e.sentence(), e);
            }
            throw e;
        }
    }

    private boolean applies(Arrival arrival, List<Span> tools) {
        Inbound inbound = arrival.inbound();
        boolean isNamed = inbound.run().isPresent() || inbound.headers().has("x-throughline-session");
        boolean isAgent = isNamed || arrival.client().isAgent() || !tools.isEmpty();
        ApplyTo wanted = applyTo(arrival);
        return arrival.controls().memory().orElse(wanted == ApplyTo.ALL || (wanted == ApplyTo.AGENTS && isAgent));
    }

    private ApplyTo applyTo(Arrival arrival) {
        return settings.applyTo().apply(arrival.inbound().run());
    }
}
