package dev.throughline.search.index;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.throughline.model.ProxyException;
import dev.throughline.search.SearchLimits;
import dev.throughline.search.embed.Embedder;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Embeds queries. The last ones are cached, and an embedder that failed is not called for a while, so that a provider
 * that is down does not make every search slow. Safe for use by many threads.
 */
final class QueryEmbedder {
    private final Embedder embedder;
    private final InstantSource clock;
    private final Cache<String, float[]> known = Caffeine.newBuilder()
            .maximumSize(SearchLimits.CACHED_QUERIES)
            .executor(Runnable::run)
            .build();
    private Instant pausedUntil = Instant.MIN;
    private Duration pause = SearchLimits.FIRST_PAUSE;
    private @Nullable String trouble;

    QueryEmbedder(Embedder embedder, InstantSource clock) {
        this.embedder = embedder;
        this.clock = clock;
    }

    String name() {
        return embedder.name();
    }

    /** Why the embedder failed, if its last call did. */
    synchronized Optional<String> trouble() {
        return Optional.ofNullable(trouble);
    }

    /** The vector of a query; empty if the embedder fails or has just failed. */
    Optional<float[]> find(String text) {
        float[] cached = known.getIfPresent(text);
        if (cached != null || isPaused()) {
            return Optional.ofNullable(cached);
        }
        try {
            float[] vector = embedder.query(text);
            worked();
            known.put(text, vector);
            return Optional.of(vector);
        } catch (ProxyException e) {
            failed(e);
            return Optional.empty();
        } catch (RuntimeException e) {
            // A search must not fail because of a bug in an embedder.
            failed(new ProxyException(
                    ProxyException.Kind.UPSTREAM, "embedding_failed", "the embedder " + name() + " broke: " + e, e));
            return Optional.empty();
        }
    }

    private synchronized boolean isPaused() {
        return clock.instant().isBefore(pausedUntil);
    }

    synchronized void worked() {
        trouble = null;
        pausedUntil = Instant.MIN;
        pause = SearchLimits.FIRST_PAUSE;
    }

    /** Records a failure, and returns the pause before the next try. */
    synchronized Duration failed(ProxyException e) {
        trouble = e.sentence();
        Duration wait = pause;
        pausedUntil = clock.instant().plus(wait);
        pause = pause.multipliedBy(2).compareTo(SearchLimits.MAX_PAUSE) > 0
                ? SearchLimits.MAX_PAUSE
                : pause.multipliedBy(2);
        return wait;
    }
}
