package dev.throughline.bench.retrieval;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class ScoreTest {
    private static Score of(List<String> found, String... gold) {
        Score score = new Score();
        score.add(found, Set.of(gold));
        return score;
    }

    @Test
    void a_perfect_ranking_scores_one() {
        assertEquals(
                "recall@10 1.0000   nDCG@10 1.0000   all@10 1.0000",
                of(List.of("b", "a"), "a", "b").toString());
    }

    @Test
    void lower_ranks_and_missing_documents_reduce_the_score_as_in_the_formula() {
        Score score = of(List.of("x", "a", "y"), "a", "b");
        assertEquals(0.5, score.recall(), 1e-12);
        double best = 1 + Math.log(2) / Math.log(3);
        assertEquals(Math.log(2) / Math.log(3) / best, score.gain(), 1e-12);
        assertTrue(score.toString().endsWith("all@10 0.0000"));
    }

    @Test
    void only_the_first_ten_results_count() {
        List<String> found = IntStream.rangeClosed(1, 11).mapToObj(i -> "d" + i).toList();
        assertEquals(0, of(found, "d11").recall());
        assertEquals(1, of(found, "d10").recall());
    }

    @Test
    void a_score_is_compared_by_both_figures() {
        Score high = of(List.of("a"), "a");
        Score low = of(List.of("x", "a"), "a");
        assertTrue(high.isNotWorseThan(low));
        assertFalse(low.isNotWorseThan(high));
        assertTrue(low.isNotWorseThan(low));
    }
}
