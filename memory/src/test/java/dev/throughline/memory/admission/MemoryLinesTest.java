package dev.throughline.memory.admission;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.memory.workspace.Workspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Clock;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class MemoryLinesTest {
    private static final Instant LONG_AGO = Instant.parse("2026-01-01T00:00:00Z");

    @TempDir
    Path folder;

    private void page(String name, String text, Instant modified) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.resolveSibling(""));
        Files.writeString(file, text);
        Files.setLastModifiedTime(file, FileTime.from(modified));
    }

    private MemoryLines lines(int most) {
        return new MemoryLines(new Workspace(folder, Clock.systemUTC()), most);
    }

    @Test
    void an_edited_page_is_read_again() throws IOException {
        MemoryLines lines = lines(100);
        page("MEMORY.md", "- the first thing\n- a second thing\n", LONG_AGO);
        lines.refresh();
        assertTrue(lines.contains("a second thing"));
        page("MEMORY.md", "- the first thing\n- some other fact\n", Instant.now());
        page("topics/a.md", "- entirely new\n", LONG_AGO);
        lines.refresh();
        assertFalse(lines.contains("a second thing"));
        assertTrue(lines.contains("the first thing") && lines.contains("some other fact"));
        assertTrue(lines.contains("entirely new"));
        Files.delete(folder.resolve("topics/a.md"));
        lines.refresh();
        assertFalse(lines.contains("entirely new"));
    }

    /** Proof that it is not read again: nobody could see this change without reading. */
    @Test
    void a_page_of_the_same_size_and_time_is_not_read_again() throws IOException {
        MemoryLines lines = lines(100);
        page("MEMORY.md", "- one thing\n", LONG_AGO);
        lines.refresh();
        page("MEMORY.md", "- two things".substring(0, 11) + "\n", LONG_AGO);
        lines.refresh();
        assertTrue(lines.contains("one thing"));
    }

    @Test
    void a_second_save_with_the_same_size_and_time_is_read() throws IOException {
        MemoryLines lines = lines(100);
        Instant now = Instant.now();
        page("MEMORY.md", "- red fox\n", now);
        lines.refresh();
        page("MEMORY.md", "- red hen\n", now);
        lines.refresh();
        assertTrue(lines.contains("red hen"));
        assertFalse(lines.contains("red fox"));
    }

    @Test
    void with_too_many_lines_those_of_the_newest_pages_are_compared() throws IOException {
        MemoryLines lines = lines(4);
        page("a.md", "- apple tree\n- apricot tree\n", LONG_AGO);
        page("b.md", "- birch tree\n- beech tree\n", LONG_AGO.plusSeconds(1));
        lines.refresh();
        assertTrue(lines.contains("apple tree") && lines.contains("beech tree"));
        page("c.md", "- cedar tree\n- cherry tree\n", LONG_AGO.plusSeconds(2));
        lines.refresh();
        assertTrue(lines.contains("cherry tree") && lines.contains("beech tree"));
        assertFalse(lines.contains("apple tree"));
        Files.delete(folder.resolve("b.md"));
        lines.refresh();
        assertTrue(lines.contains("cherry tree") && lines.contains("apple tree"));
    }

    @Test
    void rollouts_and_pages_that_are_not_text_are_not_compared() throws IOException {
        MemoryLines lines = lines(100);
        page("rollouts/a.md", "- from a rollout\n", LONG_AGO);
        page("raw_memories.md", "- from raw memories\n", LONG_AGO);
        page("notes/a.md", "- from some notes\n", LONG_AGO);
        Files.write(folder.resolve("binary.md"), new byte[] {'a', 0, (byte) 0xff});
        page("fine.md", "- from a page\n" + "long ".repeat(100_000) + "\n", LONG_AGO);
        lines.refresh();
        assertTrue(lines.contains("from a page"));
        assertFalse(lines.contains("from a rollout"));
        assertFalse(lines.contains("from raw memories"));
        assertFalse(lines.contains("from some notes"));
    }
}
