package dev.throughline.memory.session;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs work that a request waits for, with a time limit. If the work is late or fails, the request continues. */
public final class TimeLimit {
    private static final Logger LOG = LoggerFactory.getLogger(TimeLimit.class);

    private TimeLimit() {}

    /** The result of the work; empty if it fails or takes too long. Late work is not interrupted. */
    public static <T> Optional<T> within(Duration limit, String name, Supplier<Optional<T>> work) {
        CompletableFuture<Optional<T>> result = new CompletableFuture<>();
        Thread.ofVirtual().name(name).start(() -> {
            try {
                result.complete(work.get());
            } catch (RuntimeException e) {
                result.completeExceptionally(e);
            }
        });
        try {
            return result.get(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            LOG.info("{} took longer than {} ms; the turn continues without it", name, limit.toMillis());
        } catch (ExecutionException e) {
            LOG.warn("{} failed; the turn continues without it", name, e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return Optional.empty();
    }
}
