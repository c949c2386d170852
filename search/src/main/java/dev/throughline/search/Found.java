package dev.throughline.search;

/**
 * A candidate with its places in the two orders.
 *
 * @param doc its number in the searched snapshot
 * @param wordRank from one, or zero if it was not among those found by word
 * @param wordScore from 0 to 1, relative to the best
 * @param meaningRank from one, or zero if it was not among those found by meaning
 * @param meaningScore the cosine, at least zero
 */
record Found(int doc, int wordRank, double wordScore, int meaningRank, double meaningScore) {}
