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
    void other_users_cannot_read_a_used_index() throws Exception {
        Path root = folder.resolve("index");
        try (SearchIndex index = SearchIndex.open(root, IndexSettings.with(null))) {
            index.put(List.of(
                    SearchDocument.of(SearchScope.MEMORY, "MEMORY.md", "# Pets\n- The cat sleeps on the sofa.")));
            index.search(SearchQuery.of("sofa").by(SearchQuery.SearchMode.WORDS));
            assertEquals(List.of(), readableByOthers(root));
        }
        assertEquals(List.of(), readableByOthers(root));
        try (Stream<Path> files = Files.walk(root)) {
            assertTrue(files.count() > 5, "the index has files to check");
        }
    }

    @Test
    void an_existing_folder_becomes_private() throws Exception {
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        PrivateDirectory.create(folder);
        assertEquals(List.of(), readableByOthers(folder));
    }

    private static List<String> readableByOthers(Path root) throws IOException {
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
