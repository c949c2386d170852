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

/**
 * The pages of a workspace by path, and the files that are not pages.
 *
 * @param skipped files that are not pages, each with the reason
 * @param isWhole whether it has all pages; at most {@link #MAX_FILES} are listed
 */
public record PageListing(List<ListedPage> pages, List<Skipped> skipped, boolean isWhole) {
    public static final int MAX_FILES = 50_000;

    private static final int MAX_SKIPPED = 1_000;

    public PageListing {
        pages = List.copyOf(pages);
        skipped = List.copyOf(skipped);
    }

    /** A page that was not read. */
    public record ListedPage(MemoryPath path, long bytes, Instant modified) {}

    public record Skipped(String place, String reason) {}

    /** The pages by the time of their last change, the newest first. */
    public List<ListedPage> newestFirst() {
        return pages.stream()
                .sorted(Comparator.comparing(ListedPage::modified).reversed().thenComparing(ListedPage::path))
                .toList();
    }

    static PageListing of(Path root) {
        return of(root, root);
    }

    /** The pages below one folder of a workspace. */
    static PageListing of(Path root, Path folder) {
        if (!Files.isDirectory(folder)) {
            return new PageListing(List.of(), List.of(), true);
        }
        Visitor visitor = new Visitor(root);
        try {
            Files.walkFileTree(folder, visitor);
        } catch (IOException e) {
            throw WorkspaceErrors.notRead(folder, e);
        }
        visitor.pages.sort(Comparator.comparing(ListedPage::path));
        return new PageListing(visitor.pages, visitor.skipped, visitor.isWhole);
    }

    /** Whether a file or folder below a root is hidden. */
    static boolean isHidden(Path path, Path root) {
        return !path.equals(root)
                && Objects.requireNonNull(path.getFileName()).toString().startsWith(".");
    }

    private static final class Visitor extends SimpleFileVisitor<Path> {
        private final Path root;
        private final int prefix;
        private final List<ListedPage> pages = new ArrayList<>();
        private final List<Skipped> skipped = new ArrayList<>();
        private boolean isWhole = true;

        Visitor(Path root) {
            this.root = root;
            this.prefix = root.resolve("x").toString().length() - 1;
        }

        /** The path below the root, cut from its text, which is much faster than {@link Path#relativize}. */
        private String relative(Path file) {
            return file.equals(root) ? "" : file.toString().substring(prefix);
        }

        @Override
        public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            return isHidden(folder, root) ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            String path = relative(file);
            if (isHidden(file, root) || attributes.isDirectory()) {
                return FileVisitResult.CONTINUE;
            }
            if (attributes.isSymbolicLink()) {
                skip(path, "a symbolic link");
            } else if (!MemoryPath.isPath(path)) {
                skip(path, "not the name of a Markdown page");
            } else if (attributes.size() > Workspace.MAX_FILE_BYTES) {
                skip(path, "larger than " + Workspace.MAX_FILE_BYTES + " bytes");
            } else if (pages.size() == MAX_FILES) {
                isWhole = false;
                return FileVisitResult.TERMINATE;
            } else {
                Instant modified = attributes.lastModifiedTime().toInstant();
                pages.add(new ListedPage(new MemoryPath(path), attributes.size(), modified));
            }
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFileFailed(Path file, IOException e) {
            skip(relative(file), "cannot be read: " + e.getMessage());
            return FileVisitResult.CONTINUE;
        }

        private void skip(String path, String reason) {
            if (skipped.size() < MAX_SKIPPED) {
                skipped.add(new Skipped(path, reason));
            }
        }
    }
}
