package dev.throughline.search.index;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.search.SearchDocument;
import dev.throughline.search.SearchHit;
import dev.throughline.search.SearchQuery;
import dev.throughline.search.SearchResult;
import dev.throughline.search.SearchScope;
import dev.throughline.search.embed.Embedder;
import dev.throughline.search.embed.LocalEmbedder;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which hits are good enough to be returned, and which of them come first. */
final class FittingTest {
    private static final double USUAL = 0.66;

    @TempDir
    Path folder;

    private static List<String> ids(SearchResult answer) {
        return answer.hits().stream().map(SearchHit::id).toList();
    }

    private SearchIndex open(@Nullable Embedder embedder) {
        return SearchIndex.open(folder, IndexSettings.with(embedder));
    }

    @Test
    void a_query_without_a_relevant_document_has_no_hits_and_counts_the_unfit_ones() {
        try (LocalEmbedder model = new LocalEmbedder();
                SearchIndex index = open(model)) {
            index.put(List.of(
                    SearchDocument.of(SearchScope.MEMORY, "a", "We release on Thursdays, after the tests."),
                    SearchDocument.of(SearchScope.MEMORY, "b", "The office cat is called Minka.")));
            Waiting.untilEmbedded(index);
            SearchResult nothing =
                    index.search(SearchQuery.of("quantum chromodynamics").fitting(USUAL));
            assertEquals(List.of(), ids(nothing));
            assertTrue(nothing.hasOnlyUnfit());
            assertEquals(2, nothing.unfit());
            assertEquals(
                    List.of("a"),
                    ids(index.search(SearchQuery.of("When do we release?").fitting(USUAL))));
            assertEquals(
                    List.of("b"),
                    ids(index.search(SearchQuery.of("the cat at work").fitting(USUAL))));
            assertEquals(
                    2,
                    index.search(SearchQuery.of("quantum chromodynamics"))
                            .hits()
                            .size());
        }
    }

    /** There is no calibrated threshold for the cosines of a remote model, so the ranking decides. */
    @Test
    void without_a_calibrated_cosine_the_first_semantic_hits_fit() {
        Embedder unmeasured = new Synonyms(new BagOfWords("a:1"));
        try (SearchIndex index = open(unmeasured)) {
            index.put(List.of(
                    SearchDocument.of(SearchScope.MEMORY, "cat", "The office cat is called Minka."),
                    SearchDocument.of(SearchScope.MEMORY, "release", "We release on Thursdays."),
                    SearchDocument.of(SearchScope.MEMORY, "port", "Port 8080 belongs to staging."),
                    SearchDocument.of(SearchScope.MEMORY, "tabs", "Indent by tabs.")));
            Waiting.untilEmbedded(index);
            List<String> ids = ids(index.search(SearchQuery.of("pet").fitting(USUAL)));
            assertEquals("cat", ids.getFirst());
            assertEquals(3, ids.size(), "only the first three fit: " + ids);
        }
    }

    /** Embeds "pet" in a query as "cat". */
    private record Synonyms(Embedder inner) implements Embedder {
        @Override
        public String name() {
            return inner.name();
        }

        @Override
        public int maxTokens() {
            return inner.maxTokens();
        }

        @Override
        public int batch() {
            return inner.batch();
        }

        @Override
        public List<float[]> documents(List<String> texts) {
            return inner.documents(texts);
        }

        @Override
        public float[] query(String text) {
            return inner.query(text.replace("pet", "cat"));
        }

        @Override
        public void close() {
            inner.close();
        }
    }

    @Test
    void without_an_embedder_a_text_with_few_words_of_the_query_does_not_fit() {
        try (SearchIndex index = open(null)) {
            index.put(SearchDocument.of(SearchScope.MEMORY, "a", "The budget of the parser team is small."));
            SearchQuery query = SearchQuery.of("budget of the quantum chromodynamics laboratory in Geneva");
            assertEquals(List.of("a"), ids(index.search(query)));
            assertTrue(index.search(query.fitting(USUAL)).hasOnlyUnfit());
            assertEquals(
                    List.of("a"),
                    ids(index.search(SearchQuery.of("the parser's budget").fitting(USUAL))));
        }
    }

