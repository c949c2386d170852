package dev.throughline.search;

/**
 * A candidate with its places in the two orders.
 *
 * @param doc its number in the searched snapshot
 * @param wordRank from one, or zero if it was not among those found by word
 * @param wordPoints its BM25 score, also if it was not among them
 * @param wordScore the same from 0 to 1, relative to the best of this query
 * @param wordShare the same from 0 to 1, relative to the most that any text could have: comparable between queries
 * @param wordEdge how far the best by words stands out among those found by word; the same for all of one query
 * @param meaningRank from one, or zero if it was not among those found by meaning
 * @param meaningScore the cosine, at least zero, also if it was not among them; one without a vector has an estimate
 * @param hasVector whether the cosine is measured
 */
public record Candidate(
        int doc,
        int wordRank,
        double wordPoints,
        double wordScore,
        double wordShare,
        double wordEdge,
        int meaningRank,
        double meaningScore,
        boolean hasVector) {
    /** What a share of the words adds to a cosine; see docs/search.md. */
    private static final double PER_SHARE = 0.3;

    /** Without a cosine, a share of 0.15 is worth what a cosine of 0.66 is. */
    private static final double WORDS_ALONE = 0.6;

    private static final double PER_SHARE_ALONE = 0.4;

    /**
     * How well it fits what was asked for, on a scale that means the same for every query: the cosine and a part of the
     * share of words. Without a cosine, or if nobody knows what the cosines of the model mean, the words alone.
     */
    public double fit(boolean areCosinesKnown) {
        return hasVector && areCosinesKnown
                ? meaningScore + PER_SHARE * wordShare
                : wordShare == 0 ? 0 : WORDS_ALONE + PER_SHARE_ALONE * wordShare;
    }
}
