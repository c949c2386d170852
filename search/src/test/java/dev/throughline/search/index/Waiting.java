package dev.throughline.search.index;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for background work. */
final class Waiting {
    private static final Duration LONGEST = Duration.ofMinutes(2);
    private static final Duration STEP = Duration.ofMillis(5);

    private Waiting() {}

    static void untilEmbedded(SearchIndex index) {
        until(() -> index.status().waiting() == 0 && index.status().building().isEmpty());
    }

    static void until(BooleanSupplier condition) {
        long end = System.nanoTime() + LONGEST.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > end) {
                throw new AssertionError("condition not met after " + LONGEST);
            }
            LockSupport.parkNanos(STEP.toNanos());
        }
    }
}
