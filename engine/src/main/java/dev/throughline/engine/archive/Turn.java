package dev.throughline.engine.archive;

import dev.throughline.model.TurnId;
import dev.throughline.wire.Hints;
import dev.throughline.wire.Request;
import dev.throughline.wire.Wire;
import java.time.Instant;
import java.util.Optional;

/**
 * One request, read: what was asked, exactly and in meaning.
 *
 * @param client the word for the program that sent it
 * @param run the {@code throughline run} it belongs to, if any
 * @param upstream where it goes; empty where that does not matter
 */
public record Turn(
        TurnId id,
        Instant at,
        Purpose purpose,
        String client,
        Optional<String> run,
        Wire wire,
        Request request,
        String upstream) {
    /** A turn of which nobody asks where it goes. */
    public Turn(
            TurnId id, Instant at, Purpose purpose, String client, Optional<String> run, Wire wire, Request request) {
        this(id, at, purpose, client, run, wire, request, "");
    }

    /** The same turn with what another request says about its answer and its keeping, and what this one leaves out. */
    Turn like(Request other) {
        Hints own = request.hints();
        Request whole = request.with(
                request.outputLimit().isPresent() ? request.outputLimit() : other.outputLimit(),
                new Hints(
                        own.promptCacheKey(),
                        own.userId(),
                        own.sessionId(),
                        own.conversation(),
                        own.previousResponse(),
                        own.cacheRetention().or(() -> other.hints().cacheRetention()),
                        own.isPrewarm(),
                        own.isNotStored() || other.hints().isNotStored(),
                        own.wantsSeveral()));
        return new Turn(id, at, purpose, client, run, wire, whole, upstream);
    }

    /** Whether the provider holds what the request goes on from, so that its history is not all of it. */
    public boolean continuesStoredResponse() {
        return request.hints().continuesStoredResponse();
    }

    /** The same turn, seen to be for something else. */
    Turn as(Purpose other) {
        return new Turn(id, at, other, client, run, wire, request, upstream);
    }
}
