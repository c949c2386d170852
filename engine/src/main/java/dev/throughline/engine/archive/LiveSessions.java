package dev.throughline.engine.archive;

import dev.throughline.model.SessionRef;
import dev.throughline.model.WeightedCache;

/**
 * The sessions that are in memory. Their total size is limited, not their number: a session of a few turns has a few
 * dozen ids, a session of a long day has several thousand. A session that was removed is read and parsed again at its
 * next turn. A turn uses its session several times, so the limit must be large enough for all sessions that are in use
 * at the same time. Safe for use by many threads; each session is used under its lease.
 */
final class LiveSessions {
    private static final int PAGE = 4096;

    private final Store store;
    private final WeightedCache<SessionRef, LiveSession> sessions;

    /** @param maxBytes the maximum total size of all sessions */
    LiveSessions(Store store, long maxBytes) {
        this.store = store;
        this.sessions = new WeightedCache<>(maxBytes);
    }

    /** The current session. Entries that another process appended before the lease was granted are read first. */
    LiveSession current(Store.Lease lease) {
        SessionRef ref = lease.session();
        LiveSession session = sessions.findOrCreate(ref, LiveSession::new);
        if (session.sequence() > lease.lastSequence()) { // It has entries that the store lost.
            forget(ref);
            session = sessions.findOrCreate(ref, LiveSession::new);
        }
        while (session.sequence() < lease.lastSequence()) {
            StorePage<ArchivedEntry> page = store.entries(ref, session.sequence(), PAGE);
            page.items().forEach(session::accept);
            if (page.next().isEmpty()) {
                break;
            }
        }
        sessions.setWeight(ref, session.bytes());
        return session;
    }

    void forget(SessionRef session) {
        sessions.remove(session);
    }

    /** How many sessions are in memory. */
    long size() {
        return sessions.size();
    }
}
