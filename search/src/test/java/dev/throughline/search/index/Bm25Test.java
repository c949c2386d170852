package dev.throughline.search.index;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.apache.lucene.search.similarities.BM25Similarity;
import org.junit.jupiter.api.Test;

final class Bm25Test {
    private static final Bm25 BM25 = new Bm25();

    /** What the library says. */
    private static final class Plain extends BM25Similarity {
        float plain(long texts, long all) {
            return idf(texts, all);
        }
    }

    @Test
    void a_word_that_one_of_few_texts_has_is_rare_and_one_that_all_have_is_not() {
        assertTrue(BM25.idf(1, 5) > 5, "" + BM25.idf(1, 5));
        assertTrue(BM25.idf(5, 5) < 0.5, "" + BM25.idf(5, 5));
        assertEquals(BM25.idf(1, 499), BM25.idf(1, 500), 0.01);
        assertEquals(BM25.idf(1, 1), BM25.idf(1, 400), 0.01);
        for (int texts = 2; texts <= 20; texts++) {
            assertTrue(BM25.idf(texts, 20) < BM25.idf(texts - 1, 20) && BM25.idf(texts, 20) > 0);
        }
    }

    @Test
    void in_many_texts_it_is_what_it_always_was() {
        assertEquals(new Plain().plain(7, 10_000), BM25.idf(7, 10_000));
    }
}
