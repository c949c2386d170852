package dev.throughline.importer;

import dev.throughline.model.Cause;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Imports files and folders: sessions into the archive, and memory files into memory. Safe for use by many threads. */
public final class HistoryImporter {
    private static final String AGENT_WORKSPACE = "workspace-";
    private static final int MAX_MEMORY_BYTES = 4 << 20;
    private static final Pattern DAY = Pattern.compile("([0-9]{4}-[0-9]{2}-[0-9]{2})[^/]*\\.md$");

    private final SessionImporter sessions;
    private final Optional<MemoryPages> memory;
    private final ZoneId zone;

    /**
     * @param memory empty if memory is off; memory files are then not imported
     * @param zone for the days of files without a day in their name
     */
    public HistoryImporter(SessionImporter sessions, Optional<MemoryPages> memory, ZoneId zone) {
        this.sessions = sessions;
        this.memory = memory;
        this.zone = zone;
    }

    /** Imports a file, or all files in a folder. */
    public ImportReport importPath(Path path, boolean isDryRun) {
        try {
            ImportFiles.FoundFiles found = ImportFiles.under(path);
            ImportReport all = ImportReport.problems(found.problems());
            for (Path file : found.files()) {
                all = all.and(
                        ImportFiles.isMemory(file) ? memory(file, isDryRun) : sessions.importFile(file, isDryRun));
            }
            return all;
        } catch (IOException e) {
            return ImportReport.problem(path.toString(), Cause.words(e));
        }
    }

    private ImportReport memory(Path file, boolean isDryRun) {
        if (memory.isEmpty()) {
            return ImportReport.problem(file.toString(), "memory is off, so its lines were not added");
        }
        try {
            if (Files.size(file) > MAX_MEMORY_BYTES) {
                return ImportReport.problem(file.toString(), "it is larger than " + (MAX_MEMORY_BYTES >> 20) + " MiB");
            }
            String text = Files.readString(file);
            long lines = text.lines().count();
            long added = memory.get()
                    .add(
                            new MemoryPages.MemoryFile(
                                    workspace(file), agent(workspace(file)), day(file), OpenClawSessions.CLIENT, text),
                            isDryRun);
            return new ImportReport(1, List.of(), 0, lines, added, List.of(), 0);
        } catch (IOException | RuntimeException e) {
            return ImportReport.problem(file.toString(), SessionImporter.words(e)); // The other files are imported.
        }
    }

    /** The folder above the file, or above its folder {@code memory}. */
    private static Path workspace(Path file) {
        Path inFolder = file.toAbsolutePath().normalize().resolveSibling("");
        return inFolder.endsWith("memory") ? inFolder.resolveSibling("") : inFolder;
    }

    /** OpenClaw names the workspaces of further agents {@code workspace-AGENT}. */
    private static Optional<String> agent(Path workspace) {
        String name = String.valueOf(workspace.getFileName());
        return name.startsWith(AGENT_WORKSPACE)
                ? Optional.of(name.substring(AGENT_WORKSPACE.length()).toLowerCase(Locale.ROOT))
                        .filter(agent -> !agent.isBlank())
                : Optional.empty();
    }

    private LocalDate day(Path file) throws IOException {
        Matcher day = DAY.matcher(file.toString());
        if (day.find()) {
            try {
                return LocalDate.parse(day.group(1));
            } catch (DateTimeException e) {
                return modified(file); // Somebody wrote a day that does not exist.
            }
        }
        return modified(file);
    }

    private LocalDate modified(Path file) throws IOException {
        return LocalDate.ofInstant(Files.getLastModifiedTime(file).toInstant(), zone);
    }
}
