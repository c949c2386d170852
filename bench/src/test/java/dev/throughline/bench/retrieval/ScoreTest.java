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
    void everything_right_at_the_top_is_one() {
        assertEquals(
                "recall@10 1.0000   nDCG@10 1.0000   all@10 1.0000",
                of(List.of("b", "a"), "a", "b").toString());
    }

    @Test
    void a_lower_place_and_a_missing_one_cost_what_the_formula_says() {
        Score score = of(List.of("x", "a", "y"), "a", "b");
        assertEquals(0.5, score.recall(), 1e-12);
        double best = 1 + Math.log(2) / Math.log(3);
        assertEquals(Math.log(2) / Math.log(3) / best, score.gain(), 1e-12);
        assertTrue(score.toString().endsWith("all@10 0.0000"));
    }

    @Test
    void the_eleventh_does_not_count() {
        List<String> found = IntStream.rangeClosed(1, 11).mapToObj(i -> "d" + i).toList();
        assertEquals(0, of(found, "d11").recall());
        assertEquals(1, of(found, "d10").recall());
    }

    @Test
    void to_be_not_worse_needs_both_figures() {
        Score high = of(List.of("a"), "a");
        Score low = of(List.of("x", "a"), "a");
        assertTrue(high.isNotWorseThan(low));
        assertFalse(low.isNotWorseThan(high));
        assertTrue(low.isNotWorseThan(low));
    }
}
