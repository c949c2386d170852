package dev.throughline.store.file;

import dev.throughline.files.PrivateFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Clock;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Moves or copies damaged data into {@code damaged/}, logs it, and keeps the newest reports in memory.
 *
 * <p>A file that is damaged as a whole is moved there. A damaged range of a file that is otherwise intact is copied.
 * Beside each is a {@code .reason} file with one sentence. File names start with the time and are unique, so nothing in
 * the directory is overwritten. Safe for use by many threads.
 */
final class Quarantine {
    /**
     * Damage that was found on the disk.
     *
     * @param file where it was found
     * @param reason what was expected there
     * @param kept where the damaged bytes are now; empty if they could not be moved or copied, or if there are none
     */
    record DamageReport(Path file, String reason, Optional<Path> kept) {}

    /** Puts the damaged bytes into a new file. */
    private interface Rescue {
        void to(Path target) throws IOException;
    }

    private static final Logger LOG = LoggerFactory.getLogger(Quarantine.class);
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss.SSS'Z'").withZone(ZoneOffset.UTC);

    private final Path root;
    private final Clock clock;
    private final int most;
    private final Deque<DamageReport> reports = new ArrayDeque<>();
    private final Set<String> ranges = new HashSet<>();

    /** @param most how many reports are kept in memory */
    Quarantine(Path root, Clock clock, int most) {
        this.root = root;
        this.clock = clock;
        this.most = most;
    }

    /** Moves a whole file to the quarantine. */
    synchronized void move(Path file, String reason) {
        rescue(file, reason, "moved", target -> Files.move(file, target, StandardCopyOption.ATOMIC_MOVE));
    }

    /** Copies a damaged range to the quarantine, the first time that it is found; the file is not changed. */
    synchronized void copy(Path file, long offset, byte[] damaged, String reason) {
        if (!ranges.add(file + "@" + offset + "+" + damaged.length)) {
            return;
        }
        if (ranges.size() > most) {
            ranges.clear();
        }
        rescue(file, reason + " (at byte " + offset + ")", "copied", target -> {
            Files.createFile(target, PrivateFiles.PRIVATE_FILE);
            Files.write(target, damaged);
        });
    }

    /** Reports damage of which there are no bytes to keep. */
    synchronized void report(Path file, String reason) {
        report(new DamageReport(file, reason, Optional.empty()));
    }

    /** The damage found since this process opened the store, oldest first. */
    synchronized List<DamageReport> reports() {
        return List.copyOf(reports);
    }

    private void rescue(Path file, String reason, String done, Rescue rescue) {
        try {
            Path target = target(file, reason);
            rescue.to(target);
            report(new DamageReport(file, reason, Optional.of(target)));
        } catch (IOException e) {
            report(file, reason + " (not " + done + ": " + Home.describe(e) + ")");
        }
    }

    private void report(DamageReport damage) {
        LOG.warn("damaged: {}: {}; kept as {}", damage.file(), damage.reason(), damage.kept());
        reports.addLast(damage);
        if (reports.size() > most) {
            reports.removeFirst();
        }
    }

    private Path target(Path file, String reason) throws IOException {
        Path directory = root.resolve("damaged");
        Files.createDirectories(directory, PrivateFiles.PRIVATE_DIRECTORY);
        String flat = root.relativize(file.toAbsolutePath()).toString().replace('/', '_');
        for (int i = 0; ; i++) {
            Path target = directory.resolve(TIME.format(clock.instant()) + "-" + i + "-" + flat);
            Path why = target.resolveSibling(target.getFileName() + ".reason");
            if (!Files.exists(target) && !Files.exists(why)) {
                Files.createFile(why, PrivateFiles.PRIVATE_FILE);
                Files.writeString(why, reason + "\n");
                return target;
            }
        }
    }
}
