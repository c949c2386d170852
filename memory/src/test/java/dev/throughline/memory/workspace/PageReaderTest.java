package dev.throughline.memory.workspace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.throughline.model.ProxyException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class PageReaderTest {
    @TempDir
    Path folder;

    private PageReader pages() {
        return new PageReader(folder);
    }

    private static String code(org.junit.jupiter.api.function.Executable act) {
        return assertThrows(ProxyException.class, act).code();
    }

    @Test
    void an_existing_page_is_read_and_a_missing_one_is_empty() throws IOException {
        Files.writeString(folder.resolve("a.md"), "\uFEFFgrün 漢字\r\nend");
        assertEquals(
                "\uFEFFgrün 漢字\r\nend",
                pages().read(TestWorkspace.path("a.md")).orElseThrow().text());
        assertEquals(Optional.empty(), pages().read(TestWorkspace.path("b.md")));
        assertEquals(Optional.empty(), pages().read(TestWorkspace.path("deep/er/b.md")));
        assertEquals(Optional.empty(), pages().head(TestWorkspace.path("b.md"), 10));
    }

    @Test
    void a_page_of_the_maximum_size_is_read() throws IOException {
        Files.write(folder.resolve("a.md"), "x".repeat(Workspace.MAX_FILE_BYTES).getBytes(StandardCharsets.UTF_8));
        assertEquals(
                Workspace.MAX_FILE_BYTES,
                pages().read(TestWorkspace.path("a.md")).orElseThrow().text().length());
        Files.writeString(folder.resolve("a.md"), "y", StandardOpenOption.APPEND);
        assertEquals("memory_too_large", code(() -> pages().read(TestWorkspace.path("a.md"))));
    }

    @Test
    void the_head_of_any_file_is_read() throws IOException {
        Files.write(folder.resolve("a.md"), new byte[Workspace.MAX_FILE_BYTES + 10]);
        assertEquals(
                5, pages().head(TestWorkspace.path("a.md"), 5).orElseThrow().length());
        Files.write(folder.resolve("b.md"), new byte[] {'a', (byte) 0xff, 'b'});
        assertEquals("a\uFFFDb", pages().head(TestWorkspace.path("b.md"), 10).orElseThrow());
        assertEquals("memory_not_text", code(() -> pages().read(TestWorkspace.path("b.md"))));
    }

    @Test
    void links_are_not_followed(@TempDir Path outside) throws IOException {
        Files.createDirectories(outside.resolve("deep"));
        Files.writeString(outside.resolve("deep/a.md"), "secret");
        Files.createSymbolicLink(folder.resolve("link"), outside);
        Files.createSymbolicLink(folder.resolve("gone.md"), outside.resolve("none.md"));
        assertEquals("memory_link", code(() -> pages().read(TestWorkspace.path("link/deep/a.md"))));
        assertEquals("memory_link", code(() -> pages().file(TestWorkspace.path("gone.md"))));
        assertEquals("memory_link", code(() -> pages().head(TestWorkspace.path("link/deep/a.md"), 3)));
        assertEquals("memory_link", code(() -> pages().folder("link")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "..", "a/..", "/a", ".state", "a\\b", "a\0"})
    void a_folder_that_cannot_contain_pages_is_refused(String name) {
        assertEquals("memory_path", code(() -> pages().folder(name)));
        assertEquals(folder.resolve("topics"), pages().folder("topics"));
    }
}
