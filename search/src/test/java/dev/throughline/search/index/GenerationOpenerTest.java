package dev.throughline.search.index;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.search.SearchDocument;
import dev.throughline.search.SearchQuery;
import dev.throughline.search.SearchScope;
import dev.throughline.search.SearchStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class GenerationOpenerTest {
    @TempDir
    Path folder;

    private SearchIndex open(String embedder) {
        return SearchIndex.open(folder.resolve("i"), IndexSettings.with(new BagOfWords(embedder)));
    }

    @Test
    void a_damaged_index_is_set_aside_and_reported_until_it_is_rebuilt() throws IOException {
        SearchDocument kept = SearchDocument.of(SearchScope.MEMORY, "n1.md", "pears");
        try (SearchIndex index = open("a:1")) {
            index.put(kept);
            Waiting.untilEmbedded(index);
        }
        try (Stream<Path> files = Files.list(folder.resolve("i/g1"))) {
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
            assertTrue(Files.exists(folder.resolve("i/broken/g1")));
        }
    }

    @Test
    void an_index_with_an_unreadable_current_file_is_set_aside() throws IOException {
        SearchDocument kept = SearchDocument.of(SearchScope.MEMORY, "n1.md", "pears");
        try (SearchIndex index = open("a:1")) {
            index.put(kept);
        }
        Files.write(folder.resolve("i/current"), new byte[] {(byte) 0xff, 0, (byte) 0xfe});
        try (SearchIndex index = open("a:1")) {
            assertTrue(index.search(SearchQuery.of("pears")).status() instanceof SearchStatus.Degraded status
                    && status.why().contains("names no part of the index"));
            index.rebuild(List.of(kept));
            assertEquals(1, index.search(SearchQuery.of("pears")).hits().size());
            assertTrue(Files.exists(folder.resolve("i/broken/g1")));
        }
    }
}
