package dev.throughline.engine.recall;

import dev.throughline.engine.archive.Store;
import dev.throughline.model.Dialect;
import dev.throughline.model.SessionRef;
import dev.throughline.wire.Wire;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;

/**
 * Recall over live sessions: each is read and indexed once, at its first use, and from then on only what was kept
 * since.
 * The least recently used is forgotten first, which costs reading it again. Safe for use by many threads; one at a time
 * looks into a session, and others wait for it alone.
 */
public final class Views {
    private static final int MOST = 32;
    private static final int PAGE = 4096;

    /** One session, and the lock of whoever looks into it. */
    private record View(Recall recall, ReentrantLock turn) {}

    private final Store store;
    private final Function<Dialect, Wire> wires;
    private final Map<SessionRef, View> views = new LinkedHashMap<>(16, 0.75f, /* accessOrder= */ true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<SessionRef, View> eldest) {
            return size() > MOST;
        }
    };

    public Views(Store store, Function<Dialect, Wire> wires) {
        this.store = store;
        this.wires = wires;
    }

    /** Looks into a session with all that was kept of it so far; what it is given is not to be used later. */
    public <T> T look(SessionRef session, Function<Recall, T> work) {
        View view;
        synchronized (views) {
            view = views.computeIfAbsent(session, this::view);
        }
        view.turn().lock();
        try {
            view.recall().transcript().readOn(after -> store.entries(session, after, PAGE));
            return work.apply(view.recall());
        } finally {
            view.turn().unlock();
        }
    }

    private View view(SessionRef session) {
        Recall recall = new Recall(new Transcript(), source -> store.source(session, source), wires);
        return new View(recall, new ReentrantLock());
    }
}