    @Test
    void front_matter_is_not_a_hit_but_its_description_finds_the_page() {
        String page =
                "---\nname: deploys\ndescription: rolling out the storefront\n---\n# Deploys\n\n- Use blue-green.\n";
        try (SearchIndex index = open(new BagOfWords("a:1"))) {
            index.put(SearchDocument.of(SearchScope.MEMORY, "topics/deploys.md", page));
            Waiting.untilEmbedded(index);
            for (String words : List.of("description deploys", "rolling out the storefront", "blue-green")) {
                List<SearchHit> hits = index.search(SearchQuery.of(words)).hits();
                assertFalse(hits.isEmpty(), words);
                hits.forEach(hit -> assertFalse(hit.snippet().contains("description:"), hit.snippet()));
                hits.forEach(hit -> assertTrue(hit.fromLine() > 4, hit.citation()));
            }
            index.rebuild();
            Waiting.untilEmbedded(index);
            assertEquals(
                    List.of("topics/deploys.md"),
                    ids(index.search(SearchQuery.of("blue-green").most(1))));
        }
    }

    @Test
    void an_acknowledgement_is_not_a_hit() {
        String said = "We release on Thursdays.";
        try (SearchIndex index = open(new BagOfWords("a:1"))) {
            index.put(List.of(
                    SearchDocument.of(SearchScope.SESSIONS, "said", said),
                    SearchDocument.of(SearchScope.SESSIONS, "reply", "Understood.")
                            .after(said),
                    SearchDocument.of(SearchScope.SESSIONS, "done", "OK, done. Thanks!")
                            .after(said),
                    SearchDocument.of(SearchScope.SESSIONS, "answer", "Thursdays, yes.")
                            .after("When do we release?")));
            Waiting.untilEmbedded(index);
            List<String> ids = ids(index.search(SearchQuery.of("when do we release")));
            assertEquals("said", ids.getFirst());
            assertTrue(ids.contains("answer"), ids.toString());
            assertFalse(ids.contains("reply") || ids.contains("done"), ids.toString());
        }
    }

    @Test
    void a_text_that_waits_for_its_vector_is_first_if_it_contains_a_rare_word_of_the_query() {
        CountDownLatch closing = new CountDownLatch(1);
        Embedder slow = new Stalling(new BagOfWords("a:1"), closing);
        try (SearchIndex index = open(slow)) {
            IntStream.range(0, 30)
                    .forEach(i -> index.put(SearchDocument.of(
                            SearchScope.MEMORY, "old" + i, "where we keep the configuration, note " + i)));
            Waiting.untilEmbedded(index);
            index.put(SearchDocument.of(
                    SearchScope.MEMORY, "new", "stalled: the zebrafish file lies on the second disk"));
            SearchResult answer = index.search(SearchQuery.of("where do we keep the configuration of the zebrafish"));
            assertEquals(1, answer.waiting());
            assertEquals("new", ids(answer).getFirst());
            closing.countDown();
        }
    }

    @Test
    void of_two_contradicting_dated_texts_the_newer_is_first() {
        try (SearchIndex index = open(new BagOfWords("a:1"))) {
            index.put(List.of(
                    SearchDocument.of(SearchScope.MEMORY, "old", "- We release on Thursdays.")
                            .dated(LocalDate.of(2026, 1, 5)),
                    SearchDocument.of(
                                    SearchScope.MEMORY, "new", "- From now on we release on Mondays, not on Thursdays.")
                            .dated(LocalDate.of(2026, 3, 5)),
                    SearchDocument.of(
                            SearchScope.MEMORY,
                            "other",
                            "- The release notes are written by Ines on Tuesdays (2026-04-01).")));
            Waiting.untilEmbedded(index);
            List<SearchHit> hits =
                    index.search(SearchQuery.of("on which day do we release")).hits();
            List<String> ids = hits.stream().map(SearchHit::id).toList();
            assertTrue(ids.indexOf("new") < ids.indexOf("old"), ids.toString());
            assertEquals(LocalDate.of(2026, 3, 5), hits.get(ids.indexOf("new")).date());
            assertEquals(
                    LocalDate.of(2026, 4, 1), hits.get(ids.indexOf("other")).date());
            for (int most = 1; most <= ids.size(); most++) {
                SearchQuery fewer = SearchQuery.of("on which day do we release").most(most);
                assertEquals(ids.subList(0, most), ids(index.search(fewer)), "of " + most);
            }
        }
    }

    /** Waits for the latch before it embeds a text that starts with "stalled". */
    private record Stalling(Embedder inner, CountDownLatch go) implements Embedder {
        @Override
        public String name() {
            return inner.name();
        }

        @Override
        public int maxTokens() {
            return inner.maxTokens();
        }

        @Override
        public int batch() {
            return inner.batch();
        }

        @Override
        public List<float[]> documents(List<String> texts) {
            if (texts.stream().anyMatch(text -> text.startsWith("stalled"))) {
                try {
                    go.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
            return inner.documents(texts);
        }

        @Override
        public float[] query(String text) {
            return inner.query(text);
        }

        @Override
        public void close() {}
    }
}
