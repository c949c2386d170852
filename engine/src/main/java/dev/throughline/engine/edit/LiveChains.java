package dev.throughline.engine.edit;

import dev.throughline.model.SessionRef;
import dev.throughline.model.WeightedCache;
import dev.throughline.wire.Request;
import dev.throughline.wire.Wire;
import dev.throughline.workingset.budget.TokenCount;
import java.util.List;

/**
 * The chains in memory, the least recently used forgotten first. What they take together is bounded: by the bodies that
 * they were taken from, as a chain of a megabyte of text takes about two. Safe for use by many threads; each chain is
 * used under its session's lease.
 */
final class LiveChains {
    /** Bytes of all bodies together: about 64 megabytes of memory. */
    static final long MOST_BYTES = 32L << 20;

    /** A chain of a short body takes about as much as so many bytes. */
    private static final int OVERHEAD = 16 << 10;

    private final Authorship authorship;
    private final long most;
    private final WeightedCache<SessionRef, LiveChain> chains;

    /**
     * No chains so far.
     *
     * @param most bytes of the bodies of all chains together
     */
    LiveChains(Authorship authorship, long most) {
        this.authorship = authorship;
        this.most = most;
        this.chains = new WeightedCache<>(most);
    }

    /** Others of the same kind, with no chain so far. */
    LiveChains empty() {
        return new LiveChains(authorship, most);
    }

    /**
     * The chain of a session's newest request; taken apart from its beginning if it is not known, or was counted
     * otherwise.
     *
     * @param tools the names of tools that we answer ourselves
     */
    LiveChain follow(SessionRef session, Wire wire, Request request, List<String> tools) {
        TokenCount count = TokenCount.of(request.model());
        LiveChain chain = chains.of(session, () -> new LiveChain(count, authorship));
        if (!chain.count().isLike(count)) {
            chains.forget(session);
            chain = chains.of(session, () -> new LiveChain(count, authorship));
        }
        chain.follow(wire, request, tools);
        chains.weigh(session, request.body().length() + OVERHEAD);
        return chain;
    }

    /** Leaves out elements at the end that belong to no conversation. */
    void shorten(SessionRef session, int elements) {
        chains.find(session).ifPresent(known -> known.truncate(known.size() - elements));
    }

    void forget(SessionRef session) {
        chains.forget(session);
    }

    /** How many chains are in memory. */
    int size() {
        return chains.size();
    }
}
