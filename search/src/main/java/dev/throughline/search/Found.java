package dev.throughline.search;

/**
 * A candidate with its places in the two orders.
 *
 * @param doc its number in the searched snapshot
 * @param wordRank from one, or zero if it was not among those found by word
 * @param wordPoints its BM25 score, also if it was not among them
 * @param wordScore the same from 0 to 1, relative to the best of this query
 * @param meaningRank from one, or zero if it was not among those found by meaning
 * @param meaningScore the cosine, at least zero, also if it was not among them; one without a vector has what the
 *     others found by the same words have on average
 */
public record Found(int doc, int wordRank, double wordPoints, double wordScore, int meaningRank, double meaningScore) {}
