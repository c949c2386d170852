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

/** Work that a request waits for, but not for long: what is late or fails is gone without. */
final class TimeLimit {
    private static final Logger LOG = LoggerFactory.getLogger(TimeLimit.class);

    private TimeLimit() {}

    /** What the work gives, if it does so in time. */
    static <T> Optional<T> within(Duration time, String what, Supplier<Optional<T>> work) {
        CompletableFuture<Optional<T>> done = new CompletableFuture<>();
        Thread.ofVirtual().name(what).start(() -> {
            try {
                done.complete(work.get());
            } catch (RuntimeException e) {
                done.completeExceptionally(e);
            }
        });
        try {
            return done.get(time.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            LOG.info("{} took longer than {} ms; the turn goes on without", what, time.toMillis());
        } catch (ExecutionException e) {
            LOG.warn("{} failed; the turn goes on without", what, e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return Optional.empty();
    }
}
