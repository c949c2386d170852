package dev.throughline.engine.helper;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Stops questions to a model that does not answer.
 *
 * <pre>
 *   closed ──3 failures in a row──▶ open ──60 s──▶ one trial ──success──▶ closed
 *                                    ▲                 └──failure──┐
 *                                    └─────────────────────────────┘
 * </pre>
 *
 * <p>If a trial never reports its result, another one is allowed after the same time. Safe for use by many threads.
 */
public final class CircuitBreaker {
    static final int MAX_FAILURES = 3;
    static final Duration PAUSE = Duration.ofSeconds(60);

    private final Clock clock;
    private int failures;
    private Optional<Instant> openUntil = Optional.empty();

    public CircuitBreaker(Clock clock) {
        this.clock = clock;
    }

    /** Whether a question may be asked now. If so, the caller must report the result. */
    synchronized boolean allows() {
        if (openUntil.isEmpty()) {
            return true;
        }
        if (clock.instant().isBefore(openUntil.get())) {
            return false;
        }
        openUntil = Optional.of(clock.instant().plus(PAUSE));
        return true;
    }

    synchronized void succeeded() {
        failures = 0;
        openUntil = Optional.empty();
    }

    synchronized void failed() {
        failures++;
        if (failures >= MAX_FAILURES) {
            openUntil = Optional.of(clock.instant().plus(PAUSE));
        }
    }
}
