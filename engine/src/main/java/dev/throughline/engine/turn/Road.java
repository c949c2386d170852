package dev.throughline.engine.turn;

import dev.throughline.engine.archive.Archive;
import dev.throughline.engine.archive.Recorded;
import dev.throughline.engine.edit.Editing;
import dev.throughline.engine.edit.Outgoing;
import dev.throughline.engine.session.Identify;
import dev.throughline.engine.session.Purposes;
import dev.throughline.engine.session.Sessions;
import dev.throughline.model.Bytes;
import dev.throughline.model.Dialect;
import dev.throughline.model.Headers;
import dev.throughline.model.Ids;
import dev.throughline.model.ProxyException;
import dev.throughline.wire.Reply;
import dev.throughline.wire.Wire;
import java.io.InputStream;
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
            Upstream upstream,
            Ids ids,
            Clock clock) {}

    /**
     * How the road is walked.
     *
     * @param trustsClientTime whether {@code X-Throughline-Time} is believed; for replays of recorded sessions
     */
    public record Settings(ApplyTo applyTo, boolean trustsClientTime) {}

    private final Rooms rooms;
    private final Settings settings;
    private final Remembering stations;
    private final Relay relay;
    private final AfterTurn after;

    public Road(Rooms rooms, Settings settings, List<TurnListener> listeners) {
        this.rooms = rooms;
        this.settings = settings;
        this.stations = new Remembering(rooms, settings.applyTo());
        this.relay = new Relay(rooms.archive());
        this.after = new AfterTurn(listeners);
    }

    /** Takes a request through the house and its answer back. Returns when the answer is complete. */
    public void handle(Inbound inbound, ClientStream client) {
        after.tell(new TurnEvent.Arrived(inbound));
        Memory memory = new Memory.Unwanted();
        Instant began = rooms.clock().instant();
        try {
            Controls controls = Controls.of(inbound.headers(), settings.trustsClientTime());
            memory = PassThrough.around(() -> stations.remember(inbound, controls)); // keep first
            memory = edit(memory); // what the model sees: decided, kept, then used
            UpstreamRequest request = request(inbound, memory);
            after.tell(new TurnEvent.Sent(inbound, request));
            try (Exchange exchange = rooms.upstream().send(request, client)) {
                stream(inbound, memory, exchange, began);
            }
        } catch (ProxyException e) {
            refuse(inbound, memory, client, e, began);
        }
    }

    /** Decides what the model sees; if that breaks, the client's own bytes go on. */
    private Memory edit(Memory memory) {
        if (rooms.editing().isEmpty() || !(memory instanceof Memory.Kept kept)) {
            return memory;
        }
        Memory edited = PassThrough.around(() ->
                new Memory.Kept(kept.recorded(), rooms.editing().get().edit(kept.recorded())));
        return edited instanceof Memory.Bypassed bypassed
                ? new Memory.Opaque(kept.recorded(), bypassed.reason())
                : edited;
    }

    private static UpstreamRequest request(Inbound inbound, Memory memory) {
        String model = recorded(memory)
                .map(recorded -> recorded.turn().request().model())
                .orElse("");
        Optional<Bytes> body = outgoing(memory)
                .map(Outgoing::body)
                .filter(written -> !written.equals(recorded(memory)
                        .map(recorded -> recorded.turn().request().body())
                        .orElse(Bytes.EMPTY)));
        Headers headers = body.isEmpty() ? inbound.headers() : inbound.headers().without(header -> header.is("content-encoding"));
        return new UpstreamRequest(
                inbound.dialect(), inbound.method(), inbound.target(), headers, body.orElse(inbound.body()), model);
    }

    private void stream(Inbound inbound, Memory memory, Exchange exchange, Instant began) {
        Duration toHead = since(began);
        Memory sure = sure(memory);
        tell(inbound, sure);
        InputStream copy = exchange.relay(added(sure, outgoing(memory)));
        Relay.Kept kept = relay.keep(
                exchange,
                copy,
                new Relay.Listening(
                        rooms.wires().apply(inbound.dialect()),
                        recorded(sure),
                        outgoing(memory),
                        after.wantsReplies(),
                        time(sure)));
        Exchange.Outcome outcome = exchange.outcome();
        exchange.finish();
        kept.capture().ifPresent(read -> after.tell(new TurnEvent.Answered(inbound, exchange.status(), read.body())));
        Optional<String> lost = kept.isLost() ? Optional.of("reply_not_kept") : Optional.empty();
        lost.ifPresent(reason -> after.tell(new TurnEvent.WentRound(inbound, reason)));
        after.tell(new TurnEvent.Finished(new FinishedTurn(
                inbound,
                recorded(sure),
                bypass(sure).or(() -> lost),
                exchange.status(),
                kept.capture().map(Capture::reply),
                outcome,
                toHead,
                since(began))));
    }

    /** A turn counts as kept when it outlives this process. By the time a model answers, it does. */
    private static Memory sure(Memory memory) {
        return recorded(memory)
                        .filter(recorded -> !Relay.isSafe(recorded.receipt()))
                        .isPresent()
                ? new Memory.Bypassed("store_failed")
                : memory;
    }

    private void tell(Inbound inbound, Memory memory) {
        recorded(memory).ifPresent(recorded -> after.tell(new TurnEvent.Remembered(inbound, recorded)));
        bypass(memory).ifPresent(reason -> after.tell(new TurnEvent.WentRound(inbound, reason)));
    }

    /** The time to write under the reply: the replayed one when times are replayed. */
    private Instant time(Memory memory) {
        return settings.trustsClientTime()
                ? recorded(memory).map(recorded -> recorded.turn().at()).orElseGet(rooms.clock()::instant)
                : rooms.clock().instant();
    }

    private static Headers added(Memory memory, Optional<Outgoing> outgoing) {
        Headers headers = bypass(memory)
                .map(reason -> Headers.of("x-throughline-bypass", reason))
                .orElse(Headers.NONE);
        if (recorded(memory).isEmpty()) {
            return headers;
        }
        Recorded recorded = recorded(memory).get();
        return headers.and("x-throughline-session", recorded.card().ref().id().toString())
                .and("x-throughline-policy", outgoing.map(Outgoing::policy).orElse("off"))
                .and("x-throughline-tokens-in", weight(outgoing, Outgoing.Weight::untouched, recorded.tokens()))
                .and("x-throughline-tokens-forwarded", weight(outgoing, Outgoing.Weight::tokens, recorded.tokens()))
                .and("x-throughline-prefix", weight(outgoing, Outgoing.Weight::prefix, recorded.prefixTokens()));
    }

    private static String weight(
            Optional<Outgoing> outgoing, ToLongFunction<Outgoing.Weight> which, long otherwise) {
        return Long.toString(outgoing.map(Outgoing::weight).map(which::applyAsLong).orElse(otherwise));
    }

    /** Answers with an error of ours, in the caller's dialect; a client that hung up needs none. */
    private void refuse(Inbound inbound, Memory memory, ClientStream client, ProxyException trouble, Instant began) {
        int status = trouble.status();
        if (client.isGone() || trouble.code().equals("client_gone")) {
            LOG.debug("the client left before its answer began");
        } else {
            LOG.warn("{} {}: {}", status, trouble.code(), trouble.getMessage());
            Refusal.answer(client, rooms.wires().apply(inbound.dialect()), trouble, added(memory, Optional.empty()));
        }
        Reply nothing = Refusal.nothing();
        recorded(memory)
                .ifPresent(recorded -> PassThrough.around(() -> {
                    rooms.archive()
                            .close(recorded, new Archive.Closing(0, nothing, time(memory), Optional.empty()));
                    return memory;
                }));
        after.tell(new TurnEvent.Finished(new FinishedTurn(
                inbound,
                recorded(memory),
                bypass(memory),
                status,
                Optional.empty(),
                Exchange.Outcome.UPSTREAM_CUT,
                since(began),
                since(began))));
    }

    private Duration since(Instant began) {
        return Duration.between(began, rooms.clock().instant());
    }

    private static Optional<Recorded> recorded(Memory memory) {
        return switch (memory) {
            case Memory.Kept kept -> Optional.of(kept.recorded());
            case Memory.Opaque opaque -> Optional.of(opaque.recorded());
            case Memory.Bypassed _, Memory.Unwanted _ -> Optional.empty();
        };
    }

    private static Optional<Outgoing> outgoing(Memory memory) {
        return memory instanceof Memory.Kept kept ? kept.outgoing() : Optional.empty();
    }

    private static Optional<String> bypass(Memory memory) {
        return switch (memory) {
            case Memory.Opaque opaque -> Optional.of(opaque.reason());
            case Memory.Bypassed bypassed -> Optional.of(bypassed.reason());
            case Memory.Kept _, Memory.Unwanted _ -> Optional.empty();
        };
    }
}
