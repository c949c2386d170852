package dev.throughline.bench.retrieval;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.search.embed.Vectors;
import org.junit.jupiter.api.Test;

final class HashedWordsTest {
    @Test
    void the_same_words_give_the_same_vector_in_any_order_and_form() {
        assertArrayEquals(HashedWords.vector("green apples fall"), HashedWords.vector("Falling, apple; GREEN"), 1e-6f);
    }

    @Test
    void texts_with_common_words_are_similar_and_others_are_not() {
        float[] text = HashedWords.vector("deploy the gateway with the release script");
        double near = Vectors.cosine(text, HashedWords.vector("the release script deploys something"));
        double far = Vectors.cosine(text, HashedWords.vector("yesterday Caroline painted another sunrise"));
        assertTrue(near > 0.5 && Math.abs(far) < 0.3, near + ", " + far);
    }

    @Test
    void a_text_without_words_has_a_vector() {
        assertEquals(1, Vectors.cosine(HashedWords.vector("?"), HashedWords.vector("!")), 1e-6);
    }
}
