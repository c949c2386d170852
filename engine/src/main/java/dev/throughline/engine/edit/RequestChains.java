package dev.throughline.engine.edit;

import com.dynatrace.hash4j.hashing.HashValue128;
import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.throughline.engine.archive.Fingerprint;
import dev.throughline.engine.archive.Purpose;
import dev.throughline.engine.archive.RecordedTurn;
import dev.throughline.model.SessionRef;
import dev.throughline.model.text.TokenCount;
import dev.throughline.wire.Request;
import java.util.List;

/**
 * The chains of the newest requests of sessions. What they take together is bounded. Safe for use by many threads; each
 * chain is used under its session's lease.
 */
final class RequestChains {
    /** Bytes of all bodies together: about 64 megabytes of memory. */
    static final long MOST_BYTES = 32L << 20;

    private final TextAuthors authorship;
    private final Cache<SessionRef, RequestChain> newest;

    /**
     * No chains so far.
     *
     * @param mostBytes bytes of the bodies of all chains together
     */
    RequestChains(TextAuthors authorship, long mostBytes) {
        this.authorship = authorship;
        this.newest = Caffeine.newBuilder()
                .executor(Runnable::run)
                .maximumWeight(mostBytes)
                .<SessionRef, RequestChain>weigher((_, chain) -> (int) Math.min(chain.weight(), mostBytes))
                .build();
    }

    /** Others of the same kind, with no chain so far. */
    RequestChains empty() {
        return new RequestChains(authorship, MOST_BYTES);
    }

    /**
     * The chain of a turn; taken apart from its beginning if that of the request before it is not known, or was counted
     * otherwise. The next request of a conversation follows it; a side request leaves no trace.
     *
     * @param request the request of the turn with the calls that we answered ourselves
     * @param tools the names of tools that we answer ourselves
     */
    RequestChain follow(RecordedTurn recorded, Request request, List<String> tools) {
        SessionRef session = recorded.card().ref();
        TokenCount count = TokenCount.of(request.model());
        RequestChain known = newest.getIfPresent(session);
        RequestChain before =
                known == null || !known.count().isLike(count) ? new RequestChain(count, authorship) : known;
        RequestChain chain = before.follow(recorded.turn().wire(), request, fingerprints(recorded, request), tools);
        if (recorded.turn().purpose() == Purpose.CONVERSATION) {
            newest.put(session, chain);
        }
        return chain;
    }

    /** As the archive has them, where the request is the one that was recorded. */
    @SuppressWarnings("ReferenceEquality") // The same object, or it was decoded again and is fingerprinted again.
    private static List<HashValue128> fingerprints(RecordedTurn recorded, Request request) {
        List<RecordedTurn.Step> path = recorded.path();
        return request == recorded.turn().request()
                        && path.size() == request.history().size()
                ? path.stream().map(RecordedTurn.Step::fingerprint).toList()
                : Fingerprint.ofHistory(request);
    }

    /** How many chains are in memory. */
    long size() {
        newest.cleanUp();
        return newest.estimatedSize();
    }
}
