package dev.throughline.engine.archive;

import dev.throughline.model.ChatOrigin;
import dev.throughline.model.TurnId;
import dev.throughline.wire.Hints;
import dev.throughline.wire.Request;
import dev.throughline.wire.Wire;
import java.time.Instant;
import java.util.Optional;

/**
 * A request whose body was parsed, or archived as a whole if it could not be parsed.
 *
 * @param client the name of the program that sent it
 * @param run the {@code throughline run} that it belongs to, if any
 * @param upstream the origin (scheme, host and port) of the provider that it is sent to; may be empty
 * @param origin where its message comes from, if a chat gateway named that
 * @param hasDerivedKey whether the key of its session is derived from the origin; otherwise the client chose the key
 */
public record Turn(
        TurnId id,
        Instant at,
        Purpose purpose,
        String client,
        Optional<String> run,
        Wire wire,
        Request request,
        String upstream,
        Optional<ChatOrigin> origin,
        boolean hasDerivedKey) {
    /** A turn whose origin is not named. */
    public Turn(
            TurnId id,
            Instant at,
            Purpose purpose,
            String client,
            Optional<String> run,
            Wire wire,
            Request request,
            String upstream) {
        this(id, at, purpose, client, run, wire, request, upstream, Optional.empty(), /* hasDerivedKey= */ false);
    }

    /**
     * The same turn, with the output limit, cache lifetime and storage flag of another request where its own request
     * has none.
     */
    Turn withMissingFields(Request other) {
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
        return withRequest(whole);
    }

    /** Whether the provider stores the beginning of the history, so that the request contains only the rest. */
    public boolean continuesStoredResponse() {
        return request.hints().continuesStoredResponse();
    }

    /** The same turn with another purpose. */
    public Turn withPurpose(Purpose other) {
        return new Turn(id, at, other, client, run, wire, request, upstream, origin, hasDerivedKey);
    }

    /** The same turn with another id. */
    public Turn withId(TurnId other) {
        return new Turn(other, at, purpose, client, run, wire, request, upstream, origin, hasDerivedKey);
    }

    /** The same turn with another request. */
    public Turn withRequest(Request other) {
        return new Turn(id, at, purpose, client, run, wire, other, upstream, origin, hasDerivedKey);
    }
}
