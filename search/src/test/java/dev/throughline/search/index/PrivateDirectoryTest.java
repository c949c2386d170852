package dev.throughline.search.index;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.search.SearchDocument;
import dev.throughline.search.SearchQuery;
import dev.throughline.search.SearchScope;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class PrivateDirectoryTest {
    @TempDir
    Path folder;

    @Test
    void nobody_else_may_read_an_index_that_was_used() throws Exception {
        Path root = folder.resolve("index");
        try (SearchIndex index = SearchIndex.open(root, IndexSettings.with(null))) {
            index.put(List.of(
                    SearchDocument.of(SearchScope.MEMORY, "MEMORY.md", "# Pets\n- The cat sleeps on the sofa.")));
            index.search(SearchQuery.of("sofa").by(SearchQuery.SearchMode.WORDS));
            assertEquals(List.of(), open(root));
        }
        assertEquals(List.of(), open(root));
        try (Stream<Path> files = Files.walk(root)) {
            assertTrue(files.count() > 5, "there is something to look at");
        }
    }

    @Test
    void a_folder_that_others_could_read_is_closed_to_them() throws Exception {
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        PrivateDirectory.create(folder);
        assertEquals(List.of(), open(folder));
    }

    private static List<String> open(Path root) throws IOException {
        try (Stream<Path> files = Files.walk(root)) {
            return files.filter(file -> !mode(file).endsWith("------"))
                    .map(file -> file + " " + mode(file))
                    .toList();
        }
    }

    private static String mode(Path file) {
        try {
            return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
        } catch (IOException e) {
            return "gone ------"; // Lucene deletes what it has merged.
        }
    }
}
