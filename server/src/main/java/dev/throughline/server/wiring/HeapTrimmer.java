package dev.throughline.server.wiring;

import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;

/**
 * Hands memory back to the system when nobody needs it. The serial collector shrinks its heap only when it collects all
 * of it, and it does that when the heap is full, which after a few large requests is never. So while no request is
 * under way, and much was allocated since the last time, all of it is collected: some tens of milliseconds that nobody
 * waits for.
 */
final class HeapTrimmer implements AutoCloseable {
    /** How often it looks. Nothing must have been under way at two looks in a row. */
    private static final Duration PERIOD = Duration.ofSeconds(10);

    /** Less than this is not worth it. */
    private static final long LEAST_BYTES = 32L << 20;

    /**
     * What it looks at.
     *
     * @param underWay how many requests are being answered
     * @param used bytes of the heap in use, garbage included
     * @param collect collects all garbage
     */
    record Heap(IntSupplier underWay, LongSupplier used, Runnable collect) {
        static Heap ofProcess(IntSupplier underWay) {
            Runtime process = Runtime.getRuntime();
            return new Heap(underWay, () -> process.totalMemory() - process.freeMemory(), System::gc);
        }
    }

    private final Heap heap;
    private final ScheduledExecutorService looking = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("heap-trimmer").factory());
    private boolean wasQuiet;
    private long usedAfter;

    HeapTrimmer(Heap heap) {
        this.heap = heap;
    }

    HeapTrimmer start() {
        var _ = looking.scheduleWithFixedDelay(this::look, PERIOD.toSeconds(), PERIOD.toSeconds(), TimeUnit.SECONDS);
        return this;
    }

    /** One look: collects if there is something to gain and nobody is there. */
    void look() {
        boolean isQuiet = heap.underWay().getAsInt() == 0;
        if (isQuiet && wasQuiet && heap.used().getAsLong() - usedAfter >= LEAST_BYTES) {
            heap.collect().run();
            usedAfter = heap.used().getAsLong();
        }
        wasQuiet = isQuiet;
    }

    @Override
    public void close() {
        looking.shutdownNow();
    }
}
