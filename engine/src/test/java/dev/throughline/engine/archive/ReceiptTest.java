package dev.throughline.engine.archive;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.model.ProxyException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

final class ReceiptTest {
    private static final Duration MOMENT = Duration.ofMillis(1);
    private static final CompletableFuture<Void> DONE = CompletableFuture.completedFuture(null);
    private static final CompletableFuture<Void> FAILED =
            CompletableFuture.failedFuture(new IllegalStateException("broken on purpose"));

    @Test
    void a_receipt_is_written_only_if_the_write_succeeds_in_time() {
        assertTrue(new Receipt(1, DONE, DONE).awaitWritten(MOMENT));
        assertFalse(new Receipt(1, FAILED, DONE).awaitWritten(MOMENT));
        assertFalse(new Receipt(1, new CompletableFuture<>(), DONE).awaitWritten(MOMENT));
    }

    @Test
    void a_write_that_takes_long_has_not_failed() {
        assertTrue(new Receipt(1, FAILED, DONE).hasFailed());
        assertFalse(new Receipt(1, DONE, FAILED).hasFailed());
        assertFalse(new Receipt(1, new CompletableFuture<>(), DONE).hasFailed());
    }

    @Test
    void a_failed_durable_write_is_a_store_error() {
        assertDoesNotThrow(() -> new Receipt(1, DONE, DONE).awaitDurable());
        ProxyException error = assertThrows(ProxyException.class, () -> new Receipt(1, DONE, FAILED).awaitDurable());
        assertEquals(ProxyException.Kind.STORE, error.kind());
        assertEquals("edit_not_durable", error.code());
    }

    @Test
    void an_interrupted_thread_stays_interrupted() {
        Thread.currentThread().interrupt();
        assertFalse(new Receipt(1, new CompletableFuture<>(), DONE).awaitWritten(MOMENT));
        assertTrue(Thread.interrupted());
    }
}
