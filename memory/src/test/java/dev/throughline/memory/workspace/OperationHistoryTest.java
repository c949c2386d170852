package dev.throughline.memory.workspace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.model.ProxyException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class OperationHistoryTest {
    private static final Instant AT = Instant.parse("2026-04-05T12:00:00Z");

    @TempDir
    Path folder;

    private OperationHistory history() {
        return new OperationHistory(folder, new FastFiles());
    }

    private static Operation operation(long number) {
        return new Operation(
                number,
                Operation.OperationKind.CHANGE,
                0,
                AT,
                "test",
                List.of(
                        new PageStep.WriteStep(TestWorkspace.path("MEMORY.md"), Optional.of("before"), "after"),
                        new PageStep.WriteStep(TestWorkspace.path("topics/deep/a b.md"), Optional.empty(), "fresh"),
                        new PageStep.DeleteStep(TestWorkspace.path("topics/b.md"), "gone"),
                        new PageStep.AppendStep(TestWorkspace.path("memory/c.md"), 7, "more\n")));
    }

    @Test
    void an_operation_is_loaded_as_it_was_stored() throws IOException {
        history().begin(operation(1));
        assertEquals(Optional.of(operation(1)), history().load(1));
        assertTrue(history().isPending(1));
        history().finish(1);
        assertFalse(history().isPending(1));
        assertEquals(Optional.empty(), history().load(2));
        assertTrue(Files.isRegularFile(folder.resolve("00000/000000001_2026-04-05T12-00-00Z/before/topics/b.md")));
    }

    @Test
    void the_newest_operations_of_all_groups_are_listed() throws IOException {
        for (long number : new long[] {1, 2, 998, 999, 1_000, 1_001}) {
            history().begin(operation(number));
        }
        assertEquals(1_001, history().newest());
        assertEquals(List.of(1_001L, 1_000L, 999L), history().newest(3));
        assertEquals(List.of(1_001L, 1_000L, 999L, 998L, 2L, 1L), history().newest(100));
        assertEquals(List.of(), new OperationHistory(folder.resolve("none"), new FastFiles()).newest(5));
    }

    @Test
    void an_operation_that_was_not_stored_completely_is_ignored() throws IOException {
        history().begin(operation(1));
        Files.createDirectories(folder.resolve("00000/000000002_2026-04-05T12-00-00Z.new/after"));
        Files.writeString(folder.resolve("00000/notes by hand.txt"), "x");
        assertEquals(1, history().newest());
        history().begin(operation(2));
        assertEquals(Optional.of(operation(2)), history().load(2));
    }

    @Test
    void with_too_many_groups_the_oldest_is_deleted() throws IOException {
        for (int group = 0; group <= OperationHistory.MAX_GROUPS; group++) {
            history().begin(operation(group * 1_000L + 1));
        }
        history().finish(OperationHistory.MAX_GROUPS * 1_000L + 1);
        assertEquals(Optional.empty(), history().load(1));
        assertTrue(history().load(1_001).isPresent());
    }

    @Test
    void an_edit_during_an_operation_is_stored() throws IOException {
        history().begin(operation(1));
        history().storeEdited(1, TestWorkspace.path("topics/b.md"), "edited");
        assertEquals(
                "edited", Files.readString(folder.resolve("00000/000000001_2026-04-05T12-00-00Z/edited/topics/b.md")));
        assertThrows(IOException.class, () -> history().storeEdited(9, TestWorkspace.path("a.md"), "x"));
    }

    @Test
    void a_damaged_operation_does_not_stop_later_changes() throws IOException {
        Path root = folder.resolve("workspace");
        Workspace workspace = TestWorkspace.on(root, new FastFiles());
        TestWorkspace.write(workspace, "MEMORY.md", "one\n");
        Path record = root.resolve(".history/00000/000000001_2026-04-05T12-00-00Z");
        Files.writeString(record.resolve("pending"), "");
        Files.writeString(record.resolve("operation"), "kind nonsense\nwrite ../x.md\n");
        TestWorkspace.write(workspace, "MEMORY.md", "two\n");
        assertEquals("two\n", TestWorkspace.text(workspace, "MEMORY.md"));
        Files.delete(root.resolve(".history/00000/000000002_2026-04-05T12-00-00Z/after/MEMORY.md"));
        assertThrows(ProxyException.class, workspace::undo, "what it was cannot be told any longer, and that is said");
    }
}
