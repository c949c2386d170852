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

/**
 * A thread of our own on which files are written, so that whoever waits for it may be interrupted and the writing not.
 *
 * <p>It ends when it has had nothing to do for a while, so that many idle indexes cost no threads.
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

    /** What comes after the end is not done, and whoever waits for it is told. */
    private static void drop(Runnable task, ThreadPoolExecutor closed) {
        if (task instanceof Future<?> future) {
            future.cancel(/* mayInterruptIfRunning= */ false);
        }
    }

    /** Something that is done with files. */
    interface Task<T> {
        T run() throws IOException;
    }

    /** Runs a task after those that came before it, and waits for it; an interrupt is noticed afterwards. */
    <T> T call(Task<T> task) throws IOException {
        Future<T> future = executor.submit(task::run);
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

    /** Runs a task after a while, unless it is closed before; nobody waits for it. */
    void later(Duration delay, Runnable task) {
        ScheduledFuture<?> unwatched = executor.schedule(task, delay.toNanos(), TimeUnit.NANOSECONDS);
        assert unwatched != null;
    }

    /** Takes no more tasks and waits for those that were accepted; those planned for later are dropped. */
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
