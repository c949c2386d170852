package dev.throughline.search.index;

import dev.throughline.files.PrivateFiles;
import dev.throughline.model.Cause;
import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The folder of one index:
 *
 * <pre>
 * lock             locked by the process that writes
 * current          the name of the serving generation, one line; replaced as a whole
 * g1, g2, …        generations; those that are not current are unfinished or obsolete
 * open             exists while a writer is open, and after a crash
 * rebuild          exists while documents may be missing; contains the reason
 * vectors.cache    see {@link dev.throughline.search.embed.VectorCache}
 * broken/          the last index that could not be read, for inspection
 * </pre>
 */
final class IndexFolder implements Closeable {
    private static final Logger log = LoggerFactory.getLogger(IndexFolder.class);

    static final String REBUILD = "rebuild";
    private static final Pattern GENERATION = Pattern.compile("g\\d{1,9}");

    private final Path root;
    private final FileChannel channel;
    private final @Nullable FileLock lock;

    IndexFolder(Path root) throws IOException {
        this.root = root;
        PrivateDirectory.create(root);
        channel = FileChannel.open(
                root.resolve("lock"),
                Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE),
                PrivateFiles.PRIVATE_FILE);
        lock = tryLock();
    }

    private @Nullable FileLock tryLock() throws IOException {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException heldInThisProcess) {
            return null;
        }
    }

    /** Whether this process writes the index. */
    boolean isOurs() {
        return lock != null;
    }

    /**
     * Opens the serving generation: a read-only one if another process writes the index. One that cannot be read is set
     * aside, and an empty one is created.
     */
    Generation open(IndexFormat format) throws IOException {
        if (!isOurs()) {
            return openTheirs();
        }
        boolean wasLeftOpen = wasLeftOpen();
        try {
            Optional<Path> current = current();
            if (current.isPresent()) {
                keepOnly(current.get());
                return openOurs(current.get(), wasLeftOpen);
            }
        } catch (IOException | IllegalArgumentException e) {
            log.warn("the index in {} cannot be read and is set aside: {}", root, Cause.words(e));
            setAside("the index could not be read (" + Cause.words(e) + ")");
        }
        Generation made = Generation.create(next(), format);
        makeCurrent(made.folder());
        return made;
    }

    private Generation openTheirs() throws IOException {
        Optional<Path> current = current();
        if (current.isEmpty()) {
            close();
            throw new IOException("another process is creating this index; try again in a moment");
        }
        return Generation.openReadOnly(current.get());
    }

    private static Generation openOurs(Path path, boolean wasLeftOpen) throws IOException {
        Generation opened = Generation.open(path);
        try {
            if (wasLeftOpen) {
                opened.verify();
            }
            return opened;
        } catch (IOException e) {
            opened.close();
            throw e;
        }
    }

    Path vectorCache() {
        return root.resolve("vectors.cache");
    }

    /** The serving generation, if there is an index; throws if the file {@code current} names none. */
    Optional<Path> current() throws IOException {
        return current(root);
    }

    static Optional<Path> current(Path root) throws IOException {
        Path file = root.resolve("current");
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        String name = text(file);
        if (!GENERATION.matcher(name).matches() || !Files.isDirectory(root.resolve(name))) {
            throw new IOException("the file " + file + " names no part of the index");
        }
        return Optional.of(root.resolve(name));
    }

    /** The content of a short file; ISO 8859-1, so that damaged bytes can be read too. */
    private static String text(Path file) throws IOException {
        return Files.isRegularFile(file)
                ? Files.readString(file, StandardCharsets.ISO_8859_1).strip()
                : "";
    }

    void makeCurrent(Path generation) throws IOException {
        PrivateDirectory.write(root.resolve("current"), generation.getFileName() + "\n");
    }

    /** The folder of a new generation, with an unused name. */
    Path next() throws IOException {
        int highest = generations().stream()
                .map(path -> String.valueOf(path.getFileName()).substring(1))
                .mapToInt(Integer::parseInt)
                .max()
                .orElse(0);
        return root.resolve("g" + (highest + 1));
    }

    private List<Path> generations() throws IOException {
        try (Stream<Path> all = Files.list(root)) {
            return all.filter(path -> GENERATION
                            .matcher(String.valueOf(path.getFileName()))
                            .matches())
                    .toList();
        }
    }

    /** Deletes all other generations: those that a crash left, and the one that was replaced. */
    void keepOnly(Path generation) throws IOException {
        for (Path each : generations()) {
            if (!each.equals(generation)) {
                delete(each);
            }
        }
    }

    /** Moves all generations to {@code broken/}, whose former content is deleted. */
    void setAside(String why) throws IOException {
        Path broken = root.resolve("broken");
        delete(broken);
        PrivateDirectory.create(broken);
        for (Path each : generations()) {
            Files.move(each, broken.resolve(each.getFileName()));
        }
        delete(root.resolve("current"));
        missesDocuments(why);
    }

    /** Records that documents may be missing, and why, until {@link #isRebuilt}. */
    void missesDocuments(String why) throws IOException {
        PrivateDirectory.write(root.resolve(REBUILD), why + "\n");
    }

    /** Why documents may be missing, if they may. */
    Optional<String> needsRebuild() throws IOException {
        Path file = root.resolve(REBUILD);
        return Files.exists(file) ? Optional.of(Files.readString(file).strip()) : Optional.empty();
    }

    void isRebuilt() throws IOException {
        Files.deleteIfExists(root.resolve(REBUILD));
    }

    /** Creates the file {@code open}; returns whether the last writer left one. */
    boolean wasLeftOpen() throws IOException {
        Path mark = root.resolve("open");
        boolean wasOpen = Files.exists(mark);
        PrivateDirectory.write(mark, "");
        return wasOpen;
    }

    void closedInOrder() throws IOException {
        Files.deleteIfExists(root.resolve("open"));
    }

    long bytes(Path generation) throws IOException {
        long sum = 0;
        try (Stream<Path> all = Files.list(generation)) {
            for (Path each : all.toList()) {
                sum += size(each);
            }
        }
        return sum;
    }

    private static long size(Path file) throws IOException {
        try {
            return Files.size(file);
        } catch (NoSuchFileException takenAwayByMerge) {
            return 0;
        }
    }

    private static void delete(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            return;
        }
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(each);
            }
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
