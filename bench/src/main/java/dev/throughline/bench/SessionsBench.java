package dev.throughline.bench;

import dev.throughline.engine.archive.Entry;
import dev.throughline.engine.archive.Store;
import dev.throughline.engine.state.NoteKind;
import dev.throughline.memory.metadata.MetadataNotes;
import dev.throughline.memory.metadata.SessionDirectory;
import dev.throughline.memory.metadata.SessionMatch;
import dev.throughline.model.Bytes;
import dev.throughline.model.Ids;
import dev.throughline.model.SessionKey;
import dev.throughline.model.SessionRef;
import dev.throughline.model.Tenant;
import dev.throughline.store.file.FileStore;
import dev.throughline.store.file.FileStoreLimits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Measures how long it takes to list, find and delete sessions when there are many.
 *
 * <p>The baseline is the same in a home with a hundredth of the sessions, in the same process on the same disk.
 * Arguments: how many sessions (10,000).
 */
public final class SessionsBench {
    private static final int BASELINE_DIVISOR = 100;
    private static final int REPETITIONS = 100;
    private static final int PAGE = 50;
    private static final Duration WAIT = Duration.ofSeconds(30);
    private static final List<String> WORDS =
            List.of("parser", "lexer", "cache", "login", "index", "proxy", "search", "editor", "store", "queue");

    /** The sorted durations of an operation in milliseconds. */
    private record Durations(List<Double> millis) {
        double at(double share) {
            return millis.get((int) (share * (millis.size() - 1)));
        }
    }

    /** A home with sessions that have names. */
    private record NamedSessions(FileStore store, List<SessionRef> refs, SessionDirectory directory) {
        Map<String, Durations> measure() {
            Random random = new Random(1);
            Map<String, Durations> measured = new LinkedHashMap<>();
            measured.put("list 50", repeat(_ -> store.sessions(Tenant.LOCAL, Optional.empty(), PAGE)));
            measured.put("find by id", repeat(_ -> one(any(random).id().toString())));
            measured.put("find by key", repeat(_ -> one(key(random.nextInt(refs.size())))));
            measured.put("find by name", repeat(_ -> one(name(random.nextInt(refs.size())))));
            measured.put(
                    "find by similar name",
                    repeat(_ -> directory.find(
                            Tenant.LOCAL, name(random.nextInt(refs.size())).replace("e", ""), _ -> true)));
            measured.put("delete", repeat(i -> delete(refs.get(i))));
            return measured;
        }

        private SessionRef any(Random random) {
            return refs.get(random.nextInt(refs.size()));
        }

        private void one(String text) {
            if (!(directory.find(Tenant.LOCAL, text, _ -> true) instanceof SessionMatch.One)) {
                throw new IllegalStateException("expected one session named " + text);
            }
        }

        private void delete(SessionRef ref) {
            if (!store.delete(ref, WAIT)) {
                throw new IllegalStateException("expected to delete " + ref);
            }
        }

        private Durations repeat(IntConsumer operation) {
            int times = Math.min(REPETITIONS, refs.size());
            return new Durations(IntStream.range(0, times)
                    .mapToObj(i -> {
                        long start = System.nanoTime();
                        operation.accept(i);
                        return (System.nanoTime() - start) / 1e6;
                    })
                    .sorted()
                    .toList());
        }
    }

    private SessionsBench() {}

    public static void main(String[] arguments) throws IOException {
        int sessions = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 10_000;
        Path root = Files.createTempDirectory("sessions-bench");
        try (FileStore few = open(root.resolve("few"));
                FileStore many = open(root.resolve("many"))) {
            NamedSessions small = fill(few, Math.max(1, sessions / BASELINE_DIVISOR));
            NamedSessions large = fill(many, sessions);
            Map<String, Durations> baseline = small.measure();
            System.out.printf(
                    Locale.ROOT,
                    "%,d sessions, and %,d as the baseline; milliseconds%n%n%-22s %9s %9s %14s %9s%n",
                    large.refs().size(),
                    small.refs().size(),
                    "",
                    "p50",
                    "p95",
                    "baseline p50",
                    "ratio");
            large.measure().forEach((name, durations) -> {
                double before = Objects.requireNonNull(baseline.get(name)).at(0.5);
                System.out.printf(
                        Locale.ROOT,
                        "%-22s %9.3f %9.3f %14.3f %9.1f%n",
                        name,
                        durations.at(0.5),
                        durations.at(0.95),
                        before,
                        durations.at(0.5) / before);
            });
        } finally {
            delete(root);
        }
    }

    private static FileStore open(Path home) {
        return new FileStore(home, Clock.systemUTC(), FileStoreLimits.DEFAULTS);
    }

    private static NamedSessions fill(FileStore store, int count) {
        Ids ids = new Ids(new Random(count));
        List<SessionRef> refs = new ArrayList<>();
        Instant start = Instant.now().minus(Duration.ofSeconds(count));
        for (int i = 0; i < count; i++) {
            Instant at = start.plusSeconds(i);
            SessionKey key = new SessionKey(key(i));
            Store.Opening opening = new Store.Opening(ids.session(at), Optional.empty(), "bench", at);
            SessionRef ref = store.open(Tenant.LOCAL, key, () -> opening).ref();
            try (Store.Lease lease = store.lease(ref, WAIT)) {
                var _ = store.append(lease, List.of(Entry.Source.of(Bytes.of("{\"text\":\"" + name(i) + "\"}"))));
            }
            store.notes().write(ref, NoteKind.INDEX, metadata(ref, name(i), at));
            refs.add(ref);
        }
        SessionDirectory directory = new SessionDirectory(store, new MetadataNotes(store.notes()), Tenant.LOCAL);
        directory.load();
        return new NamedSessions(store, refs, directory);
    }

    private static String key(int i) {
        return "agent:main:discord:dm:" + i;
    }

    /** A name that no other session has. */
    private static String name(int i) {
        int words = WORDS.size();
        return "fix-the-" + WORDS.get(i % words) + "-of-the-" + WORDS.get(i / words % words) + "-" + i;
    }

    private static String metadata(SessionRef ref, String name, Instant at) {
        return "{\"sessionId\":\"" + ref.id() + "\",\"sessionFile\":\"sessions/" + ref.id() + "/archive.jsonl\","
                + "\"name\":\"" + name + "\",\"description\":\"A session.\",\"summary\":\"A session.\",\"tags\":[],"
                + "\"createdAt\":\"" + at + "\",\"updatedAt\":\"" + at
                + "\",\"source\":\"rules\",\"nameSource\":\"rules\"}";
    }

    private static void delete(Path root) throws IOException {
        try (Stream<Path> files = Files.walk(root)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
