package dev.throughline.engine.recall;

import dev.throughline.engine.archive.Store;
import dev.throughline.model.Dialect;
import dev.throughline.model.SessionRef;
import dev.throughline.model.WeightedCache;
import dev.throughline.wire.Wire;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;

/**
 * Recall over live sessions: each is read and indexed once, at its first use, and from then on only what was kept
 * since. What they take together is bounded; the least recently used is forgotten first, which costs reading it again.
 * Safe for use by many threads; one at a time looks into a session, and others wait for it alone.
 */
public final class Views {
    /** Bytes that all of them take together, as they count themselves. */
    private static final long MOST_BYTES = 48L << 20;

    private static final int PAGE = 4096;

    /** One session, and the lock of whoever looks into it. */
    private record View(Recall recall, ReentrantLock turn) {}

    private final Store store;
    private final Function<Dialect, Wire> wires;
    private final WeightedCache<SessionRef, View> views = new WeightedCache<>(MOST_BYTES);

    public Views(Store store, Function<Dialect, Wire> wires) {
        this.store = store;
        this.wires = wires;
    }

    /** Looks into a session with all that was kept of it so far; what it is given is not to be used later. */
    public <T> T look(SessionRef session, Function<Recall, T> work) {
        View view = views.of(session, () -> view(session));
        view.turn().lock();
        try {
            view.recall().transcript().readOn(after -> store.entries(session, after, PAGE));
            return work.apply(view.recall());
        } finally {
            views.weigh(session, view.recall().weight());
            view.turn().unlock();
        }
    }

    private View view(SessionRef session) {
        Recall recall = new Recall(new Transcript(), source -> store.source(session, source), wires);
        return new View(recall, new ReentrantLock());
    }
}
