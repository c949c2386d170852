package dev.throughline.search.embed;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

final class LocalEmbedderTest {
    @Test
    void texts_with_the_same_meaning_have_similar_vectors() {
        try (LocalEmbedder model = new LocalEmbedder()) {
            List<float[]> vectors = model.documents(List.of(
                    "The cat sleeps on the sofa.", "A kitten naps on the couch.", "Interest rates rose in March."));
            assertTrue(Vectors.cosine(vectors.get(0), vectors.get(1)) > Vectors.cosine(vectors.get(0), vectors.get(2)));
            assertEquals(1, Vectors.cosine(vectors.get(0), vectors.get(0)), 1e-5);
            assertEquals(384, vectors.get(0).length);
        }
    }

    @Test
    void the_vector_of_a_text_does_not_depend_on_its_batch_or_on_reloading() {
        LocalEmbedder model = new LocalEmbedder();
        float[] alone = model.documents(List.of("alone")).getFirst();
        model.close();
        assertArrayEquals(
                alone, model.documents(List.of("another ".repeat(900), "alone")).get(1));
        model.close();
    }

    @Test
    void a_thread_with_a_small_stack_can_use_the_model() throws InterruptedException {
        int[] length = new int[1];
        Thread small = new Thread(
                null,
                () -> {
                    try (LocalEmbedder model = new LocalEmbedder()) {
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
    void the_weights_are_loaded_for_the_first_text() {
        LocalEmbedder model = new LocalEmbedder();
        assertTrue(model.runsHere());
        assertEquals("local:bge-small-en-v1.5-q", model.name());
        assertFalse(model.isLoaded());
        model.query("now");
        assertTrue(model.isLoaded());
        model.close();
        assertFalse(model.isLoaded());
    }
}
