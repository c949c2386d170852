package dev.throughline.memory.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.engine.archive.Entry;
import dev.throughline.engine.archive.MemoryStore;
import dev.throughline.engine.recall.PieceFinder;
import dev.throughline.engine.recall.Recall;
import dev.throughline.engine.recall.RecallCache;
import dev.throughline.model.SessionRef;
import dev.throughline.search.SearchHit;
import dev.throughline.search.SearchQuery;
import dev.throughline.search.SearchScope;
import dev.throughline.search.embed.Embedder;
import dev.throughline.testkit.store.SampleSession;
import dev.throughline.wire.dialects.Dialects;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

final class SemanticFinderTest {
    private final MemoryStore store = new MemoryStore();
    private final SessionRef session = SampleSession.in(store);

    private List<String> find(String query, Function<SearchQuery, List<SearchHit>> index) {
        return find(query, index, Optional.of(new Embedder.Nearness(0.65, 0.7)));
    }

    private List<String> find(
            String query, Function<SearchQuery, List<SearchHit>> index, Optional<Embedder.Nearness> nearness) {
        return new RecallCache(store, Dialects::of)
                .read(
                        session,
                        recall -> new SemanticFinder(recall, index, () -> nearness, session)
                                .find(query, 3).stream()
                                        .map(PieceFinder.FoundPiece::node)
                                        .map(recall::text)
                                        .map(text -> text.substring(0, Math.min(12, text.length())))
                                        .toList());
    }

    private static List<SearchHit> hits(Recall recall, String text, double cosine) {
        Entry.Node node = recall.transcript().nodes().stream()
                .filter(each -> recall.text(each).startsWith(text))
                .findFirst()
                .orElseThrow();
        String path = "sessions/" + SampleSession.ID + "/" + node.item().handle();
        return List.of(new SearchHit(path, path, 1, 1, cosine, text, SearchScope.SESSIONS, null));
    }

    private List<SearchHit> meant(String text, double cosine) {
        return new RecallCache(store, Dialects::of).read(session, recall -> hits(recall, text, cosine));
    }

    @Test
    void semantic_matches_are_found_too() {
        List<SearchHit> nothing = List.of();
        assertEquals(List.of(), find("repair the lexer", _ -> nothing));
        assertEquals(List.of("fix the pars"), find("repair the lexer", _ -> meant("fix the parser", 0.8)));
    }

    @Test
    void without_a_minimum_score_the_nearest_hits_are_found() {
        Function<SearchQuery, List<SearchHit>> index =
                query -> query.minScore() > 0.3 ? List.of() : meant("fix the parser", 0.3);
        assertEquals(List.of(), find("repair the lexer", index));
        assertEquals(List.of("fix the pars"), find("repair the lexer", index, Optional.empty()));
    }

    @Test
    void keyword_scores_stay_and_semantic_hits_are_added() {
        List<String> words = find("tests failed", _ -> List.of());
        List<String> both = find("tests failed", _ -> meant("fix the parser", 0.7));
        assertEquals(words.getFirst(), both.getFirst());
        assertTrue(both.contains("fix the pars"), both.toString());
    }

    @Test
    void only_this_session_is_searched_and_a_broken_index_is_skipped() {
        find("tests", query -> {
            assertEquals(Set.of(SampleSession.ID.toString()), query.shelves());
            return List.of();
        });
        assertEquals(find("tests failed", _ -> List.of()), find("tests failed", _ -> {
            throw new IllegalStateException("broken on purpose");
        }));
    }
}
