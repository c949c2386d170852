package dev.throughline.memory.session;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

final class TimeLimitTest {
    @Test
    void a_result_in_time_is_used_and_a_late_or_failed_one_is_not() {
        assertEquals(Optional.of(7), TimeLimit.within(Duration.ofSeconds(30), "quick", () -> Optional.of(7)));
        CountDownLatch never = new CountDownLatch(1);
        assertEquals(Optional.empty(), TimeLimit.within(Duration.ofMillis(1), "slow", () -> {
            try {
                never.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            return Optional.of(7);
        }));
        never.countDown();
        assertEquals(Optional.empty(), TimeLimit.within(Duration.ofSeconds(30), "broken", () -> {
            throw new IllegalStateException("broken on purpose");
        }));
    }
}
