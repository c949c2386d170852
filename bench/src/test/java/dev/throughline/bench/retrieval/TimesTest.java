package dev.throughline.bench.retrieval;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

final class TimesTest {
    @Test
    void waiting_takes_time_but_no_processor_time_and_uncounted_runs_are_dropped() {
        Times times = new Times();
        times.start();
        times.stop(/* counts= */ false);
        assertEquals(0, times.passed().size());
        long until = System.nanoTime() + 50_000_000;
        times.start();
        while (System.nanoTime() < until) {
            LockSupport.parkNanos(until - System.nanoTime());
        }
        times.stop(/* counts= */ true);
        assertEquals(1, times.processor().size());
        assertTrue(times.passed().median() > 2 * times.processor().median(), "it waited");
    }
}
