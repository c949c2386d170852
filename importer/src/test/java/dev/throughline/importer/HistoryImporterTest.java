package dev.throughline.importer;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class HistoryImporterTest extends ImportTest {
    private final List<MemoryPages.MemoryFile> added = new ArrayList<>();

    private HistoryImporter importer(boolean hasMemory) {
        Optional<MemoryPages> memory = Optional.<MemoryPages>of((file, isDryRun) -> {
                    if (!isDryRun) {
                        added.add(file);
                    }
                    return 3;
                })
                .filter(_ -> hasMemory);
        return new HistoryImporter(importer(), memory, ZoneOffset.UTC);
    }

    private Path page(String name) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, "- a line\n");
        return Files.setLastModifiedTime(file, FileTime.from(Instant.parse("2026-02-01T12:00:00Z")));
    }

    @Test
    void a_folder_is_imported_with_all_its_files() throws IOException {
        codex();
        claude();
        ImportReport report = importer(/* hasMemory= */ true).importPath(folder, /* isDryRun= */ false);
        assertEquals(2, report.files());
        assertEquals(13, report.items());
        assertEquals(2, report.sessions().size());
    }

    @Test
    void memory_files_have_the_day_in_their_name_or_of_their_last_change() throws IOException {
        Path state = folder.resolve(".openclaw");
        page(".openclaw/workspace/memory/2026-01-07.md");
        page(".openclaw/workspace/memory/2026-13-99.md");
        page(".openclaw/workspace-work/MEMORY.md");

        assertEquals(
                9,
                importer(/* hasMemory= */ true)
                        .importPath(state, /* isDryRun= */ false)
                        .memory());

        LocalDate changed = LocalDate.parse("2026-02-01");
        Path main = state.resolve("workspace");
        assertEquals(
                List.of(
                        new MemoryPages.MemoryFile(
                                state.resolve("workspace-work"),
                                Optional.of("work"),
                                changed,
                                "openclaw",
                                "- a line\n"),
                        new MemoryPages.MemoryFile(
                                main, Optional.empty(), LocalDate.parse("2026-01-07"), "openclaw", "- a line\n"),
                        new MemoryPages.MemoryFile(main, Optional.empty(), changed, "openclaw", "- a line\n")),
                added);
    }

    @Test
    void a_dry_run_only_counts_lines_of_memory_and_without_memory_its_files_are_reported() throws IOException {
        Path file = page("workspace/MEMORY.md");
        assertEquals(
                3,
                importer(/* hasMemory= */ true)
                        .importPath(file, /* isDryRun= */ true)
                        .memory());
        assertEquals(List.of(), added);
        assertEquals(
                "memory is off, so its lines were not added",
                importer(/* hasMemory= */ false)
                        .importPath(file, /* isDryRun= */ false)
                        .problems()
                        .getFirst()
                        .reason());
    }
}
