package dev.throughline.memory.workspace;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class UndoPlannerTest {
    @TempDir
    Path folder;

    @Test
    void several_changes_are_undone_and_redone() {
        Workspace workspace = TestWorkspace.on(folder, new FastFiles());
        for (String text : List.of("one\n", "two\n", "three\n")) {
            TestWorkspace.write(workspace, "MEMORY.md", text);
        }
        List<String> seen = new ArrayList<>();
        while (workspace.undo().isPresent()) {
            seen.add(TestWorkspace.text(workspace, "MEMORY.md"));
        }
        while (workspace.redo().isPresent()) {
            seen.add(TestWorkspace.text(workspace, "MEMORY.md"));
        }
        assertEquals(List.of("two\n", "one\n", "(none)", "one\n", "two\n", "three\n"), seen);
    }

    @Test
    void a_deleted_page_is_restored() {
        Workspace workspace = TestWorkspace.on(folder, new FastFiles());
        TestWorkspace.write(workspace, "topics/a.md", "kept\n");
        workspace.change(
                "test",
                w -> List.of(new PageChange.Delete(
                        w.read(TestWorkspace.path("topics/a.md")).orElseThrow())));
        assertEquals("(none)", TestWorkspace.text(workspace, "topics/a.md"));
        workspace.undo();
        assertEquals("kept\n", TestWorkspace.text(workspace, "topics/a.md"));
        workspace.redo();
        assertEquals("(none)", TestWorkspace.text(workspace, "topics/a.md"));
    }

    @Test
    void later_edits_survive_an_undo() throws IOException {
        Workspace workspace = TestWorkspace.on(folder, new FastFiles());
        TestWorkspace.write(workspace, "MEMORY.md", "a\nb\nc\nd\n");
        TestWorkspace.write(workspace, "MEMORY.md", "a\nB\nc\nd\n");
        Files.writeString(folder.resolve("MEMORY.md"), "a\nB\nc\nd\nby hand\n");
        workspace.undo();
        assertEquals("a\nb\nc\nd\nby hand\n", TestWorkspace.text(workspace, "MEMORY.md"));
        workspace.undo();
        assertEquals(
                "by hand\n", TestWorkspace.text(workspace, "MEMORY.md").lines().reduce("", (x, y) -> y + "\n"));
    }

    @Test
    void undoing_an_append_removes_only_its_lines() throws IOException {
        Workspace workspace = TestWorkspace.on(folder, new FastFiles());
        MemoryPath log = TestWorkspace.path("memory/2026-04-05.md");
        workspace.change("test", List.of(new PageChange.Append(log, "# day\n", "- one\n")));
        workspace.change("test", List.of(new PageChange.Append(log, "# day\n", "- two\n")));
        Files.writeString(folder.resolve(log.text()), TestWorkspace.text(workspace, log.text()) + "- by hand\n");
        workspace.undo();
        assertEquals("# day\n- one\n- by hand\n", TestWorkspace.text(workspace, log.text()));
    }

    @Test
    void undo_without_changes_does_nothing() {
        assertEquals(Optional.empty(), TestWorkspace.on(folder, new FastFiles()).undo());
        assertEquals(Optional.empty(), TestWorkspace.on(folder, new FastFiles()).redo());
    }

    /** Against a naive model: a stack of states. */
    @Test
    void undo_and_redo_behave_like_a_stack_of_states() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        Workspace workspace = TestWorkspace.on(folder, new FastFiles());
        List<TreeMap<String, String>> past = new ArrayList<>();
        List<TreeMap<String, String>> future = new ArrayList<>();
        TreeMap<String, String> now = new TreeMap<>();
        for (int i = 0; i < 60; i++) {
            int dice = random.nextInt(10);
            if (dice < 3) {
                boolean isDone = workspace.undo().isPresent();
                assertEquals(!past.isEmpty(), isDone, "seed " + seed + " step " + i);
                if (isDone) {
                    future.add(now);
                    now = past.removeLast();
                }
            } else if (dice < 5) {
                boolean isDone = workspace.redo().isPresent();
                assertEquals(!future.isEmpty(), isDone, "seed " + seed + " step " + i);
                if (isDone) {
                    past.add(now);
                    now = future.removeLast();
                }
            } else {
                TreeMap<String, String> next = new TreeMap<>(now);
                String path = "p" + random.nextInt(3) + ".md";
                if (dice == 9 && now.containsKey(path)) {
                    next.remove(path);
                    workspace.change(
                            "t",
                            w -> List.of(new PageChange.Delete(
                                    w.read(TestWorkspace.path(path)).orElseThrow())));
                } else {
                    String text = "line " + i + "\n" + random.nextInt() + "\n";
                    next.put(path, text);
                    TestWorkspace.write(workspace, path, text);
                }
                past.add(now);
                future.clear();
                now = next;
            }
            TreeMap<String, String> found = new TreeMap<>();
            workspace
                    .list()
                    .pages()
                    .forEach(entry -> found.put(
                            entry.path().text(),
                            TestWorkspace.text(workspace, entry.path().text())));
            assertEquals(now, found, "seed " + seed + " step " + i);
        }
    }
}
