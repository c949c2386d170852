package dev.throughline.memory.workspace;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * Every page of a workspace, by path, and what stands there but is none.
 *
 * @param skipped places that could not be counted as pages, each with the reason; nothing was done to them
 * @param isWhole whether it holds all pages; there may be more than {@link #MAX_FILES}
 */
public record PageListing(List<Entry> pages, List<Skipped> skipped, boolean isWhole) {
    /** How many pages are listed. */
    public static final int MAX_FILES = 50_000;

    private static final int MAX_SKIPPED = 1_000;

    public PageListing {
        pages = List.copyOf(pages);
        skipped = List.copyOf(skipped);
    }

    /** A page that was not read yet. */
    public record Entry(MemoryPath path, long bytes, Instant modified) {}

    /** Something that is no page, and why. */
    public record Skipped(String place, String reason) {}

    static PageListing of(Path root) {
        return of(root, root);
    }

    /** The same, of what is below one of its folders. */
    static PageListing of(Path root, Path folder) {
        if (!Files.isDirectory(folder)) {
            return new PageListing(List.of(), List.of(), true);
        }
        Visit visit = new Visit(root);
        try {
            Files.walkFileTree(folder, visit);
        } catch (IOException e) {
            throw WorkspaceErrors.notRead(folder, e);
        }
        return visit.listing();
    }

    /** Only this folder's own pages, for who heard that something changed in it. */
    static List<Entry> ofFolder(Path root, Path folder) throws IOException {
        Visit visit = new Visit(root);
        Files.walkFileTree(folder, Set.of(), 1, visit);
        return visit.pages;
    }

    private static final class Visit extends SimpleFileVisitor<Path> {
        private final Path root;
        private final int prefix;
        private final List<Entry> pages = new ArrayList<>();
        private final List<Skipped> skipped = new ArrayList<>();
        private boolean isWhole = true;

        Visit(Path root) {
            this.root = root;
            this.prefix = root.resolve("x").toString().length() - 1;
        }

        PageListing listing() {
            pages.sort(Comparator.comparing(Entry::path));
            return new PageListing(pages, skipped, isWhole);
        }

        /** Where something is below the root; cut from its text, which is cheaper by far than to work with paths. */
        private String place(Path file) {
            return file.equals(root) ? "" : file.toString().substring(prefix);
        }

        @Override
        public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            boolean isHidden = !folder.equals(root)
                    && Objects.requireNonNull(folder.getFileName()).toString().startsWith(".");
            return isHidden ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            String place = place(file);
            String name = Objects.requireNonNull(file.getFileName()).toString();
            if (name.startsWith(".") || attributes.isDirectory()) {
                return FileVisitResult.CONTINUE;
            }
            if (attributes.isSymbolicLink()) {
                skip(place, "a symbolic link");
            } else if (!MemoryPath.isPath(place)) {
                skip(place, "not the name of a Markdown page");
            } else if (attributes.size() > Workspace.MAX_FILE_BYTES) {
                skip(place, "larger than " + Workspace.MAX_FILE_BYTES + " bytes");
            } else if (pages.size() == MAX_FILES) {
                isWhole = false;
                return FileVisitResult.TERMINATE;
            } else {
                MemoryPath path = new MemoryPath(place);
                Instant modified = attributes.lastModifiedTime().toInstant();
                pages.add(new Entry(path, attributes.size(), modified));
            }
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFileFailed(Path file, IOException e) {
            skip(place(file), "cannot be read: " + e.getMessage());
            return FileVisitResult.CONTINUE;
        }

        private void skip(String place, String reason) {
            if (skipped.size() < MAX_SKIPPED) {
                skipped.add(new Skipped(place, reason));
            }
        }
    }
}
