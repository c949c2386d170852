package dev.throughline.search.index;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.search.SearchDocument;
import dev.throughline.search.SearchQuery;
import dev.throughline.search.SearchScope;
import dev.throughline.search.SearchStatus;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class IndexFolderTest {
    @TempDir
    Path root;

    private Path generation(IndexFolder folder, String content) throws IOException {
        Path made = folder.next();
        Files.createDirectories(made);
        Files.writeString(made.resolve("file"), content);
        return made;
    }

    @Test
    void only_the_first_opener_can_write_until_it_closes() throws IOException {
        IndexFolder first = new IndexFolder(root);
        try (IndexFolder second = new IndexFolder(root)) {
            assertTrue(first.isOurs());
            assertFalse(second.isOurs());
        }
        first.close();
        try (IndexFolder third = new IndexFolder(root)) {
            assertTrue(third.isOurs());
        }
    }

    @Test
    void the_current_generation_is_the_latest_one_and_names_are_not_reused() throws IOException {
        try (IndexFolder folder = new IndexFolder(root)) {
            assertEquals(Optional.empty(), folder.current());
            Path g1 = generation(folder, "1");
            folder.makeCurrent(g1);
            Path g2 = generation(folder, "2");
            assertEquals(root.resolve("g2"), g2);
            assertEquals(Optional.of(g1), folder.current());
            folder.makeCurrent(g2);
            assertEquals(Optional.of(g2), folder.current());
            folder.keepOnly(g2);
            assertFalse(Files.exists(g1));
            assertEquals(root.resolve("g3"), folder.next());
        }
    }

    @Test
    void an_unreadable_generation_is_set_aside_and_its_reason_is_kept_until_a_rebuild() throws IOException {
        try (IndexFolder folder = new IndexFolder(root)) {
            folder.makeCurrent(generation(folder, "first"));
            folder.setAside("bad sum");
            folder.makeCurrent(generation(folder, "second"));
            folder.setAside("bad sum again");
            assertEquals(Optional.empty(), folder.current());
            assertEquals("second", Files.readString(root.resolve("broken/g1/file")));
            assertEquals(Optional.of("bad sum again"), folder.needsRebuild());
            folder.isRebuilt();
            assertEquals(Optional.empty(), folder.needsRebuild());
        }
    }

    @Test
    void an_invalid_current_file_is_an_error_and_the_generations_can_be_set_aside() throws IOException {
        try (IndexFolder folder = new IndexFolder(root)) {
            Path g1 = generation(folder, "1");
            for (byte[] garbage : List.of(new byte[] {(byte) 0xff, 0, (byte) 0xfe}, bytes("../.."), bytes("g7"))) {
                Files.write(root.resolve("current"), garbage);
                assertThrows(IOException.class, folder::current);
            }
            assertTrue(Files.exists(g1));
            Files.delete(root.resolve("current"));
            Files.createDirectory(root.resolve("current"));
            assertThrows(IOException.class, folder::current);
            folder.setAside("no name");
            assertEquals(Optional.empty(), folder.current());
            assertTrue(Files.exists(root.resolve("broken/g1")));
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void a_writer_that_did_not_close_properly_is_detected() throws IOException {
        try (IndexFolder folder = new IndexFolder(root)) {
            assertFalse(folder.wasLeftOpen());
            assertTrue(folder.wasLeftOpen(), "the first did not close properly");
            folder.closedInOrder();
            assertFalse(folder.wasLeftOpen());
        }
    }

    @Test
    void the_size_of_a_generation_does_not_include_other_generations() throws IOException {
        try (IndexFolder folder = new IndexFolder(root)) {
            Path g1 = generation(folder, "12345");
            generation(folder, "1234567");
            Files.createSymbolicLink(g1.resolve("gone"), g1.resolve("taken-away-by-a-merge"));
            assertEquals(5, folder.bytes(g1));
        }
    }

    private SearchIndex open(String embedder) {
        return SearchIndex.open(root, IndexSettings.with(new BagOfWords(embedder)));
    }

    @Test
    void a_damaged_index_is_set_aside_and_reported_until_it_is_rebuilt() throws IOException {
        SearchDocument kept = SearchDocument.of(SearchScope.MEMORY, "n1.md", "pears");
        try (SearchIndex index = open("a:1")) {
            index.put(kept);
            Waiting.untilEmbedded(index);
        }
        try (Stream<Path> files = Files.list(root.resolve("g1"))) {
            for (Path file :
                    files.filter(each -> each.toString().contains("segments")).toList()) {
                Files.write(file, new byte[] {1, 2, 3});
            }
        }
        try (SearchIndex index = open("a:1")) {
            assertTrue(index.search(SearchQuery.of("pears")).status() instanceof SearchStatus.Degraded status
                    && status.why().contains("rebuilt"));
            assertFalse(index.contains("n1.md", kept.hash()));
            index.rebuild(List.of(kept));
            assertEquals("ok", index.search(SearchQuery.of("pears")).status().word());
            assertEquals(1, index.search(SearchQuery.of("pears")).hits().size());
            assertTrue(Files.exists(root.resolve("broken/g1")));
        }
    }

    @Test
    void an_index_with_an_unreadable_current_file_is_set_aside() throws IOException {
        SearchDocument kept = SearchDocument.of(SearchScope.MEMORY, "n1.md", "pears");
        try (SearchIndex index = open("a:1")) {
            index.put(kept);
        }
        Files.write(root.resolve("current"), new byte[] {(byte) 0xff, 0, (byte) 0xfe});
        try (SearchIndex index = open("a:1")) {
            assertTrue(index.search(SearchQuery.of("pears")).status() instanceof SearchStatus.Degraded status
                    && status.why().contains("names no part of the index"));
            index.rebuild(List.of(kept));
            assertEquals(1, index.search(SearchQuery.of("pears")).hits().size());
            assertTrue(Files.exists(root.resolve("broken/g1")));
        }
    }
}
