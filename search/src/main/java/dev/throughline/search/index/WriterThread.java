package dev.throughline.search.index;

import java.io.IOException;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.apache.lucene.util.IOSupplier;

/**
 * A single thread that writes files, so that an interrupt of a waiting caller does not interrupt the writing.
 *
 * <p>The thread ends when it is idle for a while, so that many idle indexes need no threads.
 */
final class WriterThread {
    private static final Duration IDLE = Duration.ofSeconds(10);
    private static final Duration CLOSE_TIMEOUT = Duration.ofMinutes(2);

    private final ScheduledThreadPoolExecutor executor;

    WriterThread(String name) {
        executor = new ScheduledThreadPoolExecutor(
                1, Thread.ofPlatform().daemon().name(name).factory());
        executor.setKeepAliveTime(IDLE.toMillis(), TimeUnit.MILLISECONDS);
        executor.allowCoreThreadTimeOut(true);
        executor.setRejectedExecutionHandler(WriterThread::drop);
        executor.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    }

    /** Cancels a task that is submitted after the end, so that its caller does not wait. */
    private static void drop(Runnable task, ThreadPoolExecutor closed) {
        if (task instanceof Future<?> future) {
            future.cancel(/* mayInterruptIfRunning= */ false);
        }
    }

    /** Runs a task after all earlier ones, and waits for it. An interrupt is restored afterwards. */
    <T> T call(IOSupplier<T> task) throws IOException {
        Future<T> future = executor.submit(task::get);
        boolean wasInterrupted = false;
        try {
            while (true) {
                try {
                    return future.get();
                } catch (InterruptedException e) {
                    wasInterrupted = true;
                } catch (ExecutionException e) {
                    throw unwrapped(Objects.requireNonNull(e.getCause()));
                } catch (CancellationException e) {
                    throw new IOException("the index is closed", e);
                }
            }
        } finally {
            if (wasInterrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static IOException unwrapped(Throwable cause) {
        return switch (cause) {
            case IOException e -> e;
            case RuntimeException e -> throw e;
            case Error e -> throw e;
            default -> new IOException(cause);
        };
    }

    /** Runs a task after a delay, unless the thread is closed before. */
    void later(Duration delay, Runnable task) {
        ScheduledFuture<?> unwatched = executor.schedule(task, delay.toNanos(), TimeUnit.NANOSECONDS);
        assert unwatched != null;
    }

    /** Accepts no more tasks, waits for the submitted ones, and drops the delayed ones. */
    void close() {
        executor.shutdown();
        boolean wasInterrupted = false;
        long end = System.nanoTime() + CLOSE_TIMEOUT.toNanos();
        while (!executor.isTerminated() && System.nanoTime() < end) {
            try {
                executor.awaitTermination(end - System.nanoTime(), TimeUnit.NANOSECONDS);
            } catch (InterruptedException e) {
                wasInterrupted = true;
            }
        }
        if (wasInterrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
