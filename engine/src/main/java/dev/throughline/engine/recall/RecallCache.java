package dev.throughline.engine.recall;

import dev.throughline.engine.archive.Store;
import dev.throughline.model.Dialect;
import dev.throughline.model.SessionRef;
import dev.throughline.model.WeightedCache;
import dev.throughline.wire.Wire;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;

/**
 * Caches a {@link Recall} for each session in use. A session is read and indexed at its first use; later uses read only
 * the entries that were archived since. The total size is limited; a session that was evicted is read again. Safe for
 * use by many threads; one thread at a time uses a session.
 */
public final class RecallCache {
    /** The limit of the total size, as estimated by {@link Recall#weight}. The newest session may be larger. */
    private static final long MAX_BYTES = 48L << 20;

    private static final int PAGE_ENTRIES = 4096;

    /** One session and its lock. */
    private record CachedRecall(Recall recall, ReentrantLock lock) {}

    private final Store store;
    private final Function<Dialect, Wire> wires;
    private final WeightedCache<SessionRef, CachedRecall> sessions = new WeightedCache<>(MAX_BYTES);

    public RecallCache(Store store, Function<Dialect, Wire> wires) {
        this.store = store;
        this.wires = wires;
    }

    /**
     * Does work on a session, including all entries archived so far. The {@link Recall} is valid only during the work.
     */
    public <T> T read(SessionRef session, Function<Recall, T> work) {
        CachedRecall cached = sessions.findOrCreate(session, () -> open(session));
        cached.lock().lock();
        try {
            cached.recall().transcript().readNew(after -> store.entries(session, after, PAGE_ENTRIES));
            return work.apply(cached.recall());
        } finally {
            sessions.setWeight(session, cached.recall().weight());
            cached.lock().unlock();
        }
    }

    /** Removes a session that was deleted from the store. */
    public void forget(SessionRef session) {
        sessions.remove(session);
    }

    private CachedRecall open(SessionRef session) {
        Recall recall = new Recall(new Transcript(), source -> store.source(session, source), wires);
        return new CachedRecall(recall, new ReentrantLock());
    }
}
