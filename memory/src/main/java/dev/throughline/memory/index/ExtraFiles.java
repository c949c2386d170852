package dev.throughline.memory.index;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Markdown and plain text files outside of a workspace that are searched as well, such as documentation or a wiki. They
 * are never written. Only the owner of the home finds them. Hidden folders, symbolic links and other files are ignored.
 *
 * @param paths files and folders
 */
public record ExtraFiles(List<Path> paths) {
    private static final Logger LOG = LoggerFactory.getLogger(ExtraFiles.class);
    private static final int MAX_FILES = 10_000;
    private static final long MAX_BYTES = 4L << 20;

    public ExtraFiles {
        paths = List.copyOf(paths);
    }

    record ExtraFile(Path path, long bytes, Instant modified) {}

    /** The files that exist now, up to a limit. */
    List<ExtraFile> list() {
        List<ExtraFile> found = new ArrayList<>();
        for (Path path : paths) {
            try {
                if (Files.exists(path)) {
                    Files.walkFileTree(path, new TextFileVisitor(path, found));
                }
            } catch (IOException e) {
                LOG.warn("{} cannot be searched: {}", path, e.toString());
            }
        }
        return found;
    }

    /** Reads a file; empty if it does not exist or is not text. */
    static Optional<String> read(Path path) {
        try {
            return Optional.of(Files.readString(path));
        } catch (IOException e) {
            LOG.debug("{} cannot be read: {}", path, e.toString());
            return Optional.empty();
        }
    }

    private static final class TextFileVisitor extends SimpleFileVisitor<Path> {
        private final Path top;
        private final List<ExtraFile> found;

        TextFileVisitor(Path top, List<ExtraFile> found) {
            this.top = top;
            this.found = found;
        }

        @Override
        public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            boolean isHidden =
                    !folder.equals(top) && folder.getFileName().toString().startsWith(".");
            return isHidden ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            String name = file.getFileName().toString().toLowerCase(Locale.ROOT);
            boolean isText = name.endsWith(".md") || name.endsWith(".markdown") || name.endsWith(".txt");
            if (isText && attributes.isRegularFile() && attributes.size() <= MAX_BYTES) {
                found.add(new ExtraFile(
                        file, attributes.size(), attributes.lastModifiedTime().toInstant()));
            }
            return found.size() < MAX_FILES ? FileVisitResult.CONTINUE : FileVisitResult.TERMINATE;
        }

        @Override
        public FileVisitResult visitFileFailed(Path file, IOException e) {
            LOG.debug("{} cannot be read: {}", file, e.toString());
            return FileVisitResult.CONTINUE;
        }
    }
}
