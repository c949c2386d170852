package dev.throughline.engine.archive;

import dev.throughline.model.SessionRef;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

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
    private final long most;
    private final Map<SessionRef, Counted> sessions = new LinkedHashMap<>(16, 0.75f, /* accessOrder= */ true);
    private long total;

    /** A session, and how many names it had when it was used last. */
    private static final class Counted {
        final LiveSession session = new LiveSession();
        int names;
    }

    /** Sessions that may take so many bytes together. */
    static LiveSessions within(Store store, long bytes) {
        return new LiveSessions(store, bytes / BYTES_PER_NAME);
    }

    /** @param most how many names are remembered of all sessions together */
    LiveSessions(Store store, long most) {
        this.store = store;
        this.most = most;
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
        count(lease.session());
        return session;
    }

    void forget(SessionRef session) {
        synchronized (sessions) {
            Counted known = sessions.remove(session);
            total -= known == null ? 0 : known.names;
        }
    }

    /** How many sessions are in memory. */
    int size() {
        synchronized (sessions) {
            return sessions.size();
        }
    }

    private LiveSession look(SessionRef session) {
        synchronized (sessions) {
            return sessions.computeIfAbsent(session, _ -> new Counted()).session;
        }
    }

    /** Counts a session that is in use, and forgets those that were not for longest; the one in use stays. */
    private void count(SessionRef used) {
        synchronized (sessions) {
            Counted own = sessions.get(used);
            if (own != null) {
                int names = own.session.names() + OVERHEAD;
                total += names - own.names;
                own.names = names;
            }
            Iterator<Counted> oldest = sessions.values().iterator();
            while (total > most && sessions.size() > 1) {
                total -= oldest.next().names;
                oldest.remove();
            }
        }
    }
}
