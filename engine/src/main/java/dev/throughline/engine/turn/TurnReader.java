package dev.throughline.engine.turn;

import dev.throughline.engine.archive.Archive;
import dev.throughline.engine.archive.LeasedSession;
import dev.throughline.engine.archive.Purpose;
import dev.throughline.engine.archive.RecordedTurn;
import dev.throughline.engine.archive.SessionCard;
import dev.throughline.engine.archive.Turn;
import dev.throughline.engine.session.ClientProgram;
import dev.throughline.engine.session.SessionIdentity;
import dev.throughline.engine.session.Sessions;
import dev.throughline.model.Bytes;
import dev.throughline.model.ProxyException;
import dev.throughline.wire.Request;
import dev.throughline.wire.UnreadableException;
import dev.throughline.wire.Wire;
import java.time.Instant;
import java.util.Optional;

/** Reads one request, finds its session and records it there. Used by the turn's own thread. */
final class TurnReader {
    private final TurnHandler.TurnServices services;
    private final Inbound inbound;
    private final RequestControls controls;
    private final ClientProgram client;
    private final Wire wire;
    private final String caller;
    private final ApplyTo applyTo;

    TurnReader(TurnHandler handler, Inbound inbound) {
        this.services = handler.services;
        this.inbound = inbound;
        this.controls = RequestControls.of(inbound.headers(), handler.settings.trustsClientTime());
        this.client = ClientProgram.of(inbound.headers());
        this.wire = services.wires().apply(inbound.dialect());
        this.caller = services.identify().callerHash(inbound.headers())
                + inbound.run().orElse("");
        this.applyTo = handler.settings.applyTo().apply(inbound.run());
    }

    RequestControls controls() {
        return controls;
    }

    /** The salted hash of the credentials and the program, followed by the id of the run. */
    String caller() {
        return caller;
    }

    /** The reason why the request gets no memory, if that can be decided without its body. */
    Optional<MemoryOff> memoryOff() {
        if (controls.memory().orElse(applyTo != ApplyTo.NONE)) {
            return Optional.empty();
        }
        return Optional.of(controls.memory().isPresent() ? MemoryOff.REQUESTED : MemoryOff.APPLY_TO_NONE);
    }

    private boolean getsMemory(boolean hasTools) {
        boolean hasRunOrSession = inbound.run().isPresent() || inbound.headers().has("x-throughline-session");
        boolean isAgent = hasRunOrSession || client.isAgent() || hasTools;
        return controls.memory().orElse(applyTo == ApplyTo.ALL || (applyTo == ApplyTo.AGENTS && isAgent));
    }

    /** Reads the request; empty if it gets no memory. A body that cannot be read is archived as a whole. */
    Optional<ReadRequest> read() {
        Request request;
        try {
            request = wire.decode(plainBody());
        } catch (UnreadableException e) {
            return getsMemory(/* hasTools= */ false)
                    ? Optional.of(new ReadRequest(
                            turn(Purpose.OPAQUE, Request.unread(inbound.dialect(), inbound.body())),
                            services.identify().of(inbound.headers())))
                    : Optional.empty();
        }
        if (!getsMemory(!request.tools().isEmpty())) {
            return Optional.empty();
        }
        Purpose purpose = services.purposes().of(inbound.headers(), inbound.target(), wire, request);
        return Optional.of(
                new ReadRequest(turn(purpose, request), services.identify().of(inbound.headers(), wire, request)));
    }

    private Bytes plainBody() {
        try {
            return inbound.plain().get();
        } catch (ProxyException e) {
            if (e.kind() == ProxyException.Kind.CALLER) {
                throw new UnreadableException(e.sentence(), e);
            }
            throw e;
        }
    }

    private Turn turn(Purpose purpose, Request request) {
        Instant at = controls.time().orElse(inbound.at());
        return new Turn(
                services.ids().turn(at),
                at,
                purpose,
                client.name(),
                inbound.run(),
                wire,
                request,
                services.upstream().origin(inbound.toUpstream(Optional.of(request.body()), request.model())));
    }

    /** A request that was read, and the identity of its session. */
    final class ReadRequest {
        private final Turn turn;
        private final SessionIdentity identity;

        private ReadRequest(Turn turn, SessionIdentity identity) {
            this.turn = turn;
            this.identity = identity;
        }

        /**
         * Finds or opens the session.
         *
         * @param arrival the number from {@link Sessions#arrive}
         */
        SessionCard open(long arrival) {
            return switch (turn.purpose()) {
                case SIDE_REQUEST, COMPACTION ->
                    services.sessions()
                            .openSideRequest(
                                    inbound.tenant(),
                                    identity,
                                    new Sessions.SideCaller(caller, arrival, hasOwnKey()),
                                    turn);
                case CONVERSATION, PREWARM, OPAQUE -> services.sessions().open(inbound.tenant(), identity, turn);
            };
        }

        private boolean hasOwnKey() {
            return switch (identity.source()) {
                case HEADER, SHARED -> false;
                case CLIENT -> services.purposes().hasOwnThread(inbound.headers());
                case CONTENT, CALLER -> true;
            };
        }

        /**
         * Archives the turn in its session. If its history has nothing in common with the session, a child session may
         * be used.
         */
        RecordedTurn record(SessionCard session) {
            if (turn.purpose() == Purpose.OPAQUE) {
                return services.archive().record(session, turn);
            }
            RecordedTurn recorded = services.archive().record(session, turn, unknownHistory(session));
            if (recorded.turn().purpose() == Purpose.CONVERSATION) {
                services.sessions().noteConversation(caller, recorded.card(), turn);
            }
            return recorded;
        }

        /**
         * If several conversations may share the key, a history that does not match the session belongs to another
         * session.
         */
        private Archive.UnknownHistory unknownHistory(SessionCard session) {
            return switch (identity.source()) {
                case HEADER, CLIENT -> new Archive.UnknownHistory(client.sendsSideRequests(), Optional.empty());
                case SHARED ->
                    new Archive.UnknownHistory(
                            client.sendsSideRequests(),
                            Optional.of(() -> services.sessions().openChild(session, identity, turn)));
                case CONTENT, CALLER -> new Archive.UnknownHistory(/* mayBeSideRequest= */ false, Optional.empty());
            };
        }

        private Optional<LeasedSession> dryRun() {
            Sessions sessions = services.sessions();
            return sessions.find(inbound.tenant(), identity, turn)
                    .flatMap(card -> services.archive().dryRun(card, turn))
                    .or(() -> identity.source() == SessionIdentity.KeySource.SHARED
                            ? sessions.findChild(inbound.tenant(), identity, turn)
                                    .flatMap(card -> services.archive().dryRun(card, turn))
                            : Optional.empty());
        }
    }

    /**
     * The turn as it would be recorded. No session is opened and nothing is stored.
     *
     * @return empty if the turn would open a session, is not part of a conversation, or gets no memory
     */
    Optional<LeasedSession> dryRun() {
        return read().filter(request -> request.turn.purpose() == Purpose.CONVERSATION)
                .flatMap(ReadRequest::dryRun);
    }
}
