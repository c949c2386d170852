package dev.throughline.memory.workspace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A crash at every step, and a person who edits at every step. */
final class OperationApplierTest {
    @TempDir
    Path temporary;

    private static Workspace loose(Path folder) {
        return TestWorkspace.on(folder, new FastFiles());
    }

    private static final String LOG = "memory/2026-04-05.md";

    private static void prepare(Workspace workspace) {
        TestWorkspace.write(workspace, "MEMORY.md", "# Memory\n- old\n");
        TestWorkspace.write(workspace, "topics/gone.md", "to be deleted\n");
        workspace.change(
                "test", List.of(new PageChange.Append(TestWorkspace.path(LOG), "# 2026-04-05\n\n", "- first\n")));
    }

    /** One operation with every kind of step. */
    private static void act(Workspace workspace) {
        workspace.change(
                "act",
                w -> List.of(
                        PageChange.Write.over(w.read(MemoryPath.MEMORY).orElseThrow(), "# Memory\n- old\n- new\n"),
                        PageChange.Write.fresh(TestWorkspace.path("topics/fresh/deep.md"), "fresh\n"),
                        new PageChange.Delete(
                                w.read(TestWorkspace.path("topics/gone.md")).orElseThrow()),
                        new PageChange.Append(TestWorkspace.path(LOG), "", "- second, äöü 漢字\n")));
    }

    private static List<String> state(Workspace workspace) {
        List<String> all = new ArrayList<>();
        for (PageListing.ListedPage entry : workspace.list().pages()) {
            all.add(entry.path() + "="
                    + TestWorkspace.text(workspace, entry.path().text()));
        }
        return all;
    }

    @Test
    void a_crash_at_any_step_leaves_all_or_nothing() throws IOException {
        Path model = temporary.resolve("model");
        prepare(loose(model));
        List<String> before = state(loose(model));
        StoppingFiles counting = new StoppingFiles(-1, StoppingFiles.Where.BEFORE);
        act(TestWorkspace.on(model, counting));
        List<String> after = state(loose(model));
        assertTrue(counting.steps() > 20, "found " + counting.steps());
        for (StoppingFiles.Where where : List.of(StoppingFiles.Where.WITHIN, StoppingFiles.Where.AFTER)) {
            for (int step = 0; step < counting.steps(); step++) {
                Path folder = temporary.resolve(where + "-" + step);
                prepare(loose(folder));
                StoppingFiles disk = new StoppingFiles(step, where);
                assertThrows(StoppingFiles.Stopped.class, () -> act(TestWorkspace.on(folder, disk)));
                loose(folder)
                        .list()
                        .pages()
                        .forEach(entry ->
                                TestWorkspace.text(loose(folder), entry.path().text()));
                Workspace again = loose(folder);
                again.recover();
                List<String> found = state(again);
                assertTrue(found.equals(before) || found.equals(after), where + " step " + step + ": " + found);
                if (found.equals(before)) {
                    act(again);
                }
                assertEquals(after, state(again), where + " step " + step);
                assertTrue(again.undo().isPresent());
                assertEquals(before, state(again), where + " step " + step);
            }
        }
    }

    @Test
    void a_crash_during_recovery_is_recovered_from() throws IOException {
        Path model = temporary.resolve("model");
        prepare(loose(model));
        act(loose(model));
        List<String> after = state(loose(model));
        for (int second = 0; second < 12; second++) {
            Path folder = temporary.resolve("twice-" + second);
            prepare(loose(folder));
            // The 20th step or so is behind the moment from which the operation counts.
            assertThrows(
                    StoppingFiles.Stopped.class,
                    () -> act(TestWorkspace.on(folder, new StoppingFiles(27, StoppingFiles.Where.WITHIN))));
            Workspace broken = TestWorkspace.on(folder, new StoppingFiles(second, StoppingFiles.Where.WITHIN));
            try {
                broken.recover();
            } catch (StoppingFiles.Stopped e) {
                assertTrue(Files.exists(folder.resolve(".history")), e.toString());
            }
            Workspace again = loose(folder);
            again.recover();
            assertEquals(after, state(again), "second crash at " + second);
        }
    }

    /** A person saves both pages in the middle of our steps; at whatever step it is, their line stays. */
    @Test
    void an_edit_during_a_write_is_kept() {
        int step = 0;
        while (isEditedAt(step)) {
            step++;
        }
        assertTrue(step > 12, "found " + step);
    }

    /** Whether there was such a step. */
    private boolean isEditedAt(int step) {
        Path folder = temporary.resolve("person-" + step);
        prepare(loose(folder));
        int[] steps = {0};
        Workspace workspace = TestWorkspace.on(folder, new HookedFiles() {
            @Override
            public void beforeStep() throws IOException {
                if (steps[0]++ == step) {
                    Files.writeString(folder.resolve("MEMORY.md"), "# Memory\n- by hand\n- old\n");
                    Files.writeString(folder.resolve("topics/gone.md"), "edited by hand\n");
                }
            }
        });
        Page base = workspace.read(MemoryPath.MEMORY).orElseThrow();
        Page gone = workspace.read(TestWorkspace.path("topics/gone.md")).orElseThrow();
        workspace.change(
                "act", List.of(PageChange.Write.over(base, "# Memory\n- old\n- new\n"), new PageChange.Delete(gone)));
        String text = TestWorkspace.text(workspace, "MEMORY.md");
        assertEquals(steps[0] > step, text.contains("- by hand"), "step " + step + ": " + text);
        return steps[0] > step;
    }

    @Test
    void a_deleted_page_contains_only_the_new_lines() throws IOException {
        Workspace workspace = loose(temporary);
        prepare(workspace);
        Page base = workspace.read(MemoryPath.MEMORY).orElseThrow();
        Files.delete(temporary.resolve("MEMORY.md"));
        workspace.change("act", List.of(PageChange.Write.over(base, base.text() + "- new\n")));
        assertEquals("- new\n", TestWorkspace.text(workspace, "MEMORY.md"));
    }

    @Test
    void a_page_that_became_unreadable_does_not_stop_the_others() throws IOException {
        prepare(loose(temporary));
        StoppingFiles disk = new StoppingFiles(23, StoppingFiles.Where.BEFORE);
        assertThrows(StoppingFiles.Stopped.class, () -> act(TestWorkspace.on(temporary, disk)));
        Files.write(temporary.resolve("MEMORY.md"), new byte[] {0, 1, 2, (byte) 0xff});
        Workspace again = loose(temporary);
        TestWorkspace.write(again, "topics/other.md", "goes on\n");
        assertEquals("goes on\n", TestWorkspace.text(again, "topics/other.md"));
        assertEquals(4, Files.size(temporary.resolve("MEMORY.md")));
        assertEquals(Optional.empty(), again.read(TestWorkspace.path("topics/none.md")));
    }
}
