package dev.throughline.memory.workspace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.model.ProxyException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class WorkspaceTest {
    @TempDir
    Path folder;

    @Test
    void reading_creates_no_files() {
        Workspace workspace = TestWorkspace.in(folder.resolve("absent"));
        assertEquals(Optional.empty(), workspace.read(MemoryPath.MEMORY));
        assertEquals(List.of(), workspace.list().pages());
        assertTrue(workspace.isWritable());
        assertFalse(Files.exists(folder.resolve("absent")));
    }

    @Test
    void a_written_page_is_read_again_and_private() throws IOException {
        Workspace workspace = TestWorkspace.in(folder);
        TestWorkspace.write(workspace, "topics/a b.md", "text\n");
        assertEquals("text\n", TestWorkspace.text(workspace, "topics/a b.md"));
        assertEquals(
                "rw-------",
                PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve("topics/a b.md"))));
    }

    @Test
    void the_permissions_of_a_page_are_kept() throws IOException {
        Workspace workspace = TestWorkspace.in(folder);
        TestWorkspace.write(workspace, "MEMORY.md", "one\n");
        Files.setPosixFilePermissions(folder.resolve("MEMORY.md"), PosixFilePermissions.fromString("rw-r--r--"));
        TestWorkspace.write(workspace, "MEMORY.md", "two\n");
        assertEquals(
                "rw-r--r--", PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve("MEMORY.md"))));
    }

    @Test
    void every_overwritten_and_deleted_version_is_in_the_history() throws IOException {
        Workspace workspace = TestWorkspace.in(folder);
        TestWorkspace.write(workspace, "MEMORY.md", "version one\n");
        TestWorkspace.write(workspace, "MEMORY.md", "version two\n");
        workspace.change(
                "test",
                w -> List.of(new PageChange.Delete(w.read(MemoryPath.MEMORY).orElseThrow())));
        try (Stream<Path> all = Files.walk(folder.resolve(".history"))) {
            List<String> versions = all.filter(
                            path -> path.toString().contains("/before/") && Files.isRegularFile(path))
                    .sorted()
                    .map(WorkspaceTest::string)
                    .toList();
            assertEquals(List.of("version one\n", "version two\n"), versions);
        }
    }

    private static String string(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void an_append_ends_an_open_line_first() throws IOException {
        Workspace workspace = TestWorkspace.in(folder);
        MemoryPath log = TestWorkspace.path("memory/2026-04-05.md");
        workspace.change("test", List.of(new PageChange.Append(log, "# 2026-04-05\n\n", "- one\n")));
        Files.writeString(folder.resolve(log.text()), "# 2026-04-05\n\n- one\n- by hand, no line end");
        workspace.change("test", List.of(new PageChange.Append(log, "# 2026-04-05\n\n", "- two\n")));
        assertEquals(
                "# 2026-04-05\n\n- one\n- by hand, no line end\n- two\n", TestWorkspace.text(workspace, log.text()));
    }

    @Test
    void links_are_not_followed(@TempDir Path outside) throws IOException {
        Files.writeString(outside.resolve("secret.md"), "secret");
        Workspace workspace = TestWorkspace.in(folder);
        TestWorkspace.write(workspace, "topics/a.md", "a\n");
        Files.createSymbolicLink(folder.resolve("link.md"), outside.resolve("secret.md"));
        Files.createSymbolicLink(folder.resolve("deep"), outside);
        for (String path : List.of("link.md", "deep/secret.md", "deep/fresh.md")) {
            assertEquals("memory_link", code(() -> workspace.read(TestWorkspace.path(path))));
            assertEquals("memory_link", code(() -> TestWorkspace.write(workspace, path, "x\n")));
        }
        assertEquals("secret", Files.readString(outside.resolve("secret.md")));
        assertEquals(1, workspace.list().pages().size());
        assertEquals(2, workspace.list().skipped().size());
    }

    @Test
    void a_history_that_is_a_link_is_refused(@TempDir Path outside) throws IOException {
        Files.createSymbolicLink(folder.resolve(".history"), outside);
        assertEquals("memory_link", code(() -> TestWorkspace.write(TestWorkspace.in(folder), "MEMORY.md", "x\n")));
    }

    @Test
    void pages_that_are_not_text_or_too_large_are_refused() throws IOException {
        Workspace workspace = TestWorkspace.in(folder);
        Files.write(folder.resolve("binary.md"), new byte[] {'a', 0, 'b'});
        Files.write(folder.resolve("latin.md"), "grün".getBytes(StandardCharsets.ISO_8859_1));
        Files.write(folder.resolve("large.md"), new byte[Workspace.MAX_FILE_BYTES + 1]);
        Files.createDirectory(folder.resolve("folder.md"));
        for (String path : List.of("binary.md", "latin.md", "folder.md")) {
            assertEquals("memory_not_text", code(() -> workspace.read(TestWorkspace.path(path))));
            assertEquals("memory_not_text", code(() -> TestWorkspace.write(workspace, path, "x\n")));
        }
        assertEquals("memory_too_large", code(() -> workspace.read(TestWorkspace.path("large.md"))));
        assertEquals(
                "memory_too_large",
                code(() -> TestWorkspace.write(workspace, "new.md", "x".repeat(Workspace.MAX_FILE_BYTES + 1))));
        assertEquals(3, Files.size(folder.resolve("binary.md")));
        assertFalse(Files.exists(folder.resolve("new.md")));
    }

    @Test
    void a_change_inside_a_change_is_refused() {
        Workspace workspace = TestWorkspace.in(folder);
        assertThrows(
                IllegalStateException.class,
                () -> workspace.change("outer", w -> {
                    TestWorkspace.write(w, "MEMORY.md", "inner\n");
                    return List.of();
                }));
        TestWorkspace.write(workspace, "MEMORY.md", "the lock is free again\n");
    }

    @Test
    void a_write_that_changes_nothing_makes_no_operation() {
        Workspace workspace = TestWorkspace.in(folder);
        TestWorkspace.write(workspace, "MEMORY.md", "same\n");
        assertEquals(Optional.empty(), TestWorkspace.write(workspace, "MEMORY.md", "same\n"));
        assertEquals(1, workspace.operations(10).size());
    }

    private static String code(org.junit.jupiter.api.function.Executable act) {
        return assertThrows(ProxyException.class, act).code();
    }
}
