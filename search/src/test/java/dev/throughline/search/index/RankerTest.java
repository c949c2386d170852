package dev.throughline.search.index;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.search.Decay;
import dev.throughline.search.Diversity;
import dev.throughline.search.Document;
import dev.throughline.search.Fusion;
import dev.throughline.search.Hit;
import dev.throughline.search.Query;
import dev.throughline.search.Scope;
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
        index = SearchIndex.open(folder, Settings.with(new BagOfWords("a:1")));
    }

    @AfterEach
    void close() {
        index.close();
    }

    private void put(Document... documents) {
        index.put(List.of(documents));
        Waiting.untilEmbedded(index);
    }

    private List<String> ids(Query query) {
        return index.search(query).hits().stream().map(Hit::id).toList();
    }

    @Test
    void scopes_and_shelves_narrow_both_ways_of_finding() {
        put(
                Document.of(Scope.MEMORY, "m", "pears"),
                Document.of(Scope.SESSIONS, "s1", "pears").on("one"),
                Document.of(Scope.SESSIONS, "s2", "pears").on("two"));
        assertEquals(List.of("m"), ids(Query.of("pears").in(Scope.MEMORY)));
        assertEquals(List.of("s2"), ids(Query.of("pears").on("two")));
        assertEquals(List.of("s2"), ids(Query.of("pears").on("two").by(Query.Mode.MEANING)));
    }

    @Test
    void identifiers_and_text_without_spaces_find_their_exact_match_first() {
        put(
                Document.of(Scope.MEMORY, "a", "the parse header of an http server"),
                Document.of(Scope.MEMORY, "b", "call HTTPServer.parse_header at src/net/Http.java, error ORA-00942"),
                Document.of(Scope.MEMORY, "c", "東京塔に行った"),
                Document.of(Scope.MEMORY, "d", "京都の塔"));
        assertEquals("b", ids(Query.of("parse_header")).getFirst());
        assertEquals("b", ids(Query.of("ORA-00942")).getFirst());
        assertEquals("b", ids(Query.of("Http.java")).getFirst());
        assertEquals("c", ids(Query.of("東京塔")).getFirst());
        assertEquals("d", ids(Query.of("京都")).getFirst());
    }

    @Test
    void no_query_is_wrong() {
        put(Document.of(Scope.MEMORY, "a", "pears"));
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (String odd : List.of("", " ", "\"", "a AND (", "*:*", "field:x^2~", "\0", "\ud800", "the of")) {
            index.search(Query.of(odd));
        }
        for (int round = 0; round < 200; round++) {
            StringBuilder text = new StringBuilder();
            for (int i = random.nextInt(400); i > 0; i--) {
                text.append((char) random.nextInt(0x10000));
            }
            assertTrue(index.search(Query.of(text.toString())).hits().size() <= 10, "seed " + seed);
        }
    }

    @Test
    void the_words_of_a_date_find_what_was_said_then() {
        put(
                Document.of(Scope.SESSIONS, "may", "we met and talked").dated(LocalDate.of(2023, 5, 8)),
                Document.of(Scope.SESSIONS, "june", "we met and talked").dated(LocalDate.of(2023, 6, 9)));
        assertEquals("may", ids(Query.of("who talked in May 2023")).getFirst());
        assertEquals("june", ids(Query.of("who talked on 9 June")).getFirst());
        assertEquals("june", ids(Query.of("what was said on 2023-06-09")).getFirst());
        put(Document.of(Scope.SESSIONS, "september", "a walk").dated(LocalDate.of(2024, 9, 1)));
        assertEquals("september", ids(Query.of("what happened in September?")).getFirst());
    }

    @Test
    void old_documents_fade_and_undated_ones_do_not() {
        LocalDate today = LocalDate.of(2026, 4, 5);
        put(
                Document.of(Scope.MEMORY, "old", "pears").dated(today.minusDays(60)),
                Document.of(Scope.MEMORY, "new", "pears").dated(today));
        List<Hit> hits =
                index.search(Query.of("pears").fading(new Decay(today, 30))).hits();
        assertEquals("new", hits.getFirst().id());
        assertEquals(hits.getFirst().score() / 4, hits.getLast().score(), 0.1);
    }

    @Test
    void a_repetition_stands_behind_something_new() {
        put(
                Document.of(Scope.MEMORY, "a", "pears are green fruit"),
                Document.of(Scope.MEMORY, "b", "pears are green fruit"),
                Document.of(Scope.MEMORY, "c", "pears can be bought in winter on the market"));
        assertEquals(
                "c", ids(Query.of("green pears").diverse(new Diversity(0.5))).get(1));
    }

    @Test
    void what_is_best_by_its_words_passes_the_least_score_in_every_fusion() {
        put(Document.of(Scope.MEMORY, "a", "zebra " + "filler words without end ".repeat(30)));
        for (Fusion fusion : List.of(Fusion.USUAL, Fusion.BY_RANK, Fusion.Scores.USUAL)) {
            assertEquals(List.of("a"), ids(Query.of("zebra").atLeast(0.9).fusedBy(fusion)));
        }
    }
}
