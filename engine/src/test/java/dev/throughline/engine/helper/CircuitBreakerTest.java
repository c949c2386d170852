package dev.throughline.engine.helper;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import org.junit.jupiter.api.Test;

final class CircuitBreakerTest {
    private final Ticking clock = new Ticking();
    private final CircuitBreaker breaker = new CircuitBreaker(clock);

    private void fail(int times) {
        for (int i = 0; i < times; i++) {
            assertTrue(breaker.allows());
            breaker.failed();
        }
    }

    @Test
    void three_failures_in_a_row_open_it() {
        fail(2);
        breaker.succeeded();
        fail(3);
        assertFalse(breaker.allows());
    }

    @Test
    void after_a_minute_one_is_let_through() {
        fail(3);
        clock.pass(Duration.ofSeconds(59));
        assertFalse(breaker.allows());
        clock.pass(Duration.ofSeconds(1));
        assertTrue(breaker.allows());
        assertFalse(breaker.allows());
    }

    @Test
    void a_good_trial_closes_it_and_a_bad_one_does_not() {
        fail(3);
        clock.pass(CircuitBreaker.PAUSE);
        assertTrue(breaker.allows());
        breaker.failed();
        assertFalse(breaker.allows());
        clock.pass(CircuitBreaker.PAUSE);
        assertTrue(breaker.allows());
        breaker.succeeded();
        fail(2);
        assertTrue(breaker.allows());
    }

    @Test
    void a_trial_that_never_reports_back_makes_room_for_another() {
        fail(3);
        clock.pass(CircuitBreaker.PAUSE);
        assertTrue(breaker.allows());
        clock.pass(CircuitBreaker.PAUSE);
        assertTrue(breaker.allows());
    }
}
