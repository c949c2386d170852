package dev.throughline.engine.helper;

import dev.throughline.model.SessionRef;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Who asked last in each session: the credentials with which its own model may be asked again. They live in this map
 * and nowhere else; the least recently used go first, and all of them with the process. Safe for use by many threads.
 */
public final class Callers {
    private static final int MOST = 256;

    private final Map<SessionRef, Caller> newest = new LinkedHashMap<>(16, 0.75f, /* accessOrder= */ true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<SessionRef, Caller> eldest) {
            return size() > MOST;
        }
    };

    public synchronized void note(SessionRef session, Caller caller) {
        newest.put(session, caller);
    }

    public synchronized Optional<Caller> of(SessionRef session) {
        return Optional.ofNullable(newest.get(session));
    }
}
