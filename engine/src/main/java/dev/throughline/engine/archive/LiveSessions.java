package dev.throughline.engine.archive;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.throughline.model.SessionRef;

/**
 * The sessions that are in memory; the least used is removed first. What they take together is limited, not their
 * number: a session of a few turns has some dozen names, one of a long day some thousand. Removing one costs a read of
 * its entries and a full parse at its next turn; a turn uses its session several times, so the limit must hold all
 * sessions that are used at once. Safe for use by many threads; each session is used under its lease.
 */
final class LiveSessions {
    private static final int PAGE = 4096;

    private final Store store;
    private final Cache<SessionRef, LiveSession> sessions;

    /** @param mostBytes what all sessions may take together */
    LiveSessions(Store store, long mostBytes) {
        this.store = store;
        this.sessions = Caffeine.newBuilder()
                .maximumWeight(mostBytes)
                .executor(Runnable::run)
                .<SessionRef, LiveSession>weigher(
                        (_, session) -> (int) Math.min(session.bytes(), Math.min(mostBytes, Integer.MAX_VALUE)))
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
