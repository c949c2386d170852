package dev.throughline.bench.retrieval;

import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Recall, nDCG and how often all were found, over the first ten of each answer; a mean over questions. */
final class Score {
    static final int RESULTS = 10;

    private double recall;
    private double gain;
    private double all;
    private int questions;

    /** Adds an answer, the best first, and what would have been right. */
    void add(List<String> found, Set<String> gold) {
        double sum = 0;
        double best = 0;
        int right = 0;
        for (int i = 0; i < RESULTS; i++) {
            double worth = Math.log(2) / Math.log(i + 2);
            best += i < gold.size() ? worth : 0;
            if (i < found.size() && gold.contains(found.get(i))) {
                sum += worth;
                right++;
            }
        }
        recall += (double) right / gold.size();
        gain += sum / best;
        all += right == gold.size() ? 1 : 0;
        questions++;
    }

    double recall() {
        return recall / questions;
    }

    double gain() {
        return gain / questions;
    }

    /** Whether neither its recall nor its nDCG is below the other's. */
    boolean isNotWorseThan(Score other) {
        return recall() >= other.recall() && gain() >= other.gain();
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT, "recall@10 %.4f   nDCG@10 %.4f   all@10 %.4f", recall(), gain(), all / questions);
    }
}
