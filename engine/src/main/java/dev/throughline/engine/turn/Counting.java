package dev.throughline.engine.turn;

import dev.throughline.engine.archive.DryRun;
import dev.throughline.engine.edit.Outgoing;
import dev.throughline.engine.exchange.ClientStream;
import dev.throughline.engine.exchange.Exchange;
import dev.throughline.engine.exchange.UpstreamRequest;
import dev.throughline.model.Bytes;
import dev.throughline.model.Headers;
import java.util.Optional;
import java.util.Set;

/**
 * Lets the provider count what would really be sent for a request: agents decide by such counts whether to compact.
 *
 * <pre>
 *   count (client's body) ─ dry run of the turn ─ edited body ─► the provider's count
 *                                 │                              refused: the client's own body
 *                                 └ session not known, nothing edited, or a failure of ours: the client's own body
 * </pre>
 *
 * <p>A count is no turn: nothing of it is kept, and its session does not change. Safe for use by many threads.
 */
final class Counting {
    /** A provider that says so may take the client's own body. */
    private static final Set<Integer> REFUSED = Set.of(400, 413, 422);

    private final Road.Rooms rooms;
    private final Remembering stations;
    private final boolean trustsTime;
    private final PassThrough passThrough;

    Counting(Road.Rooms rooms, Remembering stations, boolean trustsTime) {
        this.rooms = rooms;
        this.stations = stations;
        this.trustsTime = trustsTime;
        this.passThrough = new PassThrough(rooms.identify());
    }

    void handle(Inbound inbound, ClientStream client) {
        Controls controls = Controls.of(inbound.headers(), trustsTime);
        PassThrough.Attempt attempt = passThrough.attempt(inbound.headers());
        Memory memory = attempt.around(() -> memory(inbound, controls));
        attempt.worked();
        Optional<Outgoing> edited = memory.outgoingRequest().filter(Outgoing::isEdited);
        if (edited.isPresent()) {
            try (Exchange exchange = send(inbound, edited.map(Outgoing::body), client)) {
                if (!REFUSED.contains(exchange.status())) {
                    exchange.pass(added(memory, edited));
                    return;
                }
            }
        }
        try (Exchange exchange = send(inbound, Optional.empty(), client)) {
            exchange.pass(added(memory, memory.outgoingRequest().filter(outgoing -> !outgoing.isEdited())));
        }
    }

    private Memory memory(Inbound inbound, Controls controls) {
        Optional<DryRun> run = rooms.editing().flatMap(_ -> stations.dryRun(inbound, controls));
        return run.isPresent()
                ? new Memory.Kept(run.get().recorded(), rooms.editing().get().dryRun(run.get()))
                : new Memory.Unwanted(Memory.Why.ONLY_COUNTED);
    }

    /** Sends what was written, which is plain; if nothing was, what the client sent, as it came. */
    private Exchange send(Inbound inbound, Optional<Bytes> written, ClientStream client) {
        Headers headers = written.isEmpty()
                ? inbound.headers()
                : inbound.headers().without(header -> header.is("content-encoding"));
        UpstreamRequest request = new UpstreamRequest(
                inbound.dialect(), inbound.method(), inbound.target(), headers, written.orElse(inbound.body()), "");
        return rooms.upstream().send(request, client);
    }

    /** A count whose session is not known is as if nobody stood in between. */
    private static Headers added(Memory memory, Optional<Outgoing> outgoing) {
        return memory.unwanted().isPresent() ? Headers.NONE : Road.added(memory, outgoing);
    }
}
