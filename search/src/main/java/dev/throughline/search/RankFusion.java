package dev.throughline.search;

/**
 * Combines the results of keyword search and semantic search into one score.
 *
 * <pre>
 * keyword     a  b  c            reciprocal rank, k = 60, weights 1 : 1
 * semantic    c  a  d    gives   a 1/61 + 1/62   c 1/63 + 1/61   b 1/62   d 1/63
 * </pre>
 */
public sealed interface RankFusion {
    /** The best one measured with the local model on chats, code and science; see docs/search.md. */
    RankFusion DEFAULT = new Evidence(0.018, 0.15);

    /** For models whose cosines have another distribution than the local one's. */
    RankFusion BY_RANK = new Ranks(5, 0.4, 0.6);

    /**
     * Adds the cosine, the BM25 score times {@code perPoint}, and {@code agreement} times the score by rank. Cosine and
     * BM25 score are exact for every candidate. A rare word has a high BM25 score and a common one a low one, so
     * keyword search decides a query with a name in it, and semantic search a paraphrase; ranks and relative scores
     * lose that. Keyword scores count more the further the best one is above the others ({@link Candidate#wordMargin}):
     * if many texts have similar ones, as with code that is described in plain language, they decide little.
     */
    record Evidence(double perPoint, double agreement) implements RankFusion {
        /** A small k, so that the first rank in one search counts much more than the fifth in both. */
        private static final Ranks EVEN = new Ranks(2, 0.5, 0.5);

        /** The margin at which a point counts {@code perPoint}. */
        private static final double REFERENCE_MARGIN = 4;

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
                    + perPoint * Math.pow(found.wordMargin() / REFERENCE_MARGIN, STEEPNESS) * found.wordPoints()
                    + agreement * EVEN.score(found);
        }
    }

    /** Adds weight / (k + rank): only ranks count, so the two kinds of scores need no common scale. */
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

    /** Adds weighted scores of 0 to 1: the keyword score relative to the best of this query, and the cosine. */
    record Scores(double words, double meaning) implements RankFusion {
        /** The weights that other agents use. */
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

    /** The combined score, from 0 to 1; that of {@link Evidence} may be higher. */
    double score(Candidate found);
}
