package dev.throughline.store.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.throughline.engine.archive.ArchivedEntry;
import dev.throughline.engine.archive.Entry;
import dev.throughline.engine.archive.Receipt;
import dev.throughline.engine.archive.Store;
import dev.throughline.engine.archive.StorePage;
import dev.throughline.model.Bytes;
import dev.throughline.model.Ids;
import dev.throughline.model.ProxyException;
import dev.throughline.model.SessionKey;
import dev.throughline.model.SessionRef;
import dev.throughline.model.Tenant;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.function.Executable;

/** Helper methods for tests of the file store. */
final class TestHome {
    static final Duration SOON = Duration.ofSeconds(30);
    static final Clock CLOCK = Clock.fixed(Instant.parse("2026-03-01T12:00:00Z"), ZoneOffset.UTC);

    /** With these limits nothing is copied from the journal before a read or the close of the store. */
    static final FileStoreLimits LAZY = new FileStoreLimits(
            32 << 20, 256 << 20, 256 << 20, Duration.ofHours(1), Duration.ofHours(1), 512, 64 << 20, 1000);

    private TestHome() {}

    static Home home(Path root) {
        return Home.at(root, CLOCK, 10);
    }

    /** The file of a session without a store. */
    static SessionFile file(Home home, SessionRef ref, long assigned) {
        return new SessionFile(ref, assigned, home, new JournalReplay(home, new SessionCards()), batch -> {});
    }

    static FileStore open(Path home) {
        return new FileStore(home, CLOCK, LAZY);
    }

    static SessionRef session(Store store, String key) {
        Instant now = CLOCK.instant();
        return store.open(
                        Tenant.LOCAL,
                        new SessionKey(key),
                        () -> new Store.Opening(new Ids(new Random()).session(now), Optional.empty(), "test", now))
                .ref();
    }

    static Entry text(String text) {
        return Entry.Source.of(Bytes.of(text));
    }

    static Receipt append(Store store, SessionRef ref, Entry... entries) {
        try (Store.Lease lease = store.lease(ref, SOON)) {
            return store.append(lease, List.of(entries));
        }
    }

    static void appendDurably(Store store, SessionRef ref, Entry... entries) {
        append(store, ref, entries)
                .durable()
                .orTimeout(SOON.toSeconds(), TimeUnit.SECONDS)
                .join();
    }

    static List<Entry> entries(Store store, SessionRef ref) {
        List<Entry> all = new ArrayList<>();
        StorePage<ArchivedEntry> page = store.entries(ref, 0, 100);
        page.items().forEach(archived -> all.add(archived.entry()));
        while (page.next().isPresent()) {
            page = store.entries(ref, Long.parseLong(page.next().get()), 100);
            page.items().forEach(archived -> all.add(archived.entry()));
        }
        return all;
    }

    /** Copies a home as a crash would leave it now. Starts again if a file changed during the copy. */
    static Path copy(Path from, Path to) throws IOException {
        while (true) {
            Map<Path, FileTime> before = files(from);
            delete(to);
            try {
                for (Path path : before.keySet()) {
                    Path target = to.resolve(from.relativize(path).toString());
                    Files.createDirectories(target.getParent());
                    Files.copy(path, target, StandardCopyOption.REPLACE_EXISTING);
                }
                if (files(from).equals(before)) {
                    return to;
                }
            } catch (NoSuchFileException e) {
                Files.createDirectories(to); // A journal segment was deleted in the meantime.
            }
        }
    }

    /** The modification time of each file below a folder. */
    private static Map<Path, FileTime> files(Path folder) throws IOException {
        Map<Path, FileTime> files = new TreeMap<>();
        Files.walkFileTree(folder, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                files.put(file, attributes.lastModifiedTime());
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException gone) {
                return FileVisitResult.CONTINUE;
            }
        });
        return files;
    }

    /** Empties a folder. */
    static void delete(Path folder) throws IOException {
        if (Files.exists(folder)) {
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    if (!file.equals(folder)) {
                        Files.delete(file);
                    }
                }
            }
        }
    }

    static List<Path> segments(Path home) throws IOException {
        try (Stream<Path> files = Files.list(home.resolve("journal"))) {
            return files.filter(file -> file.toString().endsWith(".log"))
                    .sorted()
                    .toList();
        }
    }

    static List<Path> damaged(Path home) throws IOException {
        if (!Files.exists(home.resolve("damaged"))) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(home.resolve("damaged"))) {
            return files.filter(file -> !file.toString().endsWith(".reason"))
                    .sorted()
                    .toList();
        }
    }

    static void assertCode(String code, Executable call) {
        assertEquals(code, assertThrows(ProxyException.class, call).code());
    }
}
