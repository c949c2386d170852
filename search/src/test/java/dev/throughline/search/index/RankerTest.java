package dev.throughline.search.index;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.search.AgeDecay;
import dev.throughline.search.Diversity;
import dev.throughline.search.RankFusion;
import dev.throughline.search.SearchDocument;
import dev.throughline.search.SearchHit;
import dev.throughline.search.SearchQuery;
import dev.throughline.search.SearchScope;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RankerTest {
    @TempDir
    Path folder;

    private SearchIndex index;

    @BeforeEach
    void open() {
        index = SearchIndex.open(folder, IndexSettings.with(new BagOfWords("a:1")));
    }

    @AfterEach
    void close() {
        index.close();
    }

    private void put(SearchDocument... documents) {
        index.put(List.of(documents));
        Waiting.untilEmbedded(index);
    }

    private List<String> ids(SearchQuery query) {
        return index.search(query).hits().stream().map(SearchHit::id).toList();
    }

    @Test
    void scopes_and_shelves_restrict_keyword_and_semantic_search() {
        put(
                SearchDocument.of(SearchScope.MEMORY, "m", "pears"),
                SearchDocument.of(SearchScope.SESSIONS, "s1", "pears").on("one"),
                SearchDocument.of(SearchScope.SESSIONS, "s2", "pears").on("two"));
        assertEquals(List.of("m"), ids(SearchQuery.of("pears").in(SearchScope.MEMORY)));
        assertEquals(List.of("s2"), ids(SearchQuery.of("pears").on("two")));
        assertEquals(List.of("s2"), ids(SearchQuery.of("pears").on("two").by(SearchQuery.SearchMode.MEANING)));
    }

    @Test
    void identifiers_and_text_without_spaces_find_their_exact_match_first() {
        put(
                SearchDocument.of(SearchScope.MEMORY, "a", "the parse header of an http server"),
                SearchDocument.of(
                        SearchScope.MEMORY, "b", "call HTTPServer.parse_header at src/net/Http.java, error ORA-00942"),
                SearchDocument.of(SearchScope.MEMORY, "c", "東京塔に行った"),
                SearchDocument.of(SearchScope.MEMORY, "d", "京都の塔"));
        assertEquals("b", ids(SearchQuery.of("parse_header")).getFirst());
        assertEquals("b", ids(SearchQuery.of("ORA-00942")).getFirst());
        assertEquals("b", ids(SearchQuery.of("Http.java")).getFirst());
        assertEquals("c", ids(SearchQuery.of("東京塔")).getFirst());
        assertEquals("d", ids(SearchQuery.of("京都")).getFirst());
    }

    @Test
    void every_query_text_can_be_searched() {
        put(SearchDocument.of(SearchScope.MEMORY, "a", "pears"));
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (String odd : List.of("", " ", "\"", "a AND (", "*:*", "field:x^2~", "\0", "\ud800", "the of")) {
            index.search(SearchQuery.of(odd));
        }
        for (int round = 0; round < 200; round++) {
            StringBuilder text = new StringBuilder();
            for (int i = random.nextInt(400); i > 0; i--) {
                text.append((char) random.nextInt(0x10000));
            }
            assertTrue(index.search(SearchQuery.of(text.toString())).hits().size() <= 10, "seed " + seed);
        }
    }

    @Test
    void a_date_in_a_query_finds_documents_of_that_date() {
        put(
                SearchDocument.of(SearchScope.SESSIONS, "may", "we met and talked")
                        .dated(LocalDate.of(2023, 5, 8)),
                SearchDocument.of(SearchScope.SESSIONS, "june", "we met and talked")
                        .dated(LocalDate.of(2023, 6, 9)));
        assertEquals("may", ids(SearchQuery.of("who talked in May 2023")).getFirst());
        assertEquals("june", ids(SearchQuery.of("who talked on 9 June")).getFirst());
        assertEquals("june", ids(SearchQuery.of("what was said on 2023-06-09")).getFirst());
        put(SearchDocument.of(SearchScope.SESSIONS, "september", "a walk").dated(LocalDate.of(2024, 9, 1)));
        assertEquals(
                "september", ids(SearchQuery.of("what happened in September?")).getFirst());
    }

    @Test
    void an_older_document_has_a_lower_score() {
        LocalDate today = LocalDate.of(2026, 4, 5);
        put(
                SearchDocument.of(SearchScope.MEMORY, "old", "pears").dated(today.minusDays(60)),
                SearchDocument.of(SearchScope.MEMORY, "new", "pears").dated(today));
        List<SearchHit> hits = index.search(SearchQuery.of("pears").fading(new AgeDecay(today, 30)))
                .hits();
        assertEquals("new", hits.getFirst().id());
        assertEquals(hits.getFirst().score() / 4, hits.getLast().score(), 0.1);
    }

    @Test
    void a_repetition_is_ranked_after_a_different_document() {
        put(
                SearchDocument.of(SearchScope.MEMORY, "a", "pears are green fruit"),
                SearchDocument.of(SearchScope.MEMORY, "b", "pears are green fruit"),
                SearchDocument.of(SearchScope.MEMORY, "c", "pears can be bought in winter on the market"));
        assertEquals(
                "c",
                ids(SearchQuery.of("green pears").diverse(new Diversity(0.5))).get(1));
    }

    @Test
    void the_best_keyword_hit_reaches_the_minimum_score_in_every_fusion() {
        put(SearchDocument.of(SearchScope.MEMORY, "a", "zebra " + "filler words without end ".repeat(30)));
        for (RankFusion fusion : List.of(RankFusion.DEFAULT, RankFusion.BY_RANK, RankFusion.Scores.DEFAULT)) {
            assertEquals(List.of("a"), ids(SearchQuery.of("zebra").atLeast(0.9).fusedBy(fusion)));
        }
    }
}
