package dev.throughline.search.index;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.search.Answer;
import dev.throughline.search.Document;
import dev.throughline.search.Hit;
import dev.throughline.search.Query;
import dev.throughline.search.Scope;
import dev.throughline.search.Status;
import dev.throughline.search.embed.LocalModel;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SearchIndexTest {
    @TempDir
    Path folder;

    @Test
    void what_was_put_is_found_by_word_at_once_and_by_meaning_later() {
        try (LocalModel model = LocalModel.bgeSmall();
                SearchIndex index = SearchIndex.open(folder, Settings.with(model))) {
            index.put(List.of(
                    Document.of(Scope.MEMORY, "MEMORY.md", "# Pets\n- The cat sleeps on the sofa.\n- Dogs bark."),
                    Document.of(Scope.MEMORY, "memory/2026-04-05.md", "Deploy with make release.\n")));
            Answer byWord = index.search(Query.of("sofa").by(Query.Mode.WORDS));
            assertEquals("MEMORY.md#L2", byWord.hits().getFirst().citation());
            Waiting.untilEmbedded(index);
            Answer byMeaning =
                    index.search(Query.of("where does the kitten rest?").by(Query.Mode.MEANING));
            assertEquals("MEMORY.md#L2", byMeaning.hits().getFirst().citation());
            assertEquals(new Status.Ok(), byMeaning.status());
            assertEquals(0, byMeaning.waiting());
            assertTrue(byMeaning.hits().getFirst().snippet().contains("sofa"));
        }
    }

    @Test
    void in_a_small_memory_the_very_word_comes_first_and_no_bare_heading() {
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
        try (LocalModel model = LocalModel.bgeSmall();
                SearchIndex index = SearchIndex.open(folder, Settings.with(model))) {
            index.put(Document.of(Scope.MEMORY, "MEMORY.md", facts));
            Waiting.untilEmbedded(index);
            for (String[] each : new String[][] {
                {"database", "6888"},
                {"capybaras", "office"},
                {"another workspace", "docs"},
                {"walrus", "spaced"},
                {"who does code review?", "Ana"}
            }) {
                List<Hit> hits = index.search(Query.of(each[0])).hits();
                assertTrue(hits.getFirst().snippet().contains(each[1]), each[0] + ": " + hits);
                assertTrue(hits.stream().noneMatch(hit -> hit.snippet().startsWith("#")), each[0] + ": " + hits);
            }
            List<Hit> topics = index.search(Query.of("topics")).hits();
            assertTrue(topics.stream().anyMatch(hit -> hit.snippet().equals("## Topics")), topics.toString());
        }
    }

    @Test
    void an_embedder_whose_vectors_have_another_length_leaves_the_words() {
        BagOfWords embedder = new BagOfWords("custom:x");
        try (SearchIndex index = SearchIndex.open(folder, Settings.with(embedder))) {
            index.put(Document.of(Scope.MEMORY, "a.md", "one unusual word: zebra"));
            Waiting.untilEmbedded(index);
            embedder.length = 32;
            Answer answer = index.search(Query.of("an unusual zebra"));
            assertEquals("a.md", answer.hits().getFirst().path());
            assertTrue(
                    answer.status() instanceof Status.Degraded why && why.why().contains("another length"));
        }
    }

    @Test
    void what_was_removed_is_not_found() {
        try (SearchIndex index = SearchIndex.open(folder, Settings.with(null))) {
            Document note = Document.of(Scope.MEMORY, "a.md", "one unusual word: zebra");
            index.put(note);
            assertTrue(index.contains("a.md", note.hash()));
            index.remove("a.md");
            assertFalse(index.contains("a.md", note.hash()));
            assertEquals(List.of(), index.search(Query.of("zebra")).hits());
        }
    }
}
