package dev.throughline.search.index;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.search.SearchDocument;
import dev.throughline.search.SearchHit;
import dev.throughline.search.SearchQuery;
import dev.throughline.search.SearchResult;
import dev.throughline.search.SearchScope;
import dev.throughline.search.SearchStatus;
import dev.throughline.search.embed.LocalEmbedder;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SearchIndexTest {
    @TempDir
    Path folder;

    @Test
    void a_document_is_found_by_keyword_at_once_and_by_meaning_after_embedding() {
        try (LocalEmbedder model = new LocalEmbedder();
                SearchIndex index = SearchIndex.open(folder, IndexSettings.with(model))) {
            index.put(List.of(
                    SearchDocument.of(
                            SearchScope.MEMORY, "MEMORY.md", "# Pets\n- The cat sleeps on the sofa.\n- Dogs bark."),
                    SearchDocument.of(SearchScope.MEMORY, "memory/2026-04-05.md", "Deploy with make release.\n")));
            SearchResult byWord = index.search(SearchQuery.of("sofa").by(SearchQuery.SearchMode.WORDS));
            assertEquals("MEMORY.md#L2", byWord.hits().getFirst().citation());
            Waiting.untilEmbedded(index);
            SearchResult byMeaning =
                    index.search(SearchQuery.of("where does the kitten rest?").by(SearchQuery.SearchMode.MEANING));
            assertEquals("MEMORY.md#L2", byMeaning.hits().getFirst().citation());
            assertEquals(new SearchStatus.Ok(), byMeaning.status());
            assertEquals(0, byMeaning.waiting());
            assertTrue(byMeaning.hits().getFirst().snippet().contains("sofa"));
        }
    }

    @Test
    void in_a_small_index_the_exact_word_is_first_and_bare_headings_are_omitted() {
        String facts = """
            # Facts

            ## Learnt
            - Staging database listens on port 6888.
            - a spaced walrus
            - Ana reviews every pull request.
            - capybaras are kept in the second office
            - Use another workspace for the docs.

            ## Topics
            - [wishes](topics/wishes.md): what was asked for
            """;
        try (LocalEmbedder model = new LocalEmbedder();
                SearchIndex index = SearchIndex.open(folder, IndexSettings.with(model))) {
            index.put(SearchDocument.of(SearchScope.MEMORY, "MEMORY.md", facts));
            Waiting.untilEmbedded(index);
            for (String[] each : new String[][] {
                {"database", "6888"},
                {"capybaras", "office"},
                {"another workspace", "docs"},
                {"walrus", "spaced"},
                {"who does code review?", "Ana"}
            }) {
                List<SearchHit> hits = index.search(SearchQuery.of(each[0])).hits();
                assertTrue(hits.getFirst().snippet().contains(each[1]), each[0] + ": " + hits);
                assertTrue(hits.stream().noneMatch(hit -> hit.snippet().startsWith("#")), each[0] + ": " + hits);
            }
            List<SearchHit> topics = index.search(SearchQuery.of("topics")).hits();
            assertTrue(topics.stream().anyMatch(hit -> hit.snippet().equals("## Topics")), topics.toString());
        }
    }

    @Test
    void a_changed_vector_length_leaves_keyword_search_working() {
        BagOfWords embedder = new BagOfWords("custom:x");
        try (SearchIndex index = SearchIndex.open(folder, IndexSettings.with(embedder))) {
            index.put(SearchDocument.of(SearchScope.MEMORY, "a.md", "one unusual word: zebra"));
            Waiting.untilEmbedded(index);
            embedder.length = 32;
            SearchResult answer = index.search(SearchQuery.of("an unusual zebra"));
            assertEquals("a.md", answer.hits().getFirst().path());
            assertTrue(answer.status() instanceof SearchStatus.Degraded why
                    && why.why().contains("another length"));
        }
    }

    @Test
    void a_removed_document_is_not_found() {
        try (SearchIndex index = SearchIndex.open(folder, IndexSettings.with(null))) {
            SearchDocument note = SearchDocument.of(SearchScope.MEMORY, "a.md", "one unusual word: zebra");
            index.put(note);
            assertTrue(index.contains("a.md", note.hash()));
            index.remove("a.md");
            assertFalse(index.contains("a.md", note.hash()));
            assertEquals(List.of(), index.search(SearchQuery.of("zebra")).hits());
        }
    }

    @Test
    void the_documents_on_a_shelf_are_removed_together() {
        try (SearchIndex index = SearchIndex.open(folder, IndexSettings.with(null))) {
            index.put(List.of(
                    SearchDocument.of(SearchScope.SESSIONS, "a/1", "a zebra").on("a"),
                    SearchDocument.of(SearchScope.SESSIONS, "a/2", "a zebra and a horse")
                            .on("a"),
                    SearchDocument.of(SearchScope.SESSIONS, "ab/1", "another zebra")
                            .on("ab")));
            index.removeShelf("a");
            assertEquals(Set.of("ab/1"), Set.copyOf(index.ids()));
            assertEquals(1, index.search(SearchQuery.of("zebra")).hits().size());
        }
    }
}
