package dev.throughline.search;

/**
 * How the two orders, by word and by meaning, become one.
 *
 * <pre>
 * by word     a  b  c            reciprocal rank, k = 60, weights 1 : 1
 * by meaning  c  a  d    gives   a 1/61 + 1/62   c 1/63 + 1/61   b 1/62   d 1/63
 * </pre>
 */
public sealed interface RankFusion {
    /** What measured best over questions about chats, code and science with the local model; see docs/search.md. */
    RankFusion DEFAULT = new Evidence(0.018, 0.15);

    /** For models whose cosines spread in another way than the local one's. */
    RankFusion BY_RANK = new Ranks(5, 0.4, 0.6);

    /**
     * Sums the cosine, the BM25 score times {@code perPoint}, both exact for every candidate, and {@code agreement}
     * times its score by rank. A rare word found is many points and a common one few, so that a query with a name in it
     * is answered by words and one in other words by meaning, each as far as its evidence goes; ranks and relative
     * scores alone throw that away. Words count for more the further the best by words stands out
     * ({@link Candidate#wordEdge}): where many texts have about as many points, words decide little, as in code that is
     * asked for in plain language.
     */
    record Evidence(double perPoint, double agreement) implements RankFusion {
        /** A small k: to be the first of one order says much more than to be the fifth of both. */
        private static final Ranks EVEN = new Ranks(2, 0.5, 0.5);

        /** The edge at which a point counts {@code perPoint}. */
        private static final double REFERENCE_EDGE = 4;

        private static final double STEEPNESS = 1.5;

        public Evidence {
            if (!(perPoint >= 0 && agreement >= 0)) {
                throw new IllegalArgumentException(
                        "expected weights of at least zero, found " + perPoint + ", " + agreement);
            }
        }

        @Override
        public double score(Candidate found) {
            return found.meaningScore()
                    + perPoint * Math.pow(found.wordEdge() / REFERENCE_EDGE, STEEPNESS) * found.wordPoints()
                    + agreement * EVEN.score(found);
        }
    }

    /** Sums weight / (k + rank): only the orders count, so that two kinds of scores need no common scale. */
    record Ranks(int k, double words, double meaning) implements RankFusion {
        public Ranks {
            if (k < 0 || words < 0 || meaning < 0 || words + meaning <= 0) {
                throw new IllegalArgumentException(
                        "expected weights above zero, found " + k + ", " + words + ", " + meaning);
            }
        }

        @Override
        public double score(Candidate found) {
            return (part(words, found.wordRank()) + part(meaning, found.meaningRank())) * (k + 1) / (words + meaning);
        }

        private double part(double weight, int rank) {
            return rank == 0 ? 0 : weight / (k + rank);
        }
    }

    /** Sums weighted scores of 0 to 1: a word score relative to the best of this query, and the cosine. */
    record Scores(double words, double meaning) implements RankFusion {
        /** The weights that agents of today use. */
        public static final Scores DEFAULT = new Scores(0.3, 0.7);

        public Scores {
            if (words < 0 || meaning < 0 || words + meaning <= 0) {
                throw new IllegalArgumentException("expected weights above zero, found " + words + ", " + meaning);
            }
        }

        @Override
        public double score(Candidate found) {
            return (words * found.wordScore() + meaning * found.meaningScore()) / (words + meaning);
        }
    }

    /** The higher the better; 0 to 1, but for {@link Evidence}, where overwhelming evidence may be more. */
    double score(Candidate found);
}
