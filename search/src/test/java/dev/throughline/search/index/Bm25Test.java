package dev.throughline.search.index;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.apache.lucene.search.similarities.BM25Similarity;
import org.junit.jupiter.api.Test;

final class Bm25Test {
    private static final Bm25 BM25 = new Bm25();

    /** Lucene's own formula. */
    private static final class LuceneBm25 extends BM25Similarity {
        float originalIdf(long texts, long all) {
            return idf(texts, all);
        }
    }

    @Test
    void in_a_small_index_a_word_of_one_text_weighs_much_and_a_word_of_all_texts_little() {
        assertTrue(BM25.idf(1, 5) > 5, "" + BM25.idf(1, 5));
        assertTrue(BM25.idf(5, 5) < 0.5, "" + BM25.idf(5, 5));
        assertEquals(BM25.idf(1, 499), BM25.idf(1, 500), 0.01);
        assertEquals(BM25.idf(1, 1), BM25.idf(1, 400), 0.01);
        for (int texts = 2; texts <= 20; texts++) {
            assertTrue(BM25.idf(texts, 20) < BM25.idf(texts - 1, 20) && BM25.idf(texts, 20) > 0);
        }
    }

    @Test
    void in_a_large_index_the_weight_is_that_of_lucene() {
        assertEquals(new LuceneBm25().originalIdf(7, 10_000), BM25.idf(7, 10_000));
    }
}
