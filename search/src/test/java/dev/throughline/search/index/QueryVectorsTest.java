package dev.throughline.search.index;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.model.ProxyException;
import dev.throughline.search.Limits;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class QueryVectorsTest {
    private Instant now = Instant.parse("2026-04-05T10:00:00Z");
    private final BagOfWords embedder = new BagOfWords("a:1");
    private final QueryVectors vectors = new QueryVectors(embedder, () -> now);

    @Test
    void a_query_asked_again_is_not_embedded_again() {
        float[] first = vectors.find("pears").orElseThrow();
        embedder.isDown = true;
        assertEquals(first, vectors.find("pears").orElseThrow());
        assertEquals(Optional.empty(), vectors.find("nuts"));
    }

    @Test
    void the_query_not_asked_for_longest_is_forgotten_first() {
        vectors.find("first");
        vectors.find("second");
        for (int i = 0; i < Limits.CACHED_QUERIES - 1; i++) {
            vectors.find("first");
            vectors.find("other" + i);
        }
        embedder.isDown = true;
        assertTrue(vectors.find("first").isPresent());
        assertEquals(Optional.empty(), vectors.find("second"));
    }

    @Test
    void one_that_failed_is_left_alone_and_then_asked_again() {
        embedder.isDown = true;
        assertEquals(Optional.empty(), vectors.find("pears"));
        assertTrue(vectors.trouble().orElseThrow().contains("down"));
        embedder.isDown = false;
        assertEquals(Optional.empty(), vectors.find("pears"), "it is quiet for a while");
        now = now.plus(Limits.FIRST_PAUSE);
        assertTrue(vectors.find("pears").isPresent());
        assertEquals(Optional.empty(), vectors.trouble());
    }

    @Test
    void an_embedder_that_breaks_is_a_failure_like_any_other() {
        embedder.isBroken = true;
        assertEquals(Optional.empty(), vectors.find("pears"));
        assertTrue(
                vectors.trouble().orElseThrow().contains("a:1"),
                vectors.trouble().toString());
    }

    @Test
    void each_further_failure_doubles_the_pause_up_to_its_limit() {
        ProxyException down = new ProxyException(ProxyException.Kind.UPSTREAM, "embedding_failed", "down");
        assertEquals(Limits.FIRST_PAUSE, vectors.failed(down));
        assertEquals(Limits.FIRST_PAUSE.multipliedBy(2), vectors.failed(down));
        Duration last = Duration.ZERO;
        for (int i = 0; i < 20; i++) {
            last = vectors.failed(down);
        }
        assertEquals(Limits.LONGEST_PAUSE, last);
        vectors.worked();
        assertEquals(Limits.FIRST_PAUSE, vectors.failed(down));
    }
}
