package dev.throughline.search.index;

import dev.throughline.model.ProxyException;
import dev.throughline.search.Limits;
import dev.throughline.search.embed.Embedder;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An embedder with a short memory: the last queries need not be embedded again, and one that just failed is left alone
 * for a while, so that a provider that is down does not make every search slow. Safe for use by many threads.
 */
final class QueryVectors {
    private final Embedder embedder;
    private final InstantSource clock;
    private final Map<String, float[]> known = new LinkedHashMap<>(16, 0.75f, /* accessOrder= */ true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, float[]> eldest) {
            return size() > Limits.CACHED_QUERIES;
        }
    };
    private Instant quietUntil = Instant.MIN;
    private Duration pause = Limits.FIRST_PAUSE;
    private @Nullable String trouble;

    QueryVectors(Embedder embedder, InstantSource clock) {
        this.embedder = embedder;
        this.clock = clock;
    }

    String name() {
        return embedder.name();
    }

    /** Why there are no vectors at the moment, if there are none. */
    synchronized Optional<String> trouble() {
        return Optional.ofNullable(trouble);
    }

    /** The query's vector, or nothing if the embedder fails or just failed. */
    Optional<float[]> find(String text) {
        synchronized (this) {
            float[] vector = known.get(text);
            if (vector != null) {
                return Optional.of(vector);
            }
            if (clock.instant().isBefore(quietUntil)) {
                return Optional.empty();
            }
        }
        try {
            float[] vector = embedder.query(text);
            worked();
            synchronized (this) {
                known.put(text, vector);
            }
            return Optional.of(vector);
        } catch (ProxyException e) {
            failed(e);
            return Optional.empty();
        } catch (RuntimeException e) {
            // An embedder that breaks its promise is no reason for a search not to answer.
            failed(new ProxyException(
                    ProxyException.Kind.UPSTREAM, "embedding_failed", "the embedder " + name() + " broke: " + e, e));
            return Optional.empty();
        }
    }

    synchronized void worked() {
        trouble = null;
        quietUntil = Instant.MIN;
        pause = Limits.FIRST_PAUSE;
    }

    /** How long to leave it alone now. */
    synchronized Duration failed(ProxyException e) {
        trouble = e.sentence();
        Duration wait = pause;
        quietUntil = clock.instant().plus(wait);
        pause = pause.multipliedBy(2).compareTo(Limits.LONGEST_PAUSE) > 0
                ? Limits.LONGEST_PAUSE
                : pause.multipliedBy(2);
        return wait;
    }
}
