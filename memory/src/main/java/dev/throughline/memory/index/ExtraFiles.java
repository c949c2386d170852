package dev.throughline.memory.index;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
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
 * Markdown and plain text beside a workspace that is found by search as well: documentation, a wiki, other notes. It is
 * read and never written. Hidden folders, symbolic links and what is no text are left out.
 */
public final class ExtraFiles {
    private static final Logger LOG = LoggerFactory.getLogger(ExtraFiles.class);
    private static final int MAX_FILES = 10_000;
    private static final long MAX_BYTES = 4L << 20;

    private final List<Path> places;

    /** @param places files and folders */
    public ExtraFiles(List<Path> places) {
        this.places = List.copyOf(places);
    }

    /** A file as it is now. */
    record Found(Path path, long bytes, Instant modified) {}

    /** All there are; of very many, the first. */
    List<Found> list() {
        List<Found> found = new ArrayList<>();
        for (Path place : places) {
            try {
                if (Files.exists(place)) {
                    Files.walkFileTree(place, new Visit(place, found));
                }
            } catch (IOException e) {
                LOG.warn("{} cannot be searched: {}", place, e.toString());
            }
        }
        return found;
    }

    /** What a file says; nothing if it is gone or no text. */
    static Optional<String> read(Path path) {
        try {
            return Optional.of(Files.readString(path));
        } catch (CharacterCodingException e) {
            return Optional.empty();
        } catch (IOException | UncheckedIOException e) {
            LOG.debug("{} cannot be read: {}", path, e.toString());
            return Optional.empty();
        }
    }

    private static final class Visit extends SimpleFileVisitor<Path> {
        private final Path top;
        private final List<Found> found;

        Visit(Path top, List<Found> found) {
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
                found.add(new Found(
                        file, attributes.size(), attributes.lastModifiedTime().toInstant()));
            }
            return found.size() < MAX_FILES ? FileVisitResult.CONTINUE : FileVisitResult.TERMINATE;
        }

        @Override
        public FileVisitResult visitFileFailed(Path file, IOException e) {
            LOG.debug("{} cannot be looked at: {}", file, e.toString());
            return FileVisitResult.CONTINUE;
        }
    }
}
