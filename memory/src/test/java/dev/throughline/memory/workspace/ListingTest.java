package dev.throughline.memory.workspace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ListingTest {
    @TempDir
    Path folder;

    @Test
    void pages_are_listed_and_what_is_none_is_told() throws IOException {
        Files.createDirectories(folder.resolve("topics"));
        Files.createDirectories(folder.resolve(".git"));
        Files.writeString(folder.resolve(".git/a.md"), "hidden");
        Files.writeString(folder.resolve("topics/a.md"), "a");
        Files.writeString(folder.resolve("picture.png"), "no page");
        Listing listing = Room.in(folder).list();
        assertEquals(
                List.of("topics/a.md"),
                listing.pages().stream().map(e -> e.path().text()).toList());
        assertEquals(List.of(new Listing.Skipped("picture.png", "not the name of a Markdown page")), listing.skipped());
    }

    @Test
    void beyond_fifty_thousand_pages_it_says_that_there_are_more() throws IOException {
        for (int shelf = 0; shelf < 51; shelf++) {
            Path at = Files.createDirectory(folder.resolve("d" + shelf));
            for (int i = 0; i < 1_000; i++) {
                Files.createFile(at.resolve(i + ".md"));
            }
        }
        Listing listing = Room.in(folder).list();
        assertEquals(Listing.MOST_FILES, listing.pages().size());
        assertFalse(listing.isWhole());
    }
}
