package dev.throughline.engine.helper;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.throughline.model.SessionRef;
import java.util.Optional;

/**
 * The newest caller of each session, with the credentials to ask the session's own model. Callers are only in memory
 * and never stored. Safe for use by many threads.
 */
public final class SessionCallers {
    private static final int MAX_SESSIONS = 256;

    private final Cache<SessionRef, SessionCaller> newest = Caffeine.newBuilder()
            .maximumSize(MAX_SESSIONS)
            .executor(Runnable::run)
            .build();

    public void put(SessionRef session, SessionCaller caller) {
        newest.put(session, caller);
    }

    public Optional<SessionCaller> of(SessionRef session) {
        return Optional.ofNullable(newest.getIfPresent(session));
    }
}
