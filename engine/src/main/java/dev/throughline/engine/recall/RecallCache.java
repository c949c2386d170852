package dev.throughline.engine.recall;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.throughline.engine.archive.Store;
import dev.throughline.model.Bytes;
import dev.throughline.model.Dialect;
import dev.throughline.model.Hash;
import dev.throughline.model.SessionRef;
import dev.throughline.model.WeightedCache;
import dev.throughline.wire.Wire;
import java.util.Optional;
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

    /** The limit of the size of the sources that were read last, of all sessions. */
    private static final long MAX_SOURCE_BYTES = 16L << 20;

    /** The estimated memory of a source beside its bytes. */
    private static final int SOURCE_OVERHEAD = 300;

    private static final int PAGE_ENTRIES = 4096;

    /** A source of a session. */
    private record SourceKey(SessionRef session, Hash id) {}

    /** One session and its lock. */
    private record CachedRecall(Recall recall, ReentrantLock lock) {}

    private final Store store;
    private final Function<Dialect, Wire> wires;
    private final WeightedCache<SessionRef, CachedRecall> sessions = new WeightedCache<>(MAX_BYTES);

    /** If the gateway holds a history, each turn reads all of its sources. */
    private final Cache<SourceKey, Bytes> sources;

    /** A cache of sessions with turns. */
    public RecallCache(Store store, Function<Dialect, Wire> wires) {
        this(store, wires, MAX_SOURCE_BYTES);
    }

    private RecallCache(Store store, Function<Dialect, Wire> wires, long sourceBytes) {
        this.store = store;
        this.wires = wires;
        this.sources = Caffeine.newBuilder()
                .maximumWeight(sourceBytes)
                .<SourceKey, Bytes>weigher((_, bytes) -> SOURCE_OVERHEAD + bytes.length())
                .executor(Runnable::run)
                .build();
    }

    /** A cache of sessions without turns, whose sources are seldom read twice: it keeps none. */
    public static RecallCache withoutSources(Store store, Function<Dialect, Wire> wires) {
        return new RecallCache(store, wires, /* sourceBytes= */ 0);
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
        sources.asMap().keySet().removeIf(source -> source.session().equals(session));
    }

    private CachedRecall open(SessionRef session) {
        Recall recall = new Recall(new Transcript(), id -> source(session, id), wires);
        return new CachedRecall(recall, new ReentrantLock());
    }

    private Optional<Bytes> source(SessionRef session, Hash id) {
        SourceKey key = new SourceKey(session, id);
        Optional<Bytes> known = Optional.ofNullable(sources.getIfPresent(key));
        Optional<Bytes> source = known.or(() -> store.source(session, id));
        source.filter(_ -> known.isEmpty()).ifPresent(bytes -> sources.put(key, bytes));
        return source;
    }
}
