package dev.throughline.bench;

import dev.throughline.engine.archive.Entry;
import dev.throughline.engine.archive.Store;
import dev.throughline.model.Bytes;
import dev.throughline.model.Ids;
import dev.throughline.model.ItemKind;
import dev.throughline.model.SessionKey;
import dev.throughline.model.SessionRef;
import dev.throughline.model.Span;
import dev.throughline.model.Tenant;
import dev.throughline.model.TurnId;
import dev.throughline.store.file.FileStore;
import dev.throughline.store.file.FileStoreLimits;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
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
import java.util.zip.CRC32C;

/**
 * Measures how long a store takes to open a home whose process was killed, with a journal of 25 MB after the last
 * checkpoint.
 *
 * <p>A kill is simulated by a copy of the files of an open store. The baseline reads the journal of the same copy once
 * and checks it with CRC-32C, which every start has to do. Arguments: sessions (200), megabytes of journal (25),
 * megabytes that the sessions' files hold from before (200). Then the same with the real process, which is killed: see
 * {@link KilledGateway}. The system property {@code launcher} names the program to start.
 */
public final class RestartBench {
    private static final int MEGABYTE = 1_000_000;
    private static final int ROUNDS = 5;
    private static final int NODE_BYTES = 450;
    private static final int MOST_TALKING = 1_000;

    private RestartBench() {}

    public static void main(String[] arguments) throws IOException {
        int sessions = number(arguments, 0, 200);
        long journal = (long) number(arguments, 1, 25) * MEGABYTE;
        long before = (long) number(arguments, 2, 200) * MEGABYTE;
        Path root = Files.createTempDirectory("restart-bench");
        try {
            Path home = root.resolve("home");
            Random random = new Random(1);
            List<SessionRef> refs = open(home, sessions, random);
            fill(home, refs, before, random);
            Path killed = root.resolve("killed");
            try (FileStore store = store(home)) {
                append(store, refs, journal, random);
                copy(home, killed);
            }
            report(killed, root);
        } finally {
            delete(root);
        }
        try (BenchServers all = new BenchServers()) {
            new KilledGateway(all, List.of(System.getProperty("launcher", "./throughline")))
                    .report(Math.min(sessions, MOST_TALKING), journal);
        }
    }

    private static int number(String[] arguments, int at, int otherwise) {
        return arguments.length > at ? Integer.parseInt(arguments[at]) : otherwise;
    }

    private static FileStore store(Path home) {
        return new FileStore(home, Clock.systemUTC(), FileStoreLimits.DEFAULTS);
    }

    private static List<SessionRef> open(Path home, int sessions, Random random) {
        Ids ids = new Ids(random);
        List<SessionRef> refs = new ArrayList<>();
        try (FileStore store = store(home)) {
            for (int i = 0; i < sessions; i++) {
                Instant now = Instant.now();
                Store.Opening opening = new Store.Opening(ids.session(now), Optional.empty(), "bench", now);
                refs.add(store.open(Tenant.LOCAL, new SessionKey("session " + i), () -> opening)
                        .ref());
            }
        }
        return refs;
    }

    /** Writes the earlier content of the sessions' files, which is not part of the measured journal. */
    private static void fill(Path home, List<SessionRef> refs, long bytes, Random random) {
        try (FileStore store = store(home)) {
            append(store, refs, bytes, random);
        }
    }

    private static void append(FileStore store, List<SessionRef> refs, long bytes, Random random) {
        long written = 0;
        for (int turn = 0; written < bytes; turn++) {
            List<Entry> entries = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                int size = random.nextInt(1_000);
                Entry.Source source = Entry.Source.of(Bytes.of("{\"text\":\"" + turn + "x".repeat(size) + i + "\"}"));
                entries.add(source);
                entries.add(node(source));
                written += size + NODE_BYTES;
            }
            try (Store.Lease lease = store.lease(refs.get(turn % refs.size()), Duration.ofSeconds(30))) {
                store.append(lease, entries).durable().join();
            }
        }
    }

    private static Entry.Node node(Entry.Source source) {
        return new Entry.Node(
                source.id(),
                source.id(),
                source.id(),
                ItemKind.USER,
                "user",
                Optional.empty(),
                Optional.empty(),
                source.id(),
                new Span(0, source.bytes().length()),
                10,
                TurnId.of("0198c5a0-7c1e-7d3a-8a50-0f4f0c7d9a11"),
                Instant.EPOCH);
    }

    private static void report(Path killed, Path root) throws IOException {
        List<Double> opened = new ArrayList<>();
        List<Double> read = new ArrayList<>();
        for (int round = 0; round < ROUNDS; round++) {
            Path copy = root.resolve("copy-" + round);
            copy(killed, copy);
            long began = cpu();
            checked(copy.resolve("journal"));
            read.add((cpu() - began) / 1e6);
            began = cpu();
            try (FileStore _ = store(copy)) {
                opened.add((cpu() - began) / 1e6);
            }
            delete(copy);
        }
        double first = opened.getFirst();
        opened.sort(null);
        read.sort(null);
        System.out.printf(
                Locale.ROOT,
                "open after a kill, CPU: median %.0f ms, first %.0f ms; reading and checking the journal: %.0f ms;"
                        + " ratio %.1f%n",
                opened.get(ROUNDS / 2),
                first,
                read.get(ROUNDS / 2),
                opened.get(ROUNDS / 2) / read.get(ROUNDS / 2));
    }

    /**
     * The CPU time of this thread, which does all the work. On a busy machine it is more exact than the elapsed time.
     */
    private static long cpu() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    private static long checked(Path journal) throws IOException {
        CRC32C crc = new CRC32C();
        try (Stream<Path> files = Files.list(journal)) {
            for (Path file : files.toList()) {
                crc.update(Files.readAllBytes(file));
            }
        }
        return crc.getValue();
    }

    static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Path target = to.resolve(from.relativize(file).toString());
                if (Files.isDirectory(file)) {
                    Files.createDirectories(target);
                } else if (!file.endsWith("lock")) {
                    Files.copy(file, target);
                }
            }
        }
    }

    private static void delete(Path root) {
        try (Stream<Path> files = Files.walk(root)) {
            files.sorted(Comparator.reverseOrder()).forEach(file -> {
                try {
                    Files.delete(file);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
