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
    void what_is_written_in_time_is_written() {
        assertTrue(new Receipt(1, DONE, DONE).isWrittenWithin(MOMENT));
        assertFalse(new Receipt(1, FAILED, DONE).isWrittenWithin(MOMENT));
        assertFalse(new Receipt(1, new CompletableFuture<>(), DONE).isWrittenWithin(MOMENT));
    }

    @Test
    void an_edit_that_the_disk_refuses_is_the_stores_trouble() {
        assertDoesNotThrow(() -> new Receipt(1, DONE, DONE).awaitDurable());
        ProxyException trouble = assertThrows(ProxyException.class, () -> new Receipt(1, DONE, FAILED).awaitDurable());
        assertEquals(ProxyException.Kind.STORE, trouble.kind());
        assertEquals("edit_not_durable", trouble.code());
    }

    @Test
    void a_thread_that_is_interrupted_stays_so() {
        Thread.currentThread().interrupt();
        assertFalse(new Receipt(1, new CompletableFuture<>(), DONE).isWrittenWithin(MOMENT));
        assertTrue(Thread.interrupted());
    }
}
