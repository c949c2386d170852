package dev.throughline.importer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ImportFilesTest {
    @TempDir
    private Path folder;

    private void write(String... names) throws IOException {
        for (String name : names) {
            Path file = folder.resolve(name);
            Files.createDirectories(file.getParent());
            Files.writeString(file, "");
        }
    }

    private List<String> found(String under) throws IOException {
        return ImportFiles.under(folder.resolve(under)).files().stream()
                .map(file -> folder.relativize(file).toString())
                .toList();
    }

    @Test
    void sessions_are_found_in_all_folders_and_sub_agents_come_last() throws IOException {
        write("p/a/agent-1.jsonl", "p/b/2.jsonl", "p/b/notes.txt", "p/memory/2026-01-01.md");
        assertEquals(List.of("p/b/2.jsonl", "p/a/agent-1.jsonl"), found("p"));
        assertEquals(List.of("p/b/notes.txt"), found("p/b/notes.txt"), "a file that is named is not judged");
    }

    @Test
    void of_openclaw_only_sessions_and_memory_are_found() throws IOException {
        write(
                ".openclaw/agents/main/sessions/1.jsonl",
                ".openclaw/cron/runs/2.jsonl",
                ".openclaw/workspace/MEMORY.md",
                ".openclaw/workspace/AGENTS.md",
                ".openclaw/workspace/memory/2026-01-01.md",
                ".openclaw/workspace/data/3.jsonl");
        assertEquals(
                List.of(
                        ".openclaw/agents/main/sessions/1.jsonl",
                        ".openclaw/workspace/MEMORY.md",
                        ".openclaw/workspace/memory/2026-01-01.md"),
                found(".openclaw"));
        assertEquals(
                List.of(
                        ".openclaw/workspace/MEMORY.md",
                        ".openclaw/workspace/data/3.jsonl",
                        ".openclaw/workspace/memory/2026-01-01.md"),
                found(".openclaw/workspace"));
    }

    @Test
    void links_are_followed_and_a_loop_is_reported() throws IOException {
        write("elsewhere/agents/main/sessions/1.jsonl", "elsewhere/openclaw.json");
        Files.createSymbolicLink(folder.resolve("link"), folder.resolve("elsewhere"));
        assertEquals(List.of("link/agents/main/sessions/1.jsonl"), found("link"));

        write("p/2.jsonl");
        Files.createSymbolicLink(folder.resolve("p/more"), folder.resolve("elsewhere/agents"));
        Path loop = Files.createSymbolicLink(folder.resolve("p/loop"), folder.resolve("p"));
        ImportFiles.FoundFiles found = ImportFiles.under(folder.resolve("p"));
        assertEquals(List.of("p/2.jsonl", "p/more/main/sessions/1.jsonl"), found("p"));
        assertEquals(
                List.of(new ImportReport.Problem(loop.toString(), 0, "it links to a folder that contains it")),
                found.problems());
    }

    @Test
    void a_file_of_openclaw_behind_a_link_keeps_the_path_that_names_its_agent() throws IOException {
        write("data/1.jsonl");
        Path sessions = folder.resolve(".openclaw/agents/bob/sessions");
        Files.createDirectories(sessions.getParent());
        Files.createSymbolicLink(sessions, folder.resolve("data"));
        assertEquals(List.of(".openclaw/agents/bob/sessions/1.jsonl"), found(".openclaw"));
        assertEquals(List.of(".openclaw/agents/bob/sessions/1.jsonl"), found(".openclaw/agents/bob/sessions/1.jsonl"));
        assertThrows(NoSuchFileException.class, () -> found("nothing"));
    }

    @Test
    void a_folder_that_cannot_be_read_is_reported_and_the_others_are_found() throws IOException {
        write("p/2.jsonl", "p/locked/3.jsonl");
        Path locked = folder.resolve("p/locked");
        Files.setPosixFilePermissions(locked, Set.of());
        assumeFalse(Files.isReadable(locked), "this user may read every folder");
        try {
            ImportFiles.FoundFiles found = ImportFiles.under(folder.resolve("p"));
            assertEquals(List.of(folder.resolve("p/2.jsonl")), found.files());
            assertEquals(1, found.problems().size());
        } finally {
            Files.setPosixFilePermissions(locked, PosixFilePermissions.fromString("rwx------"));
        }
    }
}
