package dev.throughline.memory.project;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.engine.helper.HelperModel;
import dev.throughline.memory.Stage;
import dev.throughline.memory.inject.SessionStartBlock;
import dev.throughline.memory.inject.TopicSearch;
import dev.throughline.memory.limits.MemoryLimits;
import dev.throughline.memory.workspace.MemoryPath;
import dev.throughline.memory.workspace.PageChange;
import dev.throughline.memory.workspace.PageExcerpt;
import dev.throughline.memory.workspace.Workspace;
import dev.throughline.memory.writer.WriteResult;
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
                new Workspace(folder, new Stage.Time()), HelperModel.NONE, TopicSearch::byWords, limits);
        opened.add(memory);
        return memory;
    }

    @AfterEach
    void settle() {
        opened.forEach(WorkspaceMemory::settle);
    }

    @Test
    void a_new_session_knows_what_an_earlier_one_learnt() {
        assertEquals(WriteResult.WRITTEN, Stage.flush(HelperModel.NONE).run(memory(), Stage.day(), 1, List.of()));
        String shown = memory().opening(Stage.LARGE_PROMPT).orElseThrow().text();
        assertTrue(shown.contains("Always run the linter before you commit."), shown);
        assertTrue(shown.contains("Files: src/Parser.java"), shown);
        String small = memory().opening(new SessionStartBlock.PromptSize(1_000, 10_000))
                .orElseThrow()
                .text();
        assertTrue(small.contains("Always run the linter before you commit."), small);
        assertFalse(small.contains("Files: src/Parser.java"), "what was worked on: " + small);
    }

    @Test
    void the_configured_limits_apply_to_what_is_shown() {
        MemoryLimits usual = MemoryLimits.DEFAULT;
        MemoryLimits small = new MemoryLimits(
                usual.flush(),
                usual.extractEveryTurns(),
                usual.notes(),
                usual.consolidation(),
                new MemoryLimits.SessionStartLimits(2, 1_000, 10, 0, 1, 500),
                new MemoryLimits.ManifestLimits(1, 30),
                1,
                new MemoryLimits.ExcerptLimits(1, 100));
        WorkspaceMemory memory = memory(small);
        memory.add("cli", "First of all.");
        memory.add("cli", "Second to none.");
        memory.workspace()
                .change(
                        "test",
                        List.of(new PageChange.Write(MemoryPath.MEMORY, Optional.empty(), "one\ntwo\nthree\n")));
        String shown = memory.opening(Stage.LARGE_PROMPT).orElseThrow().text();
        assertTrue(shown.contains("two\n[… cut at line 2 of 3"), shown);
        assertFalse(shown.contains("First of all."), shown);
        PageExcerpt excerpt = memory.excerpt("memory/2026-04-05.md", new PageExcerpt.Wanted(3, 9));
        assertTrue(excerpt.text().startsWith("- First of all.") && excerpt.lines() == 1, excerpt.text());
    }

    @Test
    void a_line_is_added_read_and_undone() {
        memory().add("cli", "The staging host is called heron.");
        assertEquals(
                "# 2026-04-05\n\n- The staging host is called heron. (2026-04-05, cli)\n",
                memory().excerpt("memory/2026-04-05.md", new PageExcerpt.Wanted(1, 10))
                        .text());
        assertTrue(memory().workspace().undo().isPresent());
        assertEquals(List.of(), memory().workspace().list().pages());
        assertTrue(memory().workspace().redo().isPresent());
        assertEquals(1, memory().workspace().list().pages().size());
    }
}
