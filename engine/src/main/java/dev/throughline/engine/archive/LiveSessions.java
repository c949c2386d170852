package dev.throughline.engine.archive;

import dev.throughline.model.SessionRef;
import dev.throughline.model.WeightedCache;

/**
 * The sessions that are in memory. Their total size is limited, not their number: a session of a few turns has some
 * dozen names, one of a long day some thousand. A session that was removed is read and parsed again at its next turn; a
 * turn uses its session several times, so the limit must hold all sessions that are used at once. Safe for use by many
 * threads; each session is used under its lease.
 */
final class LiveSessions {
    private static final int PAGE = 4096;

    private final Store store;
    private final WeightedCache<SessionRef, LiveSession> sessions;

    /** @param maxBytes the total size of all sessions */
    LiveSessions(Store store, long maxBytes) {
        this.store = store;
        this.sessions = new WeightedCache<>(maxBytes);
    }

    /** The session as of the lease: entries that another process appended are read first. */
    LiveSession under(Store.Lease lease) {
        SessionRef ref = lease.session();
        LiveSession session = sessions.of(ref, LiveSession::new);
        if (session.sequence() > lease.lastSequence()) { // It has entries that the store lost.
            forget(ref);
            session = sessions.of(ref, LiveSession::new);
        }
        while (session.sequence() < lease.lastSequence()) {
            StorePage<ArchivedEntry> page = store.entries(ref, session.sequence(), PAGE);
            page.items().forEach(session::accept);
            if (page.next().isEmpty()) {
                break;
            }
        }
        sessions.weigh(ref, session.bytes());
        return session;
    }

    void forget(SessionRef session) {
        sessions.forget(session);
    }

    /** How many sessions are in memory. */
    long size() {
        return sessions.size();
    }
}
