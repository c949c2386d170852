package dev.throughline.store.file;

import dev.throughline.model.SessionRef;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A cache of {@link SessionFile}s that never evicts one in use.
 *
 * <p>There must be one {@link SessionFile} for each session, since it alone knows where its file ends. So users call
 * {@link #hold} and {@link #release}; a batch that is not yet in the file counts as a user. Beyond the limit, the
 * sessions without users are evicted, least recently used first. Safe for use by many threads.
 */
final class OpenSessions {
    private static final float LOAD = 0.75f;

    private final Home home;
    private final SessionCards cards;
    private final int most;
    private final JournalReplay replay;
    private final Consumer<AppendBatch> onDone;
    private final Map<SessionRef, SessionFile> byRef = new LinkedHashMap<>(16, LOAD, /* accessOrder= */ true);

    /**
     * @param most how many sessions stay in memory
     * @param onDone called once for every batch that is no longer needed in memory
     */
    OpenSessions(Home home, int most, JournalReplay replay, Consumer<AppendBatch> onDone) {
        this.home = home;
        this.cards = replay.cards();
        this.most = most;
        this.replay = replay;
        this.onDone = onDone;
    }

    /** The session, which stays in memory until the caller releases it. */
    synchronized SessionFile hold(SessionRef ref) {
        SessionFile session = byRef.get(ref);
        if (session == null) {
            long newest = cards.find(ref).map(card -> card.sequence()).orElse(-1L);
            session = new SessionFile(ref, newest, home, replay, this::done);
            byRef.put(ref, session);
        }
        session.users++;
        evict();
        return session;
    }

    /** The session, if it is in memory. So is each one to which a batch was appended that is not yet in its file. */
    synchronized Optional<SessionFile> ifOpen(SessionRef ref) {
        return Optional.ofNullable(byRef.get(ref));
    }

    /** Ends one {@link #hold}. */
    synchronized void release(SessionFile session) {
        session.users--;
        assert session.users >= 0 : session.ref() + " was released more often than held";
    }

    /** How many are in memory. */
    synchronized int size() {
        return byRef.size();
    }

    private void done(AppendBatch batch) {
        onDone.accept(batch);
        release(batch.session);
    }

    private void evict() {
        Iterator<SessionFile> oldestFirst = byRef.values().iterator();
        while (byRef.size() > most && oldestFirst.hasNext()) {
            if (oldestFirst.next().users == 0) {
                oldestFirst.remove();
            }
        }
    }
}
