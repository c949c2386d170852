package dev.throughline.engine.archive;

import dev.throughline.model.SessionRef;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The sessions whose names are in memory, the least recently used forgotten first. Forgetting one costs a read of its
 * entries at its next turn and nothing else. Safe for use by many threads; each session is used under its lease.
 */
final class LiveSessions {
    private static final int MOST = 2048;
    private static final int PAGE = 4096;

    private final Store store;
    private final Map<SessionRef, LiveSession> sessions = new LinkedHashMap<>(16, 0.75f, /* accessOrder= */ true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<SessionRef, LiveSession> eldest) {
            return size() > MOST;
        }
    };

    LiveSessions(Store store) {
        this.store = store;
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
        return session;
    }

    void forget(SessionRef session) {
        synchronized (sessions) {
            sessions.remove(session);
        }
    }

    private LiveSession look(SessionRef session) {
        synchronized (sessions) {
            return sessions.computeIfAbsent(session, _ -> new LiveSession());
        }
    }
}
