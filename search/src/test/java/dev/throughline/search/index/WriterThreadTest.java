package dev.throughline.search.index;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

final class WriterThreadTest {
    private static final long PATIENCE_SECONDS = 60;

    private final WriterThread thread = new WriterThread("test-writer");

    @Test
    void tasks_run_on_the_named_thread_and_their_exceptions_reach_the_caller() throws IOException {
        assertEquals("test-writer", thread.call(() -> Thread.currentThread().getName()));
        IOException failure = assertThrows(
                IOException.class,
                () -> thread.call(() -> {
                    throw new IOException("disk full");
                }));
        assertEquals("disk full", failure.getMessage());
        assertThrows(
                IllegalStateException.class,
                () -> thread.call(() -> {
                    throw new IllegalStateException("ours");
                }));
        thread.close();
    }

    @Test
    void an_interrupt_of_the_caller_does_not_interrupt_the_writer() throws Exception {
        CountDownLatch isRunning = new CountDownLatch(1);
        CountDownLatch mayEnd = new CountDownLatch(1);
        AtomicBoolean waiterWasInterrupted = new AtomicBoolean();
        CompletableFuture<Boolean> writerWasInterrupted = new CompletableFuture<>();
        Thread waiter = Thread.ofPlatform().start(() -> {
            try {
                writerWasInterrupted.complete(thread.call(() -> {
                    isRunning.countDown();
                    return !await(mayEnd);
                }));
            } catch (IOException e) {
                writerWasInterrupted.completeExceptionally(e);
            }
            waiterWasInterrupted.set(Thread.currentThread().isInterrupted());
        });
        assertTrue(isRunning.await(PATIENCE_SECONDS, TimeUnit.SECONDS));
        waiter.interrupt();
        mayEnd.countDown();
        assertFalse(writerWasInterrupted.get(PATIENCE_SECONDS, TimeUnit.SECONDS));
        assertTrue(waiter.join(Duration.ofSeconds(PATIENCE_SECONDS)));
        assertTrue(waiterWasInterrupted.get(), "the caller is still interrupted afterwards");
        thread.close();
    }

    private static boolean await(CountDownLatch latch) {
        try {
            return latch.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            return false;
        }
    }

    @Test
    void closing_drops_scheduled_tasks_and_rejects_new_ones() throws IOException {
        AtomicBoolean wasRun = new AtomicBoolean();
        thread.later(Duration.ofHours(1), () -> wasRun.set(true));
        assertEquals(3, thread.call(() -> 3));
        thread.close();
        assertFalse(wasRun.get());
        IOException refused = assertThrows(IOException.class, () -> thread.call(() -> 4));
        assertEquals("the index is closed", refused.getMessage());
    }

    @Test
    void a_scheduled_task_runs_after_its_delay() throws Exception {
        CountDownLatch wasRun = new CountDownLatch(1);
        thread.later(Duration.ofMillis(1), wasRun::countDown);
        assertTrue(wasRun.await(PATIENCE_SECONDS, TimeUnit.SECONDS));
        thread.close();
    }
}
