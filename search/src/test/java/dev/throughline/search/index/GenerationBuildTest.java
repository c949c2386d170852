package dev.throughline.search.index;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.search.IndexStatus.RebuildProgress;
import dev.throughline.search.SearchDocument;
import dev.throughline.search.SearchScope;
import dev.throughline.search.text.Chunker;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class GenerationBuildTest {
    @TempDir
    Path folder;

    private Generation old;

    @BeforeEach
    void fill() throws IOException {
        old = Generation.create(folder.resolve("old"), IndexFormat.with(Chunker.ChunkSize.DEFAULT, "a:1"));
        SearchDocument note = SearchDocument.of(SearchScope.MEMORY, "MEMORY.md", "# Fruit\n- pears\n- nuts");
        old.put(note, Map.of(1, new float[] {0.6f, 0.8f}));
        old.put(List.of(SearchDocument.of(SearchScope.SESSIONS, "s1", "hello")));
        old.refresh();
    }

    @AfterEach
    void close() throws IOException {
        old.close();
    }

    @Test
    void vectors_of_the_same_embedder_are_copied_and_the_other_chunks_wait() throws IOException {
        try (Generation made =
                Generation.create(folder.resolve("new"), IndexFormat.with(Chunker.ChunkSize.DEFAULT, "a:1"))) {
            GenerationBuild build = new GenerationBuild(made, old.ids(), /* isFed= */ true);
            assertTrue(build.hasMore());
            build.copyFrom(old);
            assertFalse(build.hasMore());
            assertEquals(Set.of("MEMORY.md", "s1"), made.ids());
            assertEquals(Set.of(1), made.vectors("MEMORY.md").keySet());
            assertArrayEquals(
                    new float[] {0.6f, 0.8f},
                    Objects.requireNonNull(made.vectors("MEMORY.md").get(1)),
                    1e-6f);
            assertEquals(old.waiting(), made.waiting());
            int chunks = made.read(searcher -> searcher.getIndexReader().numDocs());
            // A bare heading needs no vector.
            assertEquals(new RebuildProgress(2, 2, 2, chunks), build.progress());
        }
    }

    @Test
    void with_another_embedder_the_texts_are_copied_without_vectors() throws IOException {
        try (Generation made =
                Generation.create(folder.resolve("new"), IndexFormat.with(Chunker.ChunkSize.DEFAULT, "b:2"))) {
            new GenerationBuild(made, old.ids(), /* isFed= */ true).copyFrom(old);
            assertEquals(Map.of(), made.vectors("MEMORY.md"));
            assertEquals(old.waiting() + 1, made.waiting());
            assertEquals(old.document("MEMORY.md"), made.document("MEMORY.md"));
        }
    }

    @Test
    void documents_put_or_removed_during_the_build_stay_as_they_are() throws IOException {
        try (Generation made =
                Generation.create(folder.resolve("new"), IndexFormat.with(Chunker.ChunkSize.DEFAULT, "a:1"))) {
            GenerationBuild build = new GenerationBuild(made, old.ids(), /* isFed= */ true);
            made.put(List.of(SearchDocument.of(SearchScope.SESSIONS, "s1", "hello again")));
            made.refresh();
            old.remove(List.of("MEMORY.md"));
            old.refresh();
            build.copyFrom(old);
            assertEquals(Set.of("s1"), made.ids());
            assertEquals("hello again", made.document("s1").orElseThrow().text());
        }
    }
}
