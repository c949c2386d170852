package dev.throughline.search.index;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.model.ProxyException;
import dev.throughline.search.SearchDocument;
import dev.throughline.search.SearchHit;
import dev.throughline.search.SearchQuery;
import dev.throughline.search.SearchScope;
import dev.throughline.search.SearchStatus;
import dev.throughline.search.text.Chunker;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class GenerationSetTest {
    @TempDir
    Path folder;

    private SearchIndex open(String embedder) {
        return SearchIndex.open(folder.resolve("i"), IndexSettings.with(new BagOfWords(embedder)));
    }

    private static Set<String> found(SearchIndex index, String word) {
        return index.search(SearchQuery.of(word).most(200).by(SearchQuery.SearchMode.WORDS)).hits().stream()
                .map(SearchHit::id)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static SearchDocument note(int id, String text) {
        return SearchDocument.of(SearchScope.MEMORY, "n" + id + ".md", text);
    }

    @Test
    void random_puts_and_removes_match_a_map_even_after_reopening() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        Map<String, String> expectedWords = new HashMap<>();
        SearchIndex index = open("a:1");
        for (int step = 0; step < 120; step++) {
            int id = random.nextInt(20);
            if (random.nextInt(4) == 0) {
                index.remove("n" + id + ".md");
                expectedWords.remove("n" + id + ".md");
            } else {
                String word = "word" + (char) ('a' + random.nextInt(5));
                index.put(note(id, word + "\n" + "filler line\n".repeat(random.nextInt(300))));
                expectedWords.put("n" + id + ".md", word);
            }
            if (random.nextInt(40) == 0) {
                index.close();
                index = open("a:1");
            }
            String asked = "word" + (char) ('a' + random.nextInt(5));
            Set<String> expected = expectedWords.entrySet().stream()
                    .filter(each -> each.getValue().equals(asked))
                    .map(Map.Entry::getKey)
                    .collect(Collectors.toCollection(TreeSet::new));
            assertEquals(expected, found(index, asked), "seed " + seed + ", step " + step);
        }
        Waiting.untilEmbedded(index);
        assertEquals(expectedWords.keySet(), Set.copyOf(index.ids()), "seed " + seed);
        index.close();
    }

    @Test
    void another_embedder_builds_a_new_generation_while_the_old_one_is_searched() {
        try (SearchIndex index = open("a:1")) {
            index.put(List.of(note(1, "apples and pears"), note(2, "nuts\n" + "long line of words\n".repeat(400))));
            Waiting.untilEmbedded(index);
        }
        BagOfWords slow = new BagOfWords("b:2");
        slow.isDown = true;
        try (SearchIndex index = SearchIndex.open(folder.resolve("i"), IndexSettings.with(slow))) {
            Waiting.until(() -> index.status().building().isPresent()
                    && index.status().building().get().documentsDone() == 2);
            assertEquals(Set.of("n1.md"), found(index, "pears"));
            index.put(note(3, "pears again"));
            index.remove("n1.md");
            assertEquals(Set.of("n3.md"), found(index, "pears"));
            assertInstanceOf(
                    SearchStatus.Degraded.class,
                    index.search(SearchQuery.of("pears")).status());
            slow.isDown = false;
            Waiting.untilEmbedded(index);
            assertEquals(Set.of("n3.md"), found(index, "pears"));
            assertEquals(Set.of("n2.md", "n3.md"), Set.copyOf(index.ids()));
            assertTrue(index.contains(
                    "n2.md",
                    note(2, "nuts\n" + "long line of words\n".repeat(400)).hash()));
            assertEquals("ok", index.search(SearchQuery.of("pears")).status().word());
        }
    }

    @Test
    void another_chunk_size_splits_all_documents_again() {
        String text = "pears and nuts in a line of their own\n".repeat(40);
        try (SearchIndex index = open("a:1")) {
            index.put(note(1, text));
            assertEquals(1, index.status().chunks());
        }
        IndexSettings.Sizes usual = IndexSettings.Sizes.DEFAULT;
        IndexSettings.Sizes shorter = new IndexSettings.Sizes(
                new Chunker.ChunkSize(60, 10), 4, usual.snippetCharacters(), usual.cachedVectors());
        BagOfWords embedder = new BagOfWords("a:1");
        IndexSettings settings = new IndexSettings(embedder, InstantSource.system(), shorter);
        try (SearchIndex index = SearchIndex.open(folder.resolve("i"), settings)) {
            Waiting.untilEmbedded(index);
            Waiting.until(() -> index.status().building().isEmpty());
            assertTrue(index.status().chunks() > 5, index.status().toString());
            assertEquals(Set.of("n1.md"), found(index, "pears"));
        }
    }

    @Test
    void a_copy_made_during_writing_can_be_opened_searched_and_written() throws IOException {
        try (SearchIndex index = open("a:1")) {
            for (int i = 0; i < 30; i++) {
                index.put(note(i, "common words number" + i));
                if (i % 10 == 5) {
                    Path copy = folder.resolve("copy" + i);
                    copy(folder.resolve("i"), copy);
                    try (SearchIndex crashed = SearchIndex.open(copy, IndexSettings.with(new BagOfWords("a:1")))) {
                        Set<String> there = found(crashed, "common");
                        assertEquals(Set.copyOf(crashed.ids()), there);
                        crashed.put(note(i, "common words number" + i));
                        assertTrue(found(crashed, "number" + i).contains("n" + i + ".md"));
                    }
                }
            }
        }
    }

    /** A file that a merge deletes between the listing and the copy is also missing after a crash. */
    private static void copy(Path from, Path to) throws IOException {
        Files.walkFileTree(from, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                if (!file.endsWith("write.lock")) {
                    Path target = to.resolve(from.relativize(file));
                    Files.createDirectories(target.getParent());
                    try {
                        Files.write(target, Files.readAllBytes(file));
                    } catch (NoSuchFileException gone) {
                        return FileVisitResult.CONTINUE;
                    }
                }
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException gone) {
                return FileVisitResult.CONTINUE;
            }
        });
    }

    @Test
    void a_second_opener_can_read_but_not_write() {
        try (SearchIndex first = open("a:1")) {
            first.put(note(1, "pears"));
            try (SearchIndex second = open("a:1")) {
                assertTrue(second.status().isReadOnly());
                assertInstanceOf(
                        SearchStatus.Degraded.class,
                        second.search(SearchQuery.of("pears")).status());
                assertThrows(ProxyException.class, () -> second.put(note(2, "nuts")));
            }
        }
        try (SearchIndex second = open("a:1")) {
            assertFalse(second.status().isReadOnly());
            assertEquals(Set.of("n1.md"), found(second, "pears"));
        }
    }

    @Test
    void while_the_embedder_is_down_keyword_search_works_and_embedding_is_tried_again() {
        BagOfWords embedder = new BagOfWords("a:1");
        embedder.isDown = true;
        try (SearchIndex index = SearchIndex.open(folder.resolve("i"), IndexSettings.with(embedder))) {
            index.put(note(1, "pears"));
            assertEquals(1, index.search(SearchQuery.of("pears")).hits().size());
            assertTrue(index.search(SearchQuery.of("pears")).status() instanceof SearchStatus.Degraded status
                    && status.why().contains("down"));
            embedder.isDown = false;
            Waiting.untilEmbedded(index);
            Waiting.until(() -> index.search(SearchQuery.of("pears")).status() instanceof SearchStatus.Ok);
        }
    }

    @Test
    void a_rebuild_keeps_all_documents() {
        try (SearchIndex index = SearchIndex.open(folder.resolve("i"), IndexSettings.with(null))) {
            index.put(List.of(note(1, "pears"), note(2, "nuts and pears")));
            index.rebuild();
            assertEquals(Set.of("n1.md", "n2.md"), found(index, "pears"));
            assertTrue(index.status().building().isEmpty());
        }
    }

    @Test
    void a_failed_rebuild_leaves_the_current_generation_unchanged() {
        try (SearchIndex index = open("a:1")) {
            index.put(note(1, "pears"));
            Waiting.untilEmbedded(index);
            Iterator<SearchDocument> broken = Stream.of(1, 2)
                    .map(number -> {
                        if (number == 2) {
                            throw new IllegalStateException("the second cannot be read");
                        }
                        return note(number, "pears");
                    })
                    .iterator();
            assertThrows(IllegalStateException.class, () -> index.rebuild(() -> broken));
            assertTrue(index.status().building().isEmpty(), "the failed rebuild is abandoned");
            index.put(note(3, "pears and nuts"));
            Waiting.untilEmbedded(index);
            assertEquals(
                    2,
                    index.search(SearchQuery.of("pears").by(SearchQuery.SearchMode.MEANING))
                            .hits()
                            .size(),
                    "the current generation still gets its vectors");
            index.rebuild(List.of(note(1, "pears")));
            Waiting.untilEmbedded(index);
            assertEquals(Set.of("n1.md"), Set.copyOf(index.ids()));
        }
    }

    @Test
    void a_rebuild_that_is_replaced_by_another_fails_and_adds_nothing_to_it() {
        try (SearchIndex index = open("a:1")) {
            index.put(note(1, "pears"));
            Iterator<SearchDocument> slow = Stream.of(1, 2)
                    .map(number -> {
                        if (number == 2) {
                            index.rebuild(List.of(note(3, "apples")));
                        }
                        return note(number, "nuts");
                    })
                    .iterator();
            assertThrows(ProxyException.class, () -> index.rebuild(() -> slow));
            Waiting.untilEmbedded(index);
            assertEquals(Set.of("n3.md"), Set.copyOf(index.ids()));
        }
    }

    @Test
    void changes_during_a_rebuild_are_applied_to_both_generations() {
        try (SearchIndex index = open("a:1")) {
            index.put(List.of(note(1, "pears"), note(2, "pears")));
            Waiting.untilEmbedded(index);
            index.rebuild(() -> Stream.of(1, 2)
                    .map(number -> {
                        if (number == 2) {
                            index.remove("n1.md");
                            index.put(note(4, "pears"));
                        }
                        return note(number, "pears");
                    })
                    .iterator());
            assertTrue(
                    index.ids().contains("n1.md"), "it was read before it was removed, so the caller removes it again");
            index.remove("n1.md");
            Waiting.untilEmbedded(index);
            assertEquals(Set.of("n2.md", "n4.md"), Set.copyOf(index.ids()));
        }
    }

    @Test
    void a_failed_write_is_still_reported_after_a_restart() throws IOException {
        IndexFolder lost = new IndexFolder(folder.resolve("i"));
        lost.missesDocuments("the disk was full");
        lost.close();
        try (SearchIndex index = open("a:1")) {
            assertTrue(index.status().status() instanceof SearchStatus.Degraded status
                    && status.why().contains("the disk was full"));
        }
    }
}
