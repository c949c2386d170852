package dev.throughline.memory.workspace;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class PageListingTest {
    @TempDir
    Path folder;

    @Test
    void pages_and_skipped_files_are_listed() throws IOException {
        Files.createDirectories(folder.resolve("topics"));
        Files.createDirectories(folder.resolve(".git"));
        Files.writeString(folder.resolve(".git/a.md"), "hidden");
        Files.writeString(folder.resolve("topics/a.md"), "a");
        Files.writeString(folder.resolve("picture.png"), "no page");
        PageListing listing = TestWorkspace.in(folder).list();
        assertEquals(
                List.of("topics/a.md"),
                listing.pages().stream().map(e -> e.path().text()).toList());
        assertEquals(
                List.of(new PageListing.Skipped("picture.png", "not the name of a Markdown page")), listing.skipped());
    }
}
