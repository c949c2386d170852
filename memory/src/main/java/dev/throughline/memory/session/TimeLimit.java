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

    /** Work that was started. */
    public static final class StartedWork<T> {
        private final String name;
        private final CompletableFuture<Optional<T>> result;

        private StartedWork(String name, CompletableFuture<Optional<T>> result) {
            this.name = name;
            this.result = result;
        }

        /** The result of the work; empty if it fails or takes too long from now on. Late work is not interrupted. */
        public Optional<T> within(Duration limit) {
            try {
                return result.get(Math.max(0, limit.toMillis()), TimeUnit.MILLISECONDS);
            } catch (TimeoutException e) {
                LOG.info("{} took too long; the turn continues without it", name);
            } catch (ExecutionException e) {
                LOG.warn("{} failed; the turn continues without it", name, e.getCause());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return Optional.empty();
        }
    }

    /** The result of the work; empty if it fails or takes too long. Late work is not interrupted. */
    public static <T> Optional<T> within(Duration limit, String name, Supplier<Optional<T>> work) {
        return start(name, work).within(limit);
    }

    /** Starts work beside other work. */
    public static <T> StartedWork<T> start(String name, Supplier<Optional<T>> work) {
        CompletableFuture<Optional<T>> result = new CompletableFuture<>();
        Thread.ofVirtual().name(name).start(() -> {
            try {
                result.complete(work.get());
            } catch (RuntimeException e) {
                result.completeExceptionally(e);
            }
        });
        return new StartedWork<>(name, result);
    }
}
