package dev.throughline.search.index;

import org.apache.lucene.search.similarities.BM25Similarity;

/**
 * BM25 with little regard for length: what is short, such as a turn of a chat, is not therefore better.
 *
 * <p>In a handful of texts no word is rare, though it may be the very name that was asked for. So a small index is
 * taken for a sample of a larger one: a word that only one of its texts has is as rare there, and one that all have is
 * as common.
 */
final class Bm25 extends BM25Similarity {
    /** What a smaller index is taken for a sample of. */
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
