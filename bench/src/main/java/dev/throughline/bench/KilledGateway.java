package dev.throughline.bench;

import dev.throughline.bench.BenchServers.BenchServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/**
 * Measures the start of a gateway whose process was killed, so that neither its journal nor its indexes were closed,
 * alternating with the start of a gateway in an empty home. A start is measured from the launch of the process until
 * {@code /readyz} returns 200, and until the first turn of a new session is answered.
 */
final class KilledGateway {
    private static final int ROUNDS = 5;
    private static final int AGENTS = 4;
    private static final int TURNS = 4;
    private static final int RESULTS = 2;
    private static final long POLL_MICROS = 2_000;

    private final BenchServers all;
    private final List<String> launcher;

    KilledGateway(BenchServers all, List<String> launcher) {
        this.all = all;
        this.launcher = launcher;
    }

    private record Start(double readyMillis, double answeredMillis, double cpuMillis) {}

    /** Creates the home, then measures both alternately and prints the result. */
    void report(int sessions, long bytes) throws IOException {
        Path home = Files.createDirectory(all.folder().resolve("to-be-killed"));
        BenchServer gateway = all.gateway(launcher, home, 0);
        conversation(gateway, sessions, (int) (bytes / sessions / TURNS / RESULTS));
        all.kill(gateway);
        System.out.printf(
                Locale.ROOT,
                "killed after %d sessions of %d turns: %.1f MB of journal, %.1f MB of session files, %.1f MB of"
                        + " indexes%n",
                sessions,
                TURNS,
                megabytes(home.resolve("journal")),
                megabytes(home.resolve("sessions")),
                megabytes(home.resolve("projects")));
        List<Start> killed = new ArrayList<>();
        List<Start> empty = new ArrayList<>();
        for (int round = 0; round < ROUNDS; round++) {
            Path copy = all.folder().resolve("killed-" + round);
            RestartBench.copy(home, copy);
            killed.add(start(copy));
            empty.add(start(Files.createDirectory(all.folder().resolve("empty-" + round))));
        }
        System.out.printf("  %-10s %10s %16s %18s%n", "median", "ready, ms", "answered, ms", "processor, ms");
        print("empty", empty);
        print("killed", killed);
        System.out.printf(
                Locale.ROOT,
                "  ratio      %10.2f %16.2f %18.2f%n",
                median(killed, 0) / median(empty, 0),
                median(killed, 1) / median(empty, 1),
                median(killed, 2) / median(empty, 2));
    }

    private static void print(String name, List<Start> starts) {
        System.out.printf(
                Locale.ROOT,
                "  %-10s %10.0f %16.0f %18.0f%n",
                name,
                median(starts, 0),
                median(starts, 1),
                median(starts, 2));
    }

    private static double median(List<Start> starts, int column) {
        return Figures.median(starts.stream()
                .mapToDouble(start -> List.of(start.readyMillis(), start.answeredMillis(), start.cpuMillis())
                        .get(column))
                .toArray());
    }

    /** Each session sends its turns one after the other. As with real agents, each resends the whole history. */
    private void conversation(BenchServer gateway, int sessions, int resultBytes) {
        List<Thread> agents = new ArrayList<>();
        for (int agent = 0; agent < AGENTS; agent++) {
            int first = agent;
            agents.add(Thread.ofPlatform().start(() -> {
                try (ClientConnection connection = new ClientConnection(DialectText.CHAT.path(), gateway)) {
                    for (int i = first; i < sessions; i += AGENTS) {
                        for (int turn = 1; turn <= TURNS; turn++) {
                            String folder = "/home/ada/project-" + i % 10;
                            byte[] body = RandomTextRequest.of(i, folder, turn * RESULTS, resultBytes);
                            connection.call("session " + i, body, ClientConnection.Script.WHOLE, _ -> {});
                        }
                    }
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }));
        }
        agents.forEach(Load::join);
    }

    private Start start(Path home) throws IOException {
        int port = BenchServers.freePort();
        long began = System.nanoTime();
        BenchServer gateway = all.launch(launcher, home, port);
        while (!StartBench.isReady(port)) {
            LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(POLL_MICROS));
        }
        double ready = (System.nanoTime() - began) / 1e6;
        double cpu = ProcessStats.cpuMicros(gateway.pids()) / 1e3;
        try (ClientConnection connection = new ClientConnection(DialectText.CHAT.path(), gateway)) {
            byte[] body = RandomTextRequest.of(-1, "/home/ada/project-1", 0, 0);
            connection.call("after the start", body, ClientConnection.Script.WHOLE, _ -> {});
        }
        double answered = (System.nanoTime() - began) / 1e6;
        all.kill(gateway);
        return new Start(ready, answered, cpu);
    }

    private static double megabytes(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            long bytes = 0;
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                bytes += Files.size(file);
            }
            return bytes / 1e6;
        }
    }
}
