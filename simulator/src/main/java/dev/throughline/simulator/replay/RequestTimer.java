package dev.throughline.simulator.replay;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Measures the turn handling on a thread: the time until the first request to the model, and the bytes allocated
 * outside of the model. A call to the model from another thread is not measured.
 */
final class RequestTimer {
    private static final @Nullable ThreadMXBean THREADS =
            ManagementFactory.getThreadMXBean() instanceof ThreadMXBean bean && bean.isThreadAllocatedMemorySupported()
                    ? bean
                    : null;

    /** What one request took. */
    record Time(long nanos, long allocatedBytes) {}

    /** A measurement in progress. */
    private static final class Running {
        private final long began = System.nanoTime();
        private final long allocatedBefore = allocated();
        private long arrived;
        private long allocatedAtDoor;
        private long inModel;
    }

    private static final ThreadLocal<@Nullable Running> RUNNING = new ThreadLocal<>();

    private RequestTimer() {}

    private static long allocated() {
        return THREADS == null ? 0 : THREADS.getCurrentThreadAllocatedBytes();
    }

    static void start() {
        RUNNING.set(new Running());
    }

    /** Called when a request reaches the model. */
    static void arrive() {
        Running now = RUNNING.get();
        if (now != null) {
            now.arrived = now.arrived == 0 ? System.nanoTime() : now.arrived;
            now.allocatedAtDoor = allocated();
        }
    }

    /** Called when the model has answered. */
    static void leave() {
        Running now = RUNNING.get();
        if (now != null) {
            now.inModel += allocated() - now.allocatedAtDoor;
        }
    }

    /** What was measured; nothing when the model was not asked on this thread. */
    static Optional<Time> stop() {
        Running now = RUNNING.get();
        RUNNING.remove();
        if (now == null || now.arrived == 0) {
            return Optional.empty();
        }
        long bytes = THREADS == null ? -1 : allocated() - now.allocatedBefore - now.inModel;
        return Optional.of(new Time(now.arrived - now.began, bytes));
    }
}
