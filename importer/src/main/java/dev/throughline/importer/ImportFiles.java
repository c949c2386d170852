package dev.throughline.importer;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Finds the files in a folder that can be imported:
 *
 * <pre>
 *   *.jsonl                                        sessions
 *   MEMORY.md  USER.md  memory/2026-04-05.md  …    memory, in the workspace of an agent of OpenClaw
 * </pre>
 *
 * <p>The state folder of OpenClaw also contains logs of other kinds; of it only {@code agents/AGENT/sessions} and
 * workspaces are searched.
 */
public final class ImportFiles {
    /** The most files that one import reads. */
    public static final int MAX_FILES = 1_000_000;

    private static final int MAX_DEPTH = 16;

    private static final Pattern MEMORY_FILE =
            Pattern.compile("(?:^|/)(?:MEMORY|USER|memory)\\.md$|(?:^|/)memory/[^/]+\\.md$");
    private static final Pattern OPENCLAW_PLACE =
            Pattern.compile("^(?:agents/[^/]+/sessions/[^/]+\\.jsonl|workspace[^/]*/.*)$");

    private ImportFiles() {}

    /** The file itself, or the files in a folder. Sub-agents come after the other sessions. */
    public static List<Path> under(Path path) throws IOException {
        if (!Files.isDirectory(path)) {
            return List.of(path);
        }
        boolean isOpenClaw = Files.exists(path.resolve("openclaw.json")) || path.endsWith(".openclaw");
        try (Stream<Path> files = Files.walk(path, MAX_DEPTH)) {
            return files.filter(file -> isOpenClaw
                            ? isOpenClawFile(path.relativize(file).toString())
                            : isSession(file) || isMemoryOf(path, file))
                    .filter(Files::isRegularFile)
                    .limit(MAX_FILES)
                    .sorted(Comparator.comparing(ImportFiles::isSubAgent).thenComparing(Comparator.naturalOrder()))
                    .toList();
        } catch (UncheckedIOException e) {
            throw new IOException(e.getCause());
        }
    }

    /** Whether a file is a memory file of OpenClaw, and not a session. */
    static boolean isMemory(Path file) {
        return MEMORY_FILE.matcher(file.toString()).find();
    }

    private static boolean isSession(Path file) {
        return file.toString().endsWith(".jsonl");
    }

    private static boolean isOpenClawFile(String relative) {
        return OPENCLAW_PLACE.matcher(relative).matches()
                && (relative.endsWith(".jsonl") ? relative.startsWith("agents/") : isMemory(Path.of(relative)));
    }

    /** Whether a file is a memory file, and the folder that is imported is the workspace of an agent. */
    private static boolean isMemoryOf(Path folder, Path file) {
        return isMemory(folder.relativize(file)) && Files.exists(folder.resolve("MEMORY.md"));
    }

    private static boolean isSubAgent(Path file) {
        return file.getFileName().toString().startsWith("agent-");
    }
}
