package dev.throughline.engine.archive;

import dev.throughline.model.SessionRef;
import dev.throughline.model.WeightedCache;

/**
 * The sessions whose names are in memory, the least recently used forgotten first. What they take together has a limit,
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
    private final WeightedCache<SessionRef, LiveSession> sessions;

    /** Sessions that may take so many bytes together. */
    static LiveSessions within(Store store, long bytes) {
        return new LiveSessions(store, bytes / BYTES_PER_NAME);
    }

    /** @param most how many names are remembered of all sessions together */
    LiveSessions(Store store, long most) {
        this.store = store;
        this.sessions = new WeightedCache<>(most);
    }

    /** The session as of the lease: what another replica appended since is read first. */
    LiveSession under(Store.Lease lease) {
        LiveSession session = look(lease.session());
        if (session.sequence() > lease.lastSequence()) {
            forget(lease.session());
            session = look(lease.session());
        }
        while (session.sequence() < lease.lastSequence()) {
            Page<Kept> page = store.entries(lease.session(), session.sequence(), PAGE);
            page.items().forEach(session::accept);
            if (page.next().isEmpty()) {
                break;
            }
        }
        sessions.weigh(lease.session(), session.names() + OVERHEAD);
        return session;
    }

    void forget(SessionRef session) {
        sessions.forget(session);
    }

    /** How many sessions are in memory. */
    int size() {
        return sessions.size();
    }

    private LiveSession look(SessionRef session) {
        return sessions.of(session, LiveSession::new);
    }
}
