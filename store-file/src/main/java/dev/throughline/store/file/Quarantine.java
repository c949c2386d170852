package dev.throughline.store.file;

import dev.throughline.files.PrivateFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Clock;
import java.time.Instant;
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
 * Puts what is damaged into {@code damaged/}, and remembers that it did.
 *
 * <p>A file that is damaged as a whole is moved there; a damaged range of a file that is otherwise good is copied.
 * Beside each lies a {@code .reason} file with one sentence. Names start with the time and never repeat, so nothing
 * there is overwritten. Safe for use by many threads.
 */
final class Quarantine {
    private static final Logger LOG = LoggerFactory.getLogger(Quarantine.class);
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss.SSS'Z'").withZone(ZoneOffset.UTC);

    private final Home home;
    private final Clock clock;
    private final int most;
    private final Deque<DamageReport> reports = new ArrayDeque<>();
    private final Set<String> ranges = new HashSet<>();

    Quarantine(Home home, Clock clock, int most) {
        this.home = home;
        this.clock = clock;
        this.most = most;
    }

    /** Moves a whole file aside; it is gone from its place afterwards. */
    synchronized void move(Path file, String reason) {
        Instant now = clock.instant();
        try {
            Path target = target(now, file, reason);
            Files.move(file, target, StandardCopyOption.ATOMIC_MOVE);
            report(new DamageReport(now, file, reason, Optional.of(target)));
        } catch (IOException e) {
            report(new DamageReport(now, file, reason + " (not moved: " + Home.describe(e) + ")", Optional.empty()));
        }
    }

    /** Copies a damaged range aside, the first time it is met; the file stays as it is. */
    synchronized void copy(Path file, long offset, byte[] damaged, String reason) {
        if (!ranges.add(file + "@" + offset + "+" + damaged.length)) {
            return;
        }
        if (ranges.size() > most) {
            ranges.clear();
        }
        Instant now = clock.instant();
        String where = reason + " (at byte " + offset + ")";
        try {
            Path target = target(now, file, where);
            Files.createFile(target, PrivateFiles.PRIVATE_FILE);
            Files.write(target, damaged);
            report(new DamageReport(now, file, where, Optional.of(target)));
        } catch (IOException e) {
            report(new DamageReport(now, file, where + " (not copied: " + Home.describe(e) + ")", Optional.empty()));
        }
    }

    /** Reports damage of which there are no bytes to keep. */
    synchronized void report(Path file, String reason) {
        report(new DamageReport(clock.instant(), file, reason, Optional.empty()));
    }

    /** What was found since this process opened the store, oldest first. */
    synchronized List<DamageReport> reports() {
        return List.copyOf(reports);
    }

    private void report(DamageReport damage) {
        LOG.warn("damaged: {}: {}; kept as {}", damage.file(), damage.reason(), damage.kept());
        reports.addLast(damage);
        if (reports.size() > most) {
            reports.removeFirst();
        }
    }

    private Path target(Instant now, Path file, String reason) throws IOException {
        Files.createDirectories(home.damaged(), PrivateFiles.PRIVATE_DIRECTORY);
        String flat = home.root().relativize(file.toAbsolutePath()).toString().replace('/', '_');
        for (int i = 0; ; i++) {
            Path target = home.damaged().resolve(TIME.format(now) + "-" + i + "-" + flat);
            Path why = target.resolveSibling(target.getFileName() + ".reason");
            if (!Files.exists(target) && !Files.exists(why)) {
                Files.createFile(why, PrivateFiles.PRIVATE_FILE);
                Files.writeString(why, reason + "\n");
                return target;
            }
        }
    }
}
