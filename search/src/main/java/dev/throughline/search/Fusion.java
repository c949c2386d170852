package dev.throughline.search;

/**
 * How the two orders, by word and by meaning, become one.
 *
 * <pre>
 * by word     a  b  c            reciprocal rank, k = 60, weights 1 : 1
 * by meaning  c  a  d    gives   a 1/61 + 1/62   c 1/63 + 1/61   b 1/62   d 1/63
 * </pre>
 */
public sealed interface Fusion {
    /** What measured best over questions about chats, code and science; see docs/search.md. */
    Fusion USUAL = new Ranks(10, 0.5, 0.5);

    /** Sums weight / (k + rank): only the orders count, so that two kinds of scores need no common scale. */
    record Ranks(int k, double words, double meaning) implements Fusion {
        public Ranks {
            if (k < 0 || words < 0 || meaning < 0 || words + meaning <= 0) {
                throw new IllegalArgumentException(
                        "expected weights above zero, found " + k + ", " + words + ", " + meaning);
            }
        }

        @Override
        public double score(Found found) {
            return (part(words, found.wordRank()) + part(meaning, found.meaningRank())) * (k + 1) / (words + meaning);
        }

        private double part(double weight, int rank) {
            return rank == 0 ? 0 : weight / (k + rank);
        }
    }

    /** Sums weighted scores of 0 to 1: a word score relative to the best of this query, and the cosine. */
    record Scores(double words, double meaning) implements Fusion {
        /** The weights that agents of today use. */
        public static final Scores USUAL = new Scores(0.3, 0.7);

        public Scores {
            if (words < 0 || meaning < 0 || words + meaning <= 0) {
                throw new IllegalArgumentException("expected weights above zero, found " + words + ", " + meaning);
            }
        }

        @Override
        public double score(Found found) {
            return (words * found.wordScore() + meaning * found.meaningScore()) / (words + meaning);
        }
    }

    /** From 0 to 1. */
    double score(Found found);
}
