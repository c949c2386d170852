package dev.throughline.store.file;

import dev.throughline.model.SessionRef;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The sessions that are in memory: those somebody holds, and of the others the ones used last, up to a limit.
 *
 * <p>A {@link SessionFile} must be the only one of its session, since it alone knows where its file ends. So it is
 * given out by {@link #hold}, given back by {@link #release}, and forgotten only while nobody holds it. A batch on its
 * way to the file counts as a holder. Safe for use by many threads.
 */
final class OpenSessions {
    private static final float LOAD = 0.75f;

    private final Home home;
    private final Quarantine quarantine;
    private final SessionCards cards;
    private final int most;
    private final Parts parts;
    private final Map<SessionRef, SessionFile> byRef = new LinkedHashMap<>(16, LOAD, /* accessOrder= */ true);

    /**
     * What sessions need of others.
     *
     * @param replay restores lines that a file lost
     * @param onDone called once for every batch that need not be remembered any longer
     */
    record Parts(JournalReplay replay, Consumer<AppendBatch> onDone) {}

    OpenSessions(Home home, Quarantine quarantine, SessionCards cards, int most, Parts parts) {
        this.home = home;
        this.quarantine = quarantine;
        this.cards = cards;
        this.most = most;
        this.parts = parts;
    }

    /** The session, which stays in memory until it is released. */
    synchronized SessionFile hold(SessionRef ref) {
        SessionFile session = byRef.get(ref);
        if (session == null) {
            long newest = cards.find(ref).map(card -> card.sequence()).orElse(-1L);
            session = new SessionFile(ref, newest, home, quarantine, new Parts(parts.replay(), this::done));
            byRef.put(ref, session);
        }
        session.users++;
        forgetSome();
        return session;
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
        parts.onDone().accept(batch);
        release(batch.session);
    }

    private void forgetSome() {
        Iterator<SessionFile> oldestFirst = byRef.values().iterator();
        while (byRef.size() > most && oldestFirst.hasNext()) {
            if (oldestFirst.next().users == 0) {
                oldestFirst.remove();
            }
        }
    }
}
