package dev.throughline.search;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;

final class DiversityTest {
    private static SearchHit hit(String id, double score, String snippet) {
        return new SearchHit(id, id, 1, 1, score, snippet, SearchScope.MEMORY, null);
    }

    private static final List<SearchHit> HITS = List.of(
            hit("a", 0.9, "green pears in winter"),
            hit("b", 0.8, "green pears in winter"),
            hit("c", 0.7, "the train to Basel leaves at noon"));

    private static List<String> chosen(double relevance, int most) {
        return new Diversity(relevance)
                .choose(HITS, most).stream().map(SearchHit::id).toList();
    }

    @Test
    void with_full_relevance_the_order_is_unchanged() {
        assertEquals(List.of("a", "b", "c"), chosen(1, 3));
    }

    @Test
    void a_repeated_snippet_is_ranked_after_a_different_one() {
        assertEquals(List.of("a", "c", "b"), chosen(0.7, 3));
    }

    @Test
    void with_a_small_similarity_penalty_a_better_repetition_keeps_its_rank() {
        assertEquals(List.of("a", "b", "c"), chosen(0.95, 3));
    }

    @Test
    void at_most_the_requested_number_is_chosen_and_no_hit_twice() {
        assertEquals(List.of("a", "c"), chosen(0.5, 2));
        assertEquals(3, chosen(0, 10).size());
        assertEquals(3, chosen(0, 10).stream().distinct().count());
    }

    @Test
    void a_relevance_above_one_is_rejected() {
        assertThrows(IllegalArgumentException.class, () -> new Diversity(1.1));
    }
}
