package dev.throughline.engine.helper;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import org.junit.jupiter.api.Test;

final class CircuitBreakerTest {
    private final ManualClock clock = new ManualClock();
    private final CircuitBreaker breaker = new CircuitBreaker(clock);

    private void fail(int times) {
        for (int i = 0; i < times; i++) {
            assertTrue(breaker.allows());
            breaker.failed();
        }
    }

    @Test
    void three_failures_in_a_row_open_the_breaker() {
        fail(2);
        breaker.succeeded();
        fail(3);
        assertFalse(breaker.allows());
    }

    @Test
    void after_a_minute_one_trial_is_allowed() {
        fail(3);
        clock.advance(Duration.ofSeconds(59));
        assertFalse(breaker.allows());
        clock.advance(Duration.ofSeconds(1));
        assertTrue(breaker.allows());
        assertFalse(breaker.allows());
    }

    @Test
    void a_successful_trial_closes_the_breaker_and_a_failed_one_does_not() {
        fail(3);
        clock.advance(CircuitBreaker.PAUSE);
        assertTrue(breaker.allows());
        breaker.failed();
        assertFalse(breaker.allows());
        clock.advance(CircuitBreaker.PAUSE);
        assertTrue(breaker.allows());
        breaker.succeeded();
        fail(2);
        assertTrue(breaker.allows());
    }

    @Test
    void another_trial_is_allowed_if_one_never_reports_a_result() {
        fail(3);
        clock.advance(CircuitBreaker.PAUSE);
        assertTrue(breaker.allows());
        clock.advance(CircuitBreaker.PAUSE);
        assertTrue(breaker.allows());
    }
}
