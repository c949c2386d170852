package dev.throughline.engine.turn;

import dev.throughline.engine.archive.Archive;
import dev.throughline.engine.archive.LeasedSession;
import dev.throughline.engine.archive.Purpose;
import dev.throughline.engine.archive.RecordedTurn;
import dev.throughline.engine.archive.SessionCard;
import dev.throughline.engine.archive.Turn;
import dev.throughline.engine.history.AdaptedTurn;
import dev.throughline.engine.history.HistoryHolder;
import dev.throughline.engine.history.HistoryServices;
import dev.throughline.engine.session.ClientProgram;
import dev.throughline.engine.session.OriginHeaders;
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
        boolean hasRunOrSession = inbound.run().isPresent()
                || inbound.headers().has("x-throughline-session")
                || OriginHeaders.areIn(inbound.headers());
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
                    ? Optional.of(request(
                            Purpose.OPAQUE,
                            Request.unread(inbound.dialect(), inbound.body()),
                            services.identify().of(inbound.headers())))
                    : Optional.empty();
        }
        if (!getsMemory(!request.tools().isEmpty())) {
            return Optional.empty();
        }
        Purpose purpose = services.purposes().of(inbound.headers(), inbound.target(), wire, request);
        return Optional.of(request(purpose, request, services.identify().of(inbound.headers(), wire, request)));
    }

    private ReadRequest request(Purpose purpose, Request request, SessionIdentity identity) {
        return new ReadRequest(turn(purpose, request, identity), identity);
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

    private Turn turn(Purpose purpose, Request request, SessionIdentity identity) {
        Instant at = controls.time().orElse(inbound.at());
        return new Turn(
                services.ids().turn(at),
                at,
                purpose,
                client.name(),
                inbound.run(),
                wire,
                request,
                services.upstream().origin(inbound.toUpstream(Optional.of(request.body()), request.model())),
                identity.origin(),
                identity.isDerived());
    }

    /** A request that was read, and the identity of its session. */
    final class ReadRequest {
        private final Turn turn;
        private final SessionIdentity identity;
        private final Optional<Bytes> sessionBody;

        private ReadRequest(Turn turn, SessionIdentity identity) {
            this(turn, identity, Optional.empty());
        }

        private ReadRequest(Turn turn, SessionIdentity identity, Optional<Bytes> sessionBody) {
            this.turn = turn;
            this.identity = identity;
            this.sessionBody = sessionBody;
        }

        /** The body with the history of the session, if that differs from the client's history. */
        Optional<Bytes> sessionBody() {
            return sessionBody;
        }

        Turn turn() {
            return turn;
        }

        /** The same request as a command that Throughline answers. */
        ReadRequest asCommand() {
            return new ReadRequest(turn.withPurpose(Purpose.COMMAND), identity, sessionBody);
        }

        /**
         * Finds or opens the session. If the message begins a new session under its key, the new session is opened.
         *
         * @param arrival the number from {@link Sessions#arrive}
         */
        SessionCard open(long arrival) {
            SessionCard card = find(arrival);
            return services.histories()
                    .map(histories -> histories.resets().sessionFor(card, turn))
                    .orElse(card);
        }

        private SessionCard find(long arrival) {
            return switch (turn.purpose()) {
                case SIDE_REQUEST, COMPACTION ->
                    services.sessions()
                            .openSideRequest(
                                    inbound.tenant(),
                                    identity,
                                    new Sessions.SideCaller(caller, arrival, hasOwnKey()),
                                    turn);
                case CONVERSATION, PREWARM, COMMAND, IMPORTED, OPAQUE ->
                    services.sessions().open(inbound.tenant(), identity, turn);
            };
        }

        private boolean hasOwnKey() {
            return switch (identity.source()) {
                case HEADER, ORIGIN, SHARED -> false;
                case CLIENT -> services.purposes().hasOwnThread(inbound.headers());
                case CONTENT, CALLER -> true;
            };
        }

        /** The request with the history of its session. What the client's history has besides is archived. */
        ReadRequest adapt(SessionCard session) {
            return services.histories()
                    .map(histories -> {
                        AdaptedTurn adapted = histories.history().adapt(session, turn, holder(histories));
                        histories
                                .history()
                                .archive(session, adapted, services.ids().turn(turn.at()));
                        return with(adapted);
                    })
                    .orElse(this);
        }

        private ReadRequest with(AdaptedTurn adapted) {
            return adapted.isChanged()
                    ? new ReadRequest(
                            adapted.turn(),
                            identity,
                            Optional.of(adapted.turn().request().body()))
                    : this;
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
         * session. If the request names its session, the history is a new branch of that session.
         */
        private Archive.UnknownHistory unknownHistory(SessionCard session) {
            return switch (identity.source()) {
                case CLIENT -> new Archive.UnknownHistory(client.sendsSideRequests(), Optional.empty());
                case SHARED ->
                    new Archive.UnknownHistory(
                            client.sendsSideRequests(),
                            Optional.of(() -> services.sessions().openChild(session, identity, turn)));
                case HEADER, ORIGIN, CONTENT, CALLER ->
                    new Archive.UnknownHistory(/* mayBeSideRequest= */ false, Optional.empty());
            };
        }

        private DryRun dryRun() {
            Optional<SessionCard> card = services.sessions().find(inbound.tenant(), identity, turn);
            if (card.isEmpty()) {
                return new DryRun(Optional.empty(), Optional.empty());
            }
            return services.histories()
                    .map(histories -> dryRun(card.get(), histories))
                    .orElseGet(() -> new DryRun(dryRun(card.get()), Optional.empty()));
        }

        private DryRun dryRun(SessionCard card, HistoryServices histories) {
            if (histories.resets().reason(card, turn).isPresent()) {
                AdaptedTurn reset = histories.history().adaptAfterReset(card, turn);
                return new DryRun(Optional.empty(), with(reset).sessionBody());
            }
            ReadRequest request = with(histories.history().adapt(card, turn, holder(histories)));
            return new DryRun(request.dryRun(card), request.sessionBody());
        }

        private Optional<LeasedSession> dryRun(SessionCard card) {
            return services.archive()
                    .dryRun(card, turn)
                    .or(() -> identity.source() == SessionIdentity.KeySource.SHARED
                            ? services.sessions()
                                    .findChild(inbound.tenant(), identity, turn)
                                    .flatMap(child -> services.archive().dryRun(child, turn))
                            : Optional.empty());
        }
    }

    private HistoryHolder holder(HistoryServices histories) {
        return controls.history().orElse(histories.holder());
    }

    /**
     * A turn as it would be recorded.
     *
     * @param session a copy of its session; empty if the turn would open a session
     * @param sessionBody the body with the history of the session, if that differs from the client's history
     */
    record DryRun(Optional<LeasedSession> session, Optional<Bytes> sessionBody) {}

    /**
     * The turn as it would be recorded. No session is opened and nothing is stored.
     *
     * @return empty if the turn is not part of a conversation, or gets no memory
     */
    Optional<DryRun> dryRun() {
        return read().filter(request -> request.turn.purpose() == Purpose.CONVERSATION)
                .map(ReadRequest::dryRun);
    }
}
