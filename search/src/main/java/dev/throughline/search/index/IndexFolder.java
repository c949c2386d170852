package dev.throughline.search.index;

import dev.throughline.files.PrivateFiles;
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

/**
 * The folder of one index and what lies in it.
 *
 * <pre>
 * lock             held by the one process that writes
 * current          the name of the serving generation, one line; replaced as a whole
 * g1, g2, …        generations; those that current does not name are unfinished or left over
 * open             there as long as a writer has not closed in order
 * rebuild          there as long as documents may be missing; says why
 * vectors.cache    see {@link dev.throughline.search.embed.VectorCache}
 * broken/          the last index that could not be read, for whoever wants to know
 * </pre>
 */
final class IndexFolder implements Closeable {
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

    /** Whether this process is the one that writes. */
    boolean isOurs() {
        return lock != null;
    }

    Path vectorCache() {
        return root.resolve("vectors.cache");
    }

    /** The serving generation, if there is an index; one that is not there is damage, and what is no name too. */
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

    /** A short text of ours; whatever bytes are there, they can be read. */
    private static String text(Path file) throws IOException {
        return Files.isRegularFile(file)
                ? Files.readString(file, StandardCharsets.ISO_8859_1).strip()
                : "";
    }

    void makeCurrent(Path generation) throws IOException {
        PrivateDirectory.write(root.resolve("current"), generation.getFileName() + "\n");
    }

    /** A folder for a new generation, under a name not used before. */
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

    /** Deletes every generation but the given one: what a crash left behind, or what was just replaced. */
    void keepOnly(Path generation) throws IOException {
        for (Path each : generations()) {
            if (!each.equals(generation)) {
                delete(each);
            }
        }
    }

    /** Puts all generations away, so that a fresh start can be made; what was put away before is deleted. */
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

    /** Leaves word that documents may be missing, and why, until {@link #isRebuilt}. */
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

    /** Leaves a mark until {@link #closedInOrder}, and says whether the last writer left one. */
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
    public String toString() {
        return root.toString();
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
