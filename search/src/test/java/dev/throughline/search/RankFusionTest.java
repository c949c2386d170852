package dev.throughline.search;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

final class RankFusionTest {
    private static Candidate found(int wordRank, double points, int meaningRank, double cosine) {
        return new Candidate(
                1, wordRank, points, Math.min(1, points / 10), Math.min(1, points / 10), 4, meaningRank, cosine, true);
    }

    @Test
    void rank_scores_are_summed_and_the_first_of_both_rankings_scores_one() {
        RankFusion.Ranks even = new RankFusion.Ranks(60, 1, 1);
        assertEquals(1, even.score(found(1, 9, 1, 0.9)), 1e-9);
        assertEquals((1 / 61.0 + 1 / 62.0) * 61 / 2, even.score(found(1, 9, 2, 0.9)), 1e-9);
        assertEquals((1 / 62.0) * 61 / 2, even.score(found(2, 9, 0, 0.9)), 1e-9);
    }

    @Test
    void rank_fusion_ignores_scores_and_weighs_the_two_rankings() {
        RankFusion.Ranks words = new RankFusion.Ranks(5, 0.9, 0.1);
        assertTrue(words.score(found(1, 0.1, 9, 0.1)) > words.score(found(2, 50, 1, 1)));
        assertEquals(words.score(found(3, 1, 4, 0.1)), words.score(found(3, 99, 4, 0.9)));
    }

    @Test
    void scores_are_weighted_and_stay_between_zero_and_one() {
        assertEquals(0.3 * 0.5 + 0.7 * 0.8, RankFusion.Scores.DEFAULT.score(found(7, 5, 9, 0.8)), 1e-9);
        assertEquals(1, RankFusion.Scores.DEFAULT.score(found(1, 10, 1, 1)), 1e-9);
    }

    @Test
    void evidence_sums_cosine_keyword_points_and_the_agreement_of_the_rankings() {
        RankFusion.Evidence evidence = new RankFusion.Evidence(0.01, 0.15);
        assertEquals(0.6 + 0.01 * 12, evidence.score(found(0, 12, 0, 0.6)), 1e-9);
        assertEquals(0.6 + 0.01 * 12 + 0.15, evidence.score(found(1, 12, 1, 0.6)), 1e-9);
        assertEquals(0.6 + 0.01 * 12 + 0.15 * 0.5, evidence.score(found(1, 12, 0, 0.6)), 1e-9);
    }

    @Test
    void keyword_points_count_more_the_larger_the_lead_of_the_best_keyword_hit() {
        RankFusion.Evidence evidence = new RankFusion.Evidence(0.01, 0);
        Candidate smallLead = new Candidate(1, 1, 12, 1, 0.5, 1, 1, 0.6, true);
        Candidate largeLead = new Candidate(1, 1, 12, 1, 0.5, 8, 1, 0.6, true);
        assertEquals(0.6 + 0.01 * 12 / 8, evidence.score(smallLead), 1e-9);
        assertEquals(0.6 + 0.01 * 12 * Math.pow(2, 1.5), evidence.score(largeLead), 1e-9);
    }

    @Test
    void a_rare_keyword_outweighs_a_slightly_better_cosine_and_a_common_one_does_not() {
        Candidate near = found(0, 0, 20, 0.70);
        assertTrue(RankFusion.DEFAULT.score(found(20, 25, 0, 0.55)) > RankFusion.DEFAULT.score(near));
        assertTrue(RankFusion.DEFAULT.score(found(20, 3, 0, 0.55)) < RankFusion.DEFAULT.score(near));
    }

    @Test
    void negative_zero_and_nan_weights_are_rejected() {
        assertThrows(IllegalArgumentException.class, () -> new RankFusion.Ranks(-1, 1, 1));
        assertThrows(IllegalArgumentException.class, () -> new RankFusion.Ranks(5, 0, 0));
        assertThrows(IllegalArgumentException.class, () -> new RankFusion.Scores(-0.1, 1));
        assertThrows(IllegalArgumentException.class, () -> new RankFusion.Evidence(Double.NaN, 0));
    }
}
