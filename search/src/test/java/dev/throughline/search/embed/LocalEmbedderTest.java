package dev.throughline.search.embed;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

final class LocalEmbedderTest {
    @Test
    void what_means_the_same_points_the_same_way() {
        try (LocalEmbedder model = LocalEmbedder.bgeSmall()) {
            List<float[]> vectors = model.documents(List.of(
                    "The cat sleeps on the sofa.", "A kitten naps on the couch.", "Interest rates rose in March."));
            assertTrue(Vectors.cosine(vectors.get(0), vectors.get(1)) > Vectors.cosine(vectors.get(0), vectors.get(2)));
            assertEquals(1, Vectors.cosine(vectors.get(0), vectors.get(0)), 1e-5);
            assertEquals(384, vectors.get(0).length);
        }
    }

    @Test
    void a_text_has_one_vector_whatever_stands_beside_it_and_the_weights_can_be_freed() {
        LocalEmbedder model = LocalEmbedder.bgeSmall();
        float[] alone = model.documents(List.of("alone")).getFirst();
        model.close();
        assertArrayEquals(
                alone, model.documents(List.of("another ".repeat(900), "alone")).get(1));
        model.close();
    }

    @Test
    void a_thread_with_a_small_stack_may_ask_it() throws InterruptedException {
        int[] length = new int[1];
        Thread small = new Thread(
                null,
                () -> {
                    try (LocalEmbedder model = LocalEmbedder.bgeSmall()) {
                        length[0] = model.runsHere() ? model.query("a small stack").length : 0;
                    }
                },
                "small",
                256 << 10);
        small.start();
        small.join();
        assertEquals(384, length[0]);
    }

    @Test
    void the_weights_are_read_at_the_first_text_and_not_before() {
        LocalEmbedder model = LocalEmbedder.bgeSmall();
        assertTrue(model.runsHere());
        assertEquals("local:bge-small-en-v1.5-q", model.name());
        assertFalse(model.isLoaded());
        model.query("now");
        assertTrue(model.isLoaded());
        model.close();
        assertFalse(model.isLoaded());
    }
}
