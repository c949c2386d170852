package dev.throughline.engine.recall;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.throughline.engine.archive.Store;
import dev.throughline.model.Dialect;
import dev.throughline.model.SessionRef;
import dev.throughline.wire.Wire;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;

/**
 * Recall over live sessions: each is read and indexed once, at its first use, and from then on only what was kept
 * since. What they take together is bounded; the least used is forgotten first, which costs reading it again.
 * Safe for use by many threads; one at a time looks into a session, and others wait for it alone.
 */
public final class RecallCache {
    /** Bytes that all of them take together, as they count themselves. */
    private static final long MAX_BYTES = 48L << 20;

    private static final int PAGE = 4096;

    /** One session, and the lock of whoever looks into it. */
    private record View(Recall recall, ReentrantLock turn) {}

    private final Store store;
    private final Function<Dialect, Wire> wires;
    private final Cache<SessionRef, View> views = Caffeine.newBuilder()
            .maximumWeight(MAX_BYTES)
            .executor(Runnable::run)
            .<SessionRef, View>weigher((_, view) -> (int) Math.min(view.recall().weight(), MAX_BYTES))
            .build();

    public RecallCache(Store store, Function<Dialect, Wire> wires) {
        this.store = store;
        this.wires = wires;
    }

    /** Looks into a session with all that was kept of it so far; what it is given is not to be used later. */
    public <T> T read(SessionRef session, Function<Recall, T> work) {
        View view = views.get(session, this::view);
        view.turn().lock();
        try {
            view.recall().transcript().readNew(after -> store.entries(session, after, PAGE));
            return work.apply(view.recall());
        } finally {
            views.asMap().computeIfPresent(session, (_, same) -> same); // It is weighed again.
            view.turn().unlock();
        }
    }

    private View view(SessionRef session) {
        Recall recall = new Recall(new Transcript(), source -> store.source(session, source), wires);
        return new View(recall, new ReentrantLock());
    }
}
