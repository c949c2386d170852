package dev.throughline.bench;

import dev.throughline.engine.archive.Entry;
import dev.throughline.engine.archive.Store;
import dev.throughline.model.Bytes;
import dev.throughline.model.Ids;
import dev.throughline.model.SessionKey;
import dev.throughline.model.SessionRef;
import dev.throughline.model.Tenant;
import dev.throughline.store.file.FileStore;
import dev.throughline.store.file.FileStoreLimits;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;

/**
 * Measures the duration and the throughput of durable appends with 1 to 512 writers, one session each.
 *
 * <p>The baseline is a store without a journal: it appends the same bytes to the session's own file and flushes that
 * file. Both alternate in the same process on the same disk, so the ratio can be compared between machines. Arguments:
 * seconds per measurement (3), a directory on the disk to measure (a temporary one).
 */
public final class AppendBench {
    private static final int[] WRITERS = {1, 8, 64, 512};
    private static final Duration WAIT = Duration.ofSeconds(30);

    /** One append by one writer, done when it is durable. */
    private interface Appending {
        void append(int writer);
    }

    /** The sorted durations of all appends in nanoseconds, and the total time. */
    private record Measured(List<Long> nanos, Duration took) {
        double perSecond() {
            return nanos.size() / (took.toNanos() / 1e9);
        }

        double millisAt(double share) {
            return nanos.isEmpty() ? 0 : nanos.get((int) (share * (nanos.size() - 1))) / 1e6;
        }
    }

    private AppendBench() {}

    public static void main(String[] arguments) throws IOException {
        int seconds = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 3;
        Path root = arguments.length > 1 ? Path.of(arguments[1]) : Files.createTempDirectory("append-bench");
        List<Entry> entries = List.of(Entry.Source.of(Bytes.of("{\"text\":\"" + "x".repeat(1000) + "\"}")));
        System.out.println("writers      journal: p50 ms   p99 ms  appends/s    each file: p50 ms   p99 ms  appends/s"
                + "      ratio");
        try (FileStore store = new FileStore(root.resolve("home"), Clock.systemUTC(), FileStoreLimits.DEFAULTS)) {
            measure(journal(store, 8, entries), 8, 1);
            for (int writers : WRITERS) {
                Measured journal = measure(journal(store, writers, entries), writers, seconds);
                Measured files = measure(files(root.resolve("files-" + writers), writers), writers, seconds);
                print(writers, journal, files);
            }
        } finally {
            delete(root);
        }
    }

    private static Appending journal(FileStore store, int writers, List<Entry> entries) {
        Ids ids = new Ids(new Random(1L + writers));
        List<SessionRef> sessions = new ArrayList<>();
        for (int i = 0; i < writers; i++) {
            Instant now = Instant.now();
            SessionKey key = new SessionKey(writers + " writers, session " + i);
            Store.Opening opening = new Store.Opening(ids.session(now), Optional.empty(), "bench", now);
            sessions.add(store.open(Tenant.LOCAL, key, () -> opening).ref());
        }
        return writer -> {
            try (Store.Lease lease = store.lease(sessions.get(writer), WAIT)) {
                store.append(lease, entries).durable().join();
            }
        };
    }

    private static Appending files(Path directory, int writers) throws IOException {
        Files.createDirectories(directory);
        byte[] line = "x".repeat(1100).getBytes(StandardCharsets.US_ASCII);
        List<FileOutputStream> files = new ArrayList<>();
        for (int i = 0; i < writers; i++) {
            files.add(new FileOutputStream(directory.resolve(i + ".jsonl").toFile(), /* append= */ true));
        }
        return writer -> {
            try {
                files.get(writer).write(line);
                files.get(writer).getFD().sync();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        };
    }

    private static Measured measure(Appending appending, int writers, int seconds) {
        long start = System.nanoTime();
        long end = start + Duration.ofSeconds(seconds).toNanos();
        List<List<Long>> times = new ArrayList<>();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < writers; i++) {
            int writer = i;
            List<Long> own = new ArrayList<>();
            times.add(own);
            threads.add(Thread.startVirtualThread(() -> {
                for (long now = System.nanoTime(); now < end; ) {
                    appending.append(writer);
                    long then = System.nanoTime();
                    own.add(then - now);
                    now = then;
                }
            }));
        }
        threads.forEach(AppendBench::join);
        Duration took = Duration.ofNanos(System.nanoTime() - start);
        List<Long> nanos = times.stream().flatMap(List::stream).sorted().toList();
        return new Measured(nanos, took);
    }

    private static void print(int writers, Measured journal, Measured files) {
        System.out.printf(
                Locale.ROOT,
                "%7d %19.2f %8.2f %10.0f %20.2f %8.2f %10.0f %9.1fx%n",
                writers,
                journal.millisAt(0.5),
                journal.millisAt(0.99),
                journal.perSecond(),
                files.millisAt(0.5),
                files.millisAt(0.99),
                files.perSecond(),
                journal.perSecond() / files.perSecond());
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException("nobody interrupts a measurement", e);
        }
    }

    private static void delete(Path root) throws IOException {
        try (Stream<Path> all = Files.walk(root)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }
}
