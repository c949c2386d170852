package dev.throughline.server.json;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.search.SearchHit;
import dev.throughline.search.SearchResult;
import dev.throughline.search.SearchScope;
import dev.throughline.search.SearchStatus;
import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class SearchViewTest {
    static List<SearchStatus> statuses() {
        return List.of(
                new SearchStatus.Ok(),
                new SearchStatus.Degraded("by words only"),
                new SearchStatus.Unavailable("it is gone", "rebuild it"));
    }

    @ParameterizedTest
    @MethodSource("statuses")
    void a_search_result_survives_its_view(SearchStatus status) {
        SearchResult answer = new SearchResult(
                List.of(
                        new SearchHit(
                                "a",
                                "memory/a.md",
                                3,
                                9,
                                0.125,
                                "said \"so\"\n",
                                SearchScope.MEMORY,
                                LocalDate.of(2026, 4, 5)),
                        new SearchHit("b", "sessions/1/ab", 1, 1, 1, "", SearchScope.ARCHIVE, null)),
                status,
                7,
                2);
        byte[] json = ViewJson.write(SearchView.of(answer)).toArray();
        assertEquals(answer, ViewJson.read(json, SearchView.class).result());
    }
}
