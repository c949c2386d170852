package dev.throughline.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.engine.helper.HelperModel;
import dev.throughline.memory.consolidate.RolloutMerger;
import dev.throughline.memory.inject.RelevantTopics;
import dev.throughline.memory.limits.MemoryLimits;
import dev.throughline.memory.project.WorkspaceMemory;
import dev.throughline.memory.workspace.PageListing;
import dev.throughline.memory.workspace.Workspace;
import dev.throughline.memory.writer.Extraction;
import dev.throughline.memory.writer.WriteResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A memory of fifty thousand pages: only the first line that is added to it pays for their number. */
final class ManyPagesTest {
    private static final int PAGES = 50_000;
    private static final int TIMES = 2;

    @TempDir
    Path folder;

    private void fill() throws IOException {
        Instant start = Instant.now().minus(Duration.ofDays(1));
        for (String name : List.of("topics", "rollouts", "memory")) {
            Files.createDirectories(folder.resolve(name));
        }
        for (int i = 0; i < PAGES - 2; i++) {
            String matter = "---\nname: item w" + i + "\ndescription: all about w" + i + "\ntype: user\n---\n";
            Path file = folder.resolve((i % 5 == 0 ? "rollouts/r" : "topics/user_") + i + ".md");
            Files.writeString(file, matter + "- The lamp in room r" + i + " shines for w" + i * 7 + ".\n");
            Files.setLastModifiedTime(file, FileTime.from(start.plusMillis(i)));
        }
        Files.writeString(folder.resolve("MEMORY.md"), "I like tea.\n");
    }

    /** Says something else in a page, and leaves it as long and as old as it was. */
    private void replaceUnseen(String page, String said, String instead) throws IOException {
        Path file = folder.resolve(page);
        FileTime modified = Files.getLastModifiedTime(file);
        Files.writeString(file, Files.readString(file).replace(said, instead));
        Files.setLastModifiedTime(file, modified);
    }

    @Test
    void it_is_written_to_and_read_from_at_every_turn() throws IOException {
        fill();
        WorkspaceMemory memory = Stage.memory(new Workspace(folder, Clock.systemUTC()), HelperModel.NONE);
        memory.add("cli", "A first fact");
        replaceUnseen("topics/user_1.md", "The lamp in room", "No light at all,");
        for (int i = 0; i < TIMES; i++) {
            assertEquals(1, memory.add("cli", "A new fact about n" + i).lines().size());
            assertEquals(
                    0,
                    memory.add("cli", "The lamp in room r1 shines for w7")
                            .lines()
                            .size(),
                    "it is known from the first time, and no page is read again");
            String words = "what about w" + (PAGES - 3);
            RelevantTopics.TopicRequest moment =
                    new RelevantTopics.TopicRequest(Stage.session(i), words, List.of(), Set.of(), List.of());
            assertTrue(memory.relevant(moment).orElseThrow().text().contains("for w" + (PAGES - 3) * 7));
            assertTrue(memory.opening(Stage.LARGE_PROMPT).orElseThrow().text().contains("I like tea."));
        }
        assertEquals(WriteResult.WRITTEN, new Extraction(HelperModel.NONE, 1).run(memory, Stage.day(), List.of()));
        assertEquals(
                WriteResult.UNCHANGED,
                new RolloutMerger(memory.workspace(), MemoryLimits.DEFAULT.consolidation(), HelperModel.NONE)
                        .runNow(Stage.SESSION),
                "none of them is a rollout");
        assertEquals(PAGES, memory.workspace().list().pages().size());
        assertTrue(memory.workspace().undo().isPresent());
        for (int i = 0; i < 3; i++) {
            Files.writeString(folder.resolve("topics/more" + i + ".md"), "more\n");
        }
        PageListing listing = memory.workspace().list();
        assertEquals(PageListing.MAX_FILES, listing.pages().size());
        assertFalse(listing.isWhole(), "it says that there are more");
        memory.settle();
    }
}
