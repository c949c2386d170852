package dev.throughline.search.index;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.model.ProxyException;
import dev.throughline.search.SearchLimits;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class QueryEmbedderTest {
    private Instant now = Instant.parse("2026-04-05T10:00:00Z");
    private final BagOfWords embedder = new BagOfWords("a:1");
    private final QueryEmbedder vectors = new QueryEmbedder(embedder, () -> now);

    @Test
    void a_repeated_query_is_not_embedded_again() {
        float[] first = vectors.find("pears").orElseThrow();
        embedder.isDown = true;
        assertEquals(first, vectors.find("pears").orElseThrow());
        assertEquals(Optional.empty(), vectors.find("nuts"));
    }

    @Test
    void the_number_of_cached_queries_is_limited() {
        for (int i = 0; i < 3 * SearchLimits.CACHED_QUERIES; i++) {
            vectors.find("query " + i);
        }
        embedder.isDown = true;
        long cached = IntStream.range(0, 3 * SearchLimits.CACHED_QUERIES)
                .filter(i -> vectors.find("query " + i).isPresent())
                .count();
        assertEquals(SearchLimits.CACHED_QUERIES, cached);
    }

    @Test
    void a_failed_embedder_is_not_called_during_the_pause_and_then_tried_again() {
        embedder.isDown = true;
        assertEquals(Optional.empty(), vectors.find("pears"));
        assertTrue(vectors.trouble().orElseThrow().contains("down"));
        embedder.isDown = false;
        assertEquals(Optional.empty(), vectors.find("pears"), "the embedder is not called during the pause");
        now = now.plus(SearchLimits.FIRST_PAUSE);
        assertTrue(vectors.find("pears").isPresent());
        assertEquals(Optional.empty(), vectors.trouble());
    }

    @Test
    void an_unexpected_exception_of_the_embedder_is_a_failure() {
        embedder.isBroken = true;
        assertEquals(Optional.empty(), vectors.find("pears"));
        assertTrue(
                vectors.trouble().orElseThrow().contains("a:1"),
                vectors.trouble().toString());
    }

    @Test
    void each_further_failure_doubles_the_pause_up_to_its_limit() {
        ProxyException down = new ProxyException(ProxyException.Kind.UPSTREAM, "embedding_failed", "down");
        assertEquals(SearchLimits.FIRST_PAUSE, vectors.failed(down));
        assertEquals(SearchLimits.FIRST_PAUSE.multipliedBy(2), vectors.failed(down));
        Duration last = Duration.ZERO;
        for (int i = 0; i < 20; i++) {
            last = vectors.failed(down);
        }
        assertEquals(SearchLimits.MAX_PAUSE, last);
        vectors.worked();
        assertEquals(SearchLimits.FIRST_PAUSE, vectors.failed(down));
    }
}
