package dev.throughline.search;

/**
 * A candidate with its ranks and scores in keyword search (word) and in semantic search (meaning).
 *
 * @param doc its Lucene document number in the searched snapshot
 * @param wordRank from one; zero if keyword search did not find it
 * @param wordPoints its BM25 score, also if keyword search did not find it
 * @param wordScore the BM25 score from 0 to 1, relative to the best candidate of this query
 * @param wordShare the BM25 score from 0 to 1, relative to the highest possible one: comparable between queries
 * @param wordMargin how far the best keyword score is above the others; the same for all candidates of a query
 * @param meaningRank from one; zero if semantic search did not find it
 * @param meaningScore the cosine, at least zero, also if semantic search did not find it; an estimate without a vector
 * @param hasVector whether the cosine is measured
 */
public record Candidate(
        int doc,
        int wordRank,
        double wordPoints,
        double wordScore,
        double wordShare,
        double wordMargin,
        int meaningRank,
        double meaningScore,
        boolean hasVector) {
    /** How much of the word share is added to the cosine; see docs/search.md. */
    private static final double PER_SHARE = 0.3;

    /** Without a cosine, a word share of 0.15 counts as much as a cosine of 0.66. */
    private static final double WORDS_ALONE = 0.6;

    private static final double PER_SHARE_ALONE = 0.4;

    /**
     * How relevant it is, on a scale that is the same for all queries: the cosine and a part of the word share. The
     * word share alone counts if there is no cosine, or if the scale of the model's cosines is unknown.
     */
    public double fit(boolean areCosinesKnown) {
        return hasVector && areCosinesKnown
                ? meaningScore + PER_SHARE * wordShare
                : wordShare == 0 ? 0 : WORDS_ALONE + PER_SHARE_ALONE * wordShare;
    }
}
