package dev.throughline.engine.helper;

import com.github.benmanes.caffeine.cache.Caffeine;
import dev.throughline.model.SessionRef;
import dev.throughline.model.Usage;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;

/**
 * Limits the tokens of helper questions, per session and per hour for all sessions together. The tokens of a session
 * are counted in memory, for a limited number of sessions. Cached tokens count as one tenth, which is about their
 * price. A question may exceed a limit; then the next question is not asked. {@link HelperFunds} may limit questions in
 * addition. Safe for use by many threads.
 */
public final class HelperAllowance {
    private static final int MAX_SESSIONS = 4_096;
    private static final int CACHE_READ_DIVISOR = 10;
    private static final Duration HOUR = Duration.ofHours(1);

    private final Clock clock;
    private final long perSession;
    private final long perHour;
    private final Map<SessionRef, Long> spent = Caffeine.newBuilder()
            .maximumSize(MAX_SESSIONS)
            .executor(Runnable::run)
            .<SessionRef, Long>build()
            .asMap();
    private Instant hourStart;
    private long spentThisHour;

    public HelperAllowance(Clock clock, long perSession, long perHour) {
        this.clock = clock;
        this.perSession = perSession;
        this.perHour = perHour;
        this.hourStart = clock.instant();
    }

    synchronized boolean hasTokens(SessionRef session) {
        startNextHour();
        return spent.getOrDefault(session, 0L) < perSession && spentThisHour < perHour;
    }

    synchronized void spend(SessionRef session, Usage usage) {
        startNextHour();
        long tokens = usage.input() + usage.cacheWrite() + usage.output() + usage.cacheRead() / CACHE_READ_DIVISOR;
        spent.merge(session, tokens, Long::sum);
        spentThisHour += tokens;
    }

    private void startNextHour() {
        if (!clock.instant().isBefore(hourStart.plus(HOUR))) {
            hourStart = clock.instant();
            spentThisHour = 0;
        }
    }
}
