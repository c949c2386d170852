package dev.throughline.engine.turn;

import dev.throughline.engine.archive.Archive;
import dev.throughline.engine.archive.DryRun;
import dev.throughline.engine.archive.Purpose;
import dev.throughline.engine.archive.Recorded;
import dev.throughline.engine.archive.SessionCard;
import dev.throughline.engine.archive.Turn;
import dev.throughline.engine.exchange.Upstream;
import dev.throughline.engine.exchange.UpstreamRequest;
import dev.throughline.engine.session.Client;
import dev.throughline.engine.session.Clients;
import dev.throughline.engine.session.Identify;
import dev.throughline.engine.session.Identity;
import dev.throughline.engine.session.Purposes;
import dev.throughline.engine.session.Sessions;
import dev.throughline.model.Bytes;
import dev.throughline.model.Dialect;
import dev.throughline.model.Ids;
import dev.throughline.model.ProxyException;
import dev.throughline.model.Span;
import dev.throughline.wire.Hints;
import dev.throughline.wire.Request;
import dev.throughline.wire.UnreadableException;
import dev.throughline.wire.Wire;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;

/** The stations that remember, in their order: read, find the session, keep. */
final class Remembering {
    private final Function<Dialect, Wire> wires;
    private final Identify identify;
    private final Purposes purposes;
    private final Sessions sessions;
    private final Archive archive;
    private final Ids ids;
    private final Upstream upstream;
    private final Function<Optional<String>, ApplyTo> applyTo;

    Remembering(Road.Rooms rooms, Function<Optional<String>, ApplyTo> applyTo) {
        this.wires = rooms.wires();
        this.identify = rooms.identify();
        this.purposes = rooms.purposes();
        this.sessions = rooms.sessions();
        this.archive = rooms.archive();
        this.ids = rooms.ids();
        this.upstream = rooms.upstream();
        this.applyTo = applyTo;
    }

    /**
     * A request at the first station.
     *
     * @param caller who is calling, and in which run
     * @param number its place among all that arrive
     */
    private record Arrival(Inbound inbound, Controls controls, Client client, Wire wire, String caller, long number) {}

    Memory remember(Inbound inbound, Controls controls) {
        if (!controls.memory().orElse(applyTo.apply(inbound.run()) != ApplyTo.NONE)) {
            return new Memory.Unwanted(controls.memory().isPresent() ? Memory.Why.REQUESTED : Memory.Why.APPLY_TO_NONE);
        }
        Wire wire = wires.apply(inbound.dialect());
        String caller = identify.who(inbound.headers()) + inbound.run().orElse("");
        long number = sessions.arrive(caller);
        try {
            return read(new Arrival(inbound, controls, Clients.of(inbound.headers()), wire, caller, number));
        } finally {
            sessions.leave(number);
        }
    }

    private Memory read(Arrival arrival) {
        Request request;
        try {
            request = arrival.wire().decode(plain(arrival.inbound()));
        } catch (UnreadableException e) {
            return applies(arrival, List.of()) ? keepOpaque(arrival) : new Memory.Unwanted(Memory.Why.NO_AGENT);
        }
        return applies(arrival, request.tools()) ? keep(arrival, request) : new Memory.Unwanted(Memory.Why.NO_AGENT);
    }

    /**
     * Finds what would be recorded if this came as a turn, without opening or keeping anything.
     *
     * @return nothing if it would open a session, is no part of a conversation, or would not be remembered
     */
    Optional<DryRun> dryRun(Inbound inbound, Controls controls) {
        Wire wire = wires.apply(inbound.dialect());
        Arrival arrival = new Arrival(inbound, controls, Clients.of(inbound.headers()), wire, "", 0);
        Request request;
        try {
            request = wire.decode(plain(inbound));
        } catch (UnreadableException e) {
            return Optional.empty();
        }
        boolean isConversation =
                purposes.of(inbound.headers(), inbound.target(), wire, request) == Purpose.CONVERSATION;
        if (!isConversation || !applies(arrival, request.tools())) {
            return Optional.empty();
        }
        Identity identity = identify.of(inbound.headers(), wire, request);
        Turn turn = turn(arrival, Purpose.CONVERSATION, request);
        return sessions.find(inbound.tenant(), identity, turn)
                .flatMap(card -> archive.dryRun(card, turn))
                .or(() -> identity.found() == Identity.Found.SHARED
                        ? sessions.findChild(inbound.tenant(), identity, turn)
                                .flatMap(card -> archive.dryRun(card, turn))
                        : Optional.empty());
    }

