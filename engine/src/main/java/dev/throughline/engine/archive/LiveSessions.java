package dev.throughline.engine.archive;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.throughline.model.SessionRef;

/**
 * The sessions whose names are in memory, the least used forgotten first. What they take together has a limit,
 * and not their number: a session of a few turns has some dozen names, one of a long day some thousand. Forgetting one
 * costs a read of its entries at its next turn and nothing else; but a turn looks at its session several times, so the
 * limit must hold all sessions that are used at once. Safe for use by many threads; each session is used
 * under its lease.
 */
final class LiveSessions {
    /** About what one name takes. An item has four or five. */
    private static final int BYTES_PER_NAME = 200;

    /** A session without a single name takes about as much as so many. */
    private static final int OVERHEAD = 8;

    private static final int PAGE = 4096;

    private final Store store;
    private final Cache<SessionRef, LiveSession> sessions;

    /** Sessions that may take so many bytes together. */
    static LiveSessions within(Store store, long bytes) {
        return new LiveSessions(store, bytes / BYTES_PER_NAME);
    }

    /** @param most how many names are remembered of all sessions together */
    LiveSessions(Store store, long most) {
        this.store = store;
        this.sessions = Caffeine.newBuilder()
                .maximumWeight(most)
                .executor(Runnable::run)
                .<SessionRef, LiveSession>weigher((_, session) -> (int) Math.min(session.names() + OVERHEAD, most))
                .build();
    }

    /** The session as of the lease: what another replica appended since is read first. */
    LiveSession under(Store.Lease lease) {
        LiveSession session = look(lease.session());
        if (session.sequence() > lease.lastSequence()) {
            forget(lease.session());
            session = look(lease.session());
        }
        while (session.sequence() < lease.lastSequence()) {
            StorePage<ArchivedEntry> page = store.entries(lease.session(), session.sequence(), PAGE);
            page.items().forEach(session::accept);
            if (page.next().isEmpty()) {
                break;
            }
        }
        sessions.asMap().computeIfPresent(lease.session(), (_, same) -> same); // It is weighed again.
        return session;
    }

    void forget(SessionRef session) {
        sessions.invalidate(session);
    }

    /** How many sessions are in memory. */
    long size() {
        sessions.cleanUp();
        return sessions.estimatedSize();
    }

    private LiveSession look(SessionRef session) {
        return sessions.get(session, _ -> new LiveSession());
    }
}
