package dev.throughline.engine.helper;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.model.SessionRef;
import dev.throughline.model.Usage;
import java.time.Duration;
import org.junit.jupiter.api.Test;

final class HelperAllowanceTest {
    private static final SessionRef FIRST = Questions.session(1);
    private static final SessionRef SECOND = Questions.session(2);

    private final ManualClock clock = new ManualClock();
    private final HelperAllowance allowance = new HelperAllowance(clock, 100, 150);

    @Test
    void a_session_has_its_own_allowance() {
        allowance.spend(FIRST, new Usage(40, 0, 20, 39));
        assertTrue(allowance.hasTokens(FIRST));
        allowance.spend(FIRST, new Usage(1, 0, 0, 0));
        assertFalse(allowance.hasTokens(FIRST));
        assertTrue(allowance.hasTokens(SECOND));
    }

    @Test
    void tokens_read_from_a_cache_count_a_tenth() {
        allowance.spend(FIRST, new Usage(0, 990, 0, 0));
        assertTrue(allowance.hasTokens(FIRST));
        allowance.spend(FIRST, new Usage(0, 10, 0, 0));
        assertFalse(allowance.hasTokens(FIRST));
    }

    @Test
    void all_sessions_share_an_hourly_allowance() {
        allowance.spend(FIRST, new Usage(90, 0, 0, 0));
        allowance.spend(SECOND, new Usage(60, 0, 0, 0));
        assertFalse(allowance.hasTokens(SECOND));
        clock.advance(Duration.ofMinutes(59));
        assertFalse(allowance.hasTokens(SECOND));
        clock.advance(Duration.ofMinutes(1));
        assertTrue(allowance.hasTokens(SECOND));
    }
}
