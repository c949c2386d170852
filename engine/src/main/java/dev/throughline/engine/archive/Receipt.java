package dev.throughline.engine.archive;

import dev.throughline.model.ProxyException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells when appended entries have been written and flushed. The store completes {@code written} on its own
 * thread, so callbacks must be quick and must not use the store.
 *
 * @param lastSequence the sequence number of the last appended entry
 * @param written done when the entries survive the end of this process, even by {@code kill -9}
 * @param durable done when the entries survive a crash of the machine: they were flushed to the disk
 */
public record Receipt(long lastSequence, CompletableFuture<Void> written, CompletableFuture<Void> durable) {
    private static final Logger LOG = LoggerFactory.getLogger(Receipt.class);

    /** How long an edit may wait for the disk. */
    private static final Duration FLUSH_WAIT = Duration.ofSeconds(5);

    /** Waits until the entries survive the end of this process; false if they do not, or not in time. */
    public boolean awaitWritten(Duration wait) {
        try {
            written.get(wait.toMillis(), TimeUnit.MILLISECONDS);
            return true;
        } catch (ExecutionException e) {
            LOG.debug("appended entries could not be written", e); // The store logs the cause once.
            return false;
        } catch (TimeoutException e) {
            LOG.error("appended entries were not written within {}", wait, e);
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Whether it is known that the entries could not be written. */
    public boolean hasFailed() {
        return written.isCompletedExceptionally();
    }

    /**
     * Waits until the entries are on disk. Content must be on disk before it is removed from a prompt.
     *
     * @throws ProxyException of kind {@code STORE} if they cannot be written, or not in time
     */
    public void awaitDurable() {
        try {
            durable.get(FLUSH_WAIT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new ProxyException(
                    ProxyException.Kind.STORE,
                    "edit_not_durable",
                    "The archive could not be written to disk, or not within " + FLUSH_WAIT.toSeconds()
                            + " s, so nothing was removed from the prompt.",
                    e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ProxyException(
                    ProxyException.Kind.STORE, "interrupted", "The wait for the disk was interrupted.", e);
        }
    }
}
