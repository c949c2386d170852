package dev.throughline.search.index;

import org.apache.lucene.search.similarities.BM25Similarity;

/**
 * BM25 with parameters that give the length of a text little weight: a short turn of a chat is not better for that.
 *
 * <p>In an index of few texts no word is rare, though it may be the very name in the query. So a small index is treated
 * as a sample of a larger one: a word that only one text has is as rare as there, and one that all have is as common.
 */
final class Bm25 extends BM25Similarity {
    /** The number of texts that a smaller index is treated as having. */
    private static final double MIN_TEXTS = 500;

    Bm25() {
        super(0.9f, 0.4f);
    }

    @Override
    protected float idf(long texts, long all) {
        if (all >= MIN_TEXTS) {
            return super.idf(texts, all);
        }
        double many = texts == 0 ? 0 : 1 + (texts - 1) * MIN_TEXTS / all;
        return (float) Math.log(1 + (MIN_TEXTS - many + 0.5) / (many + 0.5));
    }
}