    private Memory keep(Arrival arrival, Request request) {
        Inbound inbound = arrival.inbound();
        Purpose purpose = purposes.of(inbound.headers(), inbound.target(), arrival.wire(), request);
        Identity identity = identify.of(inbound.headers(), arrival.wire(), request);
        Turn turn = turn(arrival, purpose, request);
        SessionCard card =
                switch (purpose) {
                    case ASIDE, COMPACTION ->
                        sessions.openBeside(inbound.tenant(), identity, asker(arrival, identity), turn);
                    case CONVERSATION, PREWARM, OPAQUE -> sessions.open(inbound.tenant(), identity, turn);
                };
        Recorded recorded = archive.record(card, turn, strangers(arrival, identity, card, turn));
        if (recorded.turn().purpose() == Purpose.CONVERSATION) {
            sessions.noteConversation(arrival.caller(), recorded.card(), turn);
        }
        return new Memory.Kept(recorded, Optional.empty());
    }

    private Sessions.Asker asker(Arrival arrival, Identity identity) {
        boolean hasOwnKey =
                switch (identity.found()) {
                    case HEADER, SHARED -> false;
                    case CLIENT -> purposes.hasOwnThread(arrival.inbound().headers());
                    case CONTENT, CALLER -> true;
                };
        return new Sessions.Asker(arrival.caller(), arrival.number(), hasOwnKey);
    }

    /** Only a key that conversations share says nothing about a history that does not fit. */
    private Archive.Strangers strangers(Arrival arrival, Identity identity, SessionCard card, Turn turn) {
        boolean mayBeAside = arrival.client().asksBeside();
        return switch (identity.found()) {
            case HEADER, CLIENT -> new Archive.Strangers(mayBeAside, Optional.empty());
            case SHARED ->
                new Archive.Strangers(mayBeAside, Optional.of(() -> sessions.openChild(card, identity, turn)));
            case CONTENT, CALLER -> new Archive.Strangers(/* mayBeAside= */ false, Optional.empty());
        };
    }

    /** A body that cannot be read is kept whole, in the session that its headers name. */
    private Memory keepOpaque(Arrival arrival) {
        Inbound inbound = arrival.inbound();
        Request whole = new Request(
                inbound.dialect(),
                inbound.body(),
                "",
                /* isStreaming= */ false,
                OptionalLong.empty(),
                Hints.NONE,
                List.of(),
                List.of(),
                List.of());
        Turn turn = turn(arrival, Purpose.OPAQUE, whole);
        SessionCard card = sessions.open(inbound.tenant(), identify.of(inbound.headers()), turn);
        return new Memory.Opaque(archive.record(card, turn), "unreadable");
    }

    private Turn turn(Arrival arrival, Purpose purpose, Request request) {
        Inbound inbound = arrival.inbound();
        Instant at = arrival.controls().time().orElse(inbound.at());
        UpstreamRequest asked = new UpstreamRequest(
                inbound.dialect(),
                inbound.method(),
                inbound.target(),
                inbound.headers(),
                request.body(),
                request.model());
        return new Turn(
                ids.turn(at),
                at,
                purpose,
                arrival.client().word(),
                inbound.run(),
                arrival.wire(),
                request,
                upstream.origin(asked));
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
        ApplyTo wanted = applyTo.apply(inbound.run());
        return arrival.controls().memory().orElse(wanted == ApplyTo.ALL || (wanted == ApplyTo.AGENTS && isAgent));
    }
}
