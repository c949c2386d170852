package dev.throughline.importer;

import dev.throughline.model.Cause;
import java.io.IOException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

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

    /**
     * The files of a folder that can be imported, and what of it could not be read.
     *
     * @param files sub-agents come after the other sessions
     */
    public record FoundFiles(List<Path> files, List<ImportReport.Problem> problems) {
        public FoundFiles {
            files = List.copyOf(files);
            problems = List.copyOf(problems);
        }
    }

    /**
     * The file itself, or the files in a folder. Links are followed, but not resolved: the path of a file of OpenClaw
     * says which agent it belongs to.
     */
    public static FoundFiles under(Path path) throws IOException {
        Path start = path.toAbsolutePath().normalize();
        if (!Files.exists(start)) {
            throw new NoSuchFileException(start.toString());
        }
        if (!Files.isDirectory(start)) {
            return new FoundFiles(List.of(start), List.of());
        }
        boolean isOpenClaw = Files.exists(start.resolve("openclaw.json")) || start.endsWith(".openclaw");
        Walk walk = new Walk(file -> isOpenClaw
                ? isOpenClawFile(start.relativize(file).toString())
                : isSession(file) || isMemoryOf(start, file));
        Files.walkFileTree(start, Set.of(FileVisitOption.FOLLOW_LINKS), MAX_DEPTH, walk);
        walk.files.sort(Comparator.comparing(ImportFiles::isSubAgent).thenComparing(Comparator.naturalOrder()));
        return new FoundFiles(walk.files, walk.problems);
    }

    /** Collects files. What cannot be read is skipped and reported. */
    private static final class Walk extends SimpleFileVisitor<Path> {
        private final Predicate<Path> isWanted;
        private final List<Path> files = new ArrayList<>();
        private final List<ImportReport.Problem> problems = new ArrayList<>();

        Walk(Predicate<Path> isWanted) {
            this.isWanted = isWanted;
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (attributes.isRegularFile() && isWanted.test(file)) {
                files.add(file);
            }
            return files.size() < MAX_FILES ? FileVisitResult.CONTINUE : FileVisitResult.TERMINATE;
        }

        @Override
        public FileVisitResult visitFileFailed(Path file, IOException failure) {
            String reason = failure instanceof FileSystemLoopException
                    ? "it links to a folder that contains it"
                    : Cause.words(failure);
            return problem(file, reason);
        }

        @Override
        public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException failure) {
            return failure == null ? FileVisitResult.CONTINUE : problem(folder, Cause.words(failure));
        }

        private FileVisitResult problem(Path file, String reason) {
            problems.add(new ImportReport.Problem(file.toString(), 0, reason));
            return FileVisitResult.CONTINUE;
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
