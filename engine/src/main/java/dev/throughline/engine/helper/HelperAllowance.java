package dev.throughline.engine.helper;

import com.github.benmanes.caffeine.cache.Caffeine;
import dev.throughline.model.SessionRef;
import dev.throughline.model.Usage;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;

/**
 * The limits on the tokens of questions: per session, as long as it is remembered here, and per hour for all sessions
 * together. Cached tokens count a tenth, which is about their price. A question may exceed a limit; the next one is not
 * asked. If questions are paid from {@link HelperFunds}, these limit them too. Safe for use by many threads.
 */
public final class HelperAllowance {
    private static final int MAX_SESSIONS = 4_096;
    private static final int CACHE_READ_DIVISOR = 10;
    private static final Duration HOUR = Duration.ofHours(1);

    private final Clock clock;
    private final long perSession;
    private final long perHour;
    private final HelperFunds funds;
    private final Map<SessionRef, Long> spent = Caffeine.newBuilder()
            .maximumSize(MAX_SESSIONS)
            .executor(Runnable::run)
            .<SessionRef, Long>build()
            .asMap();
    private Instant hourBegan;
    private long spentThisHour;

    public HelperAllowance(Clock clock, long perSession, long perHour) {
        this(clock, perSession, perHour, HelperFunds.UNLIMITED);
    }

    public HelperAllowance(Clock clock, long perSession, long perHour, HelperFunds funds) {
        this.clock = clock;
        this.funds = funds;
        this.perSession = perSession;
        this.perHour = perHour;
        this.hourBegan = clock.instant();
    }

    synchronized boolean hasTokens(SessionRef session) {
        startNextHour();
        return spent.getOrDefault(session, 0L) < perSession && spentThisHour < perHour;
    }

    HelperFunds funds() {
        return funds;
    }

    synchronized void spend(SessionRef session, Usage usage) {
        startNextHour();
        long tokens = usage.input() + usage.cacheWrite() + usage.output() + usage.cacheRead() / CACHE_READ_DIVISOR;
        spent.merge(session, tokens, Long::sum);
        spentThisHour += tokens;
    }

    private void startNextHour() {
        if (!clock.instant().isBefore(hourBegan.plus(HOUR))) {
            hourBegan = clock.instant();
            spentThisHour = 0;
        }
    }
}
