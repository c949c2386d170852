package dev.throughline.server.wiring;

import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;

/**
 * Returns unused memory to the operating system. The serial collector shrinks the heap only in a full collection, which
 * after a few large requests may never happen by itself. So a full collection runs while no request is open and much
 * was allocated since the last one. It takes some tens of milliseconds.
 */
final class HeapTrimmer implements AutoCloseable {
    /** The time between two checks. A collection requires that no request is open at two checks in a row. */
    private static final Duration PERIOD = Duration.ofSeconds(10);

    /** The smallest growth of the used heap that causes a collection. */
    private static final long LEAST_BYTES = 32L << 20;

    /**
     * The values that are checked.
     *
     * @param openRequests how many requests are in progress
     * @param used bytes of the heap in use, garbage included
     * @param collect collects all garbage
     */
    record Heap(IntSupplier openRequests, LongSupplier used, Runnable collect) {
        static Heap ofProcess(IntSupplier openRequests) {
            Runtime process = Runtime.getRuntime();
            return new Heap(openRequests, () -> process.totalMemory() - process.freeMemory(), System::gc);
        }
    }

    private final Heap heap;
    private final ScheduledExecutorService scheduler = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("heap-trimmer").factory());
    private boolean wasIdle;
    private long usedAfterCollection;

    HeapTrimmer(Heap heap) {
        this.heap = heap;
    }

    HeapTrimmer start() {
        var _ = scheduler.scheduleWithFixedDelay(this::check, PERIOD.toSeconds(), PERIOD.toSeconds(), TimeUnit.SECONDS);
        return this;
    }

    /** Collects if no request is open and much memory can be freed. */
    void check() {
        boolean isIdle = heap.openRequests().getAsInt() == 0;
        if (isIdle && wasIdle && heap.used().getAsLong() - usedAfterCollection >= LEAST_BYTES) {
            heap.collect().run();
            usedAfterCollection = heap.used().getAsLong();
        }
        wasIdle = isIdle;
    }

    @Override
    public void close() {
        scheduler.shutdownNow();
    }
}
