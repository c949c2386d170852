package dev.throughline.memory.project;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.engine.helper.HelperModel;
import dev.throughline.memory.Stage;
import dev.throughline.memory.flush.Flush;
import dev.throughline.memory.read.Opening;
import dev.throughline.memory.read.Overlap;
import dev.throughline.memory.topic.Manifest;
import dev.throughline.memory.workspace.Change;
import dev.throughline.memory.workspace.Excerpt;
import dev.throughline.memory.workspace.MemoryPath;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What it is for: a new session knows what an earlier one learnt, and a person can change that. */
final class WorkspaceMemoryTest {
    @TempDir
    Path folder;

    private final List<WorkspaceMemory> opened = new ArrayList<>();

    private WorkspaceMemory memory() {
        return memory(MemoryLimits.DEFAULT);
    }

    private WorkspaceMemory memory(MemoryLimits limits) {
        WorkspaceMemory memory = new WorkspaceMemory(
                folder, new WorkspaceMemory.Dependencies(new Stage.Time(), HelperModel.NONE, new Overlap(), limits));
        opened.add(memory);
        return memory;
    }

    @AfterEach
    void settle() {
        opened.forEach(WorkspaceMemory::settle);
    }

    @Test
    void a_new_session_knows_what_an_earlier_one_learnt() {
        assertEquals(
                Flush.Fate.WRITTEN,
                memory().flush().run(Stage.day(), "1", List.of()).fate());
        String shown = memory().opening(Opening.Audience.PRIVATE, Opening.Prompt.LARGE)
                .orElseThrow()
                .text();
        assertTrue(shown.contains("Always run the linter before you commit."), shown);
        assertTrue(shown.contains("Files: src/Parser.java"), shown);
        String small = memory().opening(Opening.Audience.PRIVATE, new Opening.Prompt(1_000, 10_000))
                .orElseThrow()
                .text();
        assertTrue(small.contains("Always run the linter before you commit."), small);
        assertFalse(small.contains("Files: src/Parser.java"), "what was worked on: " + small);
    }

    @Test
    void what_is_shown_has_the_measure_that_is_set() {
        MemoryLimits usual = MemoryLimits.DEFAULT;
        MemoryLimits small = new MemoryLimits(
                usual.flush(),
                1,
                usual.notes(),
                usual.reading(),
                usual.merging(),
                new Opening.Measure(2, 1_000, 10, 0, 1, 500),
                new Manifest.Measure(1, 30),
                1,
                new Excerpt.Measure(1, 100));
        WorkspaceMemory memory = memory(small);
        memory.add("cli", "First of all.");
        memory.add("cli", "Second to none.");
        memory.workspace()
                .change("test", List.of(new Change.Write(MemoryPath.MEMORY, Optional.empty(), "one\ntwo\nthree\n")));
        String shown = memory.opening(Opening.Audience.PRIVATE, Opening.Prompt.LARGE)
                .orElseThrow()
                .text();
        assertTrue(shown.contains("two\n[… cut at line 2 of 3"), shown);
        assertFalse(shown.contains("First of all."), shown);
        Excerpt excerpt = memory.excerpt("memory/2026-04-05.md", new Excerpt.Wanted(3, 9));
        assertTrue(excerpt.text().startsWith("- First of all.") && excerpt.lines() == 1, excerpt.text());
    }

    @Test
    void a_line_is_added_read_and_undone() {
        memory().add("cli", "The staging host is called heron.");
        assertEquals(
                "# 2026-04-05\n\n- The staging host is called heron. (2026-04-05, cli)\n",
                memory().excerpt("memory/2026-04-05.md", new Excerpt.Wanted(1, 10))
                        .text());
        assertTrue(memory().undo().isPresent());
        assertEquals(List.of(), memory().workspace().list().pages());
        assertTrue(memory().redo().isPresent());
        assertEquals(1, memory().workspace().list().pages().size());
    }
}
