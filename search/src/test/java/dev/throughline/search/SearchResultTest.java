package dev.throughline.search;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

final class SearchResultTest {
    @Test
    void a_problem_does_not_replace_another_one() {
        SearchResult ok = new SearchResult(List.of(), new SearchStatus.Ok(), 1, 2);
        SearchResult degraded = ok.degraded("first");
        assertEquals(new SearchResult(List.of(), new SearchStatus.Degraded("first"), 1, 2), degraded);
        assertEquals(degraded, degraded.degraded("second"));
    }

    @Test
    void only_candidates_that_were_left_out_are_reported() {
        assertTrue(new SearchResult(List.of(), new SearchStatus.Ok(), 0, 3).hasOnlyUnfit());
        assertTrue(!new SearchResult(List.of(), new SearchStatus.Ok(), 0).hasOnlyUnfit());
    }
}
