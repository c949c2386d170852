package dev.throughline.memory.index;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.memory.workspace.PageListing;
import dev.throughline.memory.workspace.Workspace;
import dev.throughline.search.SearchDocument;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class PageFilesTest {
    @TempDir
    private Path home;

    @Test
    void pages_and_extra_files_are_listed_and_read_and_a_log_has_its_date() throws IOException {
        Path log = Files.createDirectories(home.resolve("workspace/memory")).resolve("2026-04-05.md");
        Files.writeString(log, "It rained.\n");
        Files.writeString(home.resolve("workspace/memory/2026-13-99.md"), "A day of no calendar.\n");
        Path wiki = Files.createDirectories(home.resolve("wiki")).resolve("zebra.md");
        Files.writeString(wiki, "The zebra is striped.\n");
        PageFiles files = new PageFiles(
                new Workspace(home.resolve("workspace"), Clock.systemUTC()),
                new ExtraFiles(List.of(home.resolve("wiki"))),
                Clock.systemUTC());
        assertEquals(
                List.of(wiki.toString(), "memory/2026-04-05.md", "memory/2026-13-99.md"),
                List.copyOf(files.stamps().stamps().keySet()));
        SearchDocument day = files.read("memory/2026-04-05.md").orElseThrow();
        assertEquals(LocalDate.parse("2026-04-05"), day.date());
        assertEquals(
                "The zebra is striped.\n",
                files.read(wiki.toString()).orElseThrow().text());
        assertEquals(Optional.empty(), files.read("memory/none.md"));
    }

    @Test
    void an_incomplete_listing_is_reported_as_trouble() {
        assertEquals(List.of(), PageFiles.troubles(new PageListing(List.of(), List.of(), /* isWhole= */ true)));
        List<String> troubles = PageFiles.troubles(new PageListing(List.of(), List.of(), /* isWhole= */ false));
        assertTrue(troubles.getFirst().contains("50000 pages"), troubles.toString());
    }
}
