package dev.throughline.bench;

import dev.throughline.bench.BenchServers.BenchServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Measures the memory of the gateway's process, and how much it returns to the system: before, during and after large
 * requests whose text is new, archived, indexed and learnt from; and the memory that an ended session still needs. The
 * baseline of both is the same process before.
 *
 * <p>Arguments: large bodies (8), megabytes of each (10), sessions (100,000). The system property {@code launcher}
 * names the program to start.
 */
public final class MemoryUseBench {
    private static final int WARM_SESSIONS = 2_000;
    private static final int AGENTS = 4;
    private static final int RESULTS = 250;
    private static final double MEBIBYTE = 1 << 20;

    /** The idle time after which memory must have been returned; the gateway checks every ten seconds. */
    private static final int QUIET_SECONDS = 70;

    private static final double BUSY_MICROS_PER_SECOND = 50_000;

    private final BenchServer gateway;

    private MemoryUseBench(BenchServer gateway) {
        this.gateway = gateway;
    }

    public static void main(String[] arguments) throws IOException {
        int bodies = number(arguments, 0, 8);
        int megabytes = number(arguments, 1, 10);
        int sessions = number(arguments, 2, 100_000);
        List<String> launcher = List.of(System.getProperty("launcher", "./throughline"));
        try (BenchServers all = new BenchServers()) {
            new MemoryUseBench(all.gateway(launcher)).bodies(bodies, megabytes);
        }
        try (BenchServers all = new BenchServers()) {
            new MemoryUseBench(all.gateway(launcher)).sessions(sessions);
        }
    }

    private static int number(String[] arguments, int at, int otherwise) {
        return arguments.length > at ? Integer.parseInt(arguments[at]) : otherwise;
    }

    private void bodies(int bodies, int megabytes) throws IOException {
        send("warm", 1, 0, 0);
        settle();
        double before = rss();
        double cpu = ProcessStats.cpuMicros(gateway.pids());
        AtomicBoolean isDone = new AtomicBoolean();
        double[] peak = {before};
        Thread watching = Thread.ofPlatform().daemon().start(() -> watch(peak, isDone));
        long start = System.nanoTime();
        for (int i = 0; i < bodies; i++) {
            send("large " + i, 1_000 + i, RESULTS, megabytes * 1_000_000 / RESULTS);
        }
        double sent = (System.nanoTime() - start) / 1e9;
        settle();
        isDone.set(true);
        Load.join(watching);
        double after = rss();
        System.out.printf(
                Locale.ROOT,
                "%d bodies of %d MB, MiB of RSS: before %.0f, peak %.0f (%.1f times), after %.0f (%.1f times);"
                        + " sent in %.0f s, %.1f s of processor in all%n",
                bodies,
                megabytes,
                before,
                peak[0],
                peak[0] / before,
                after,
                after / before,
                sent,
                (ProcessStats.cpuMicros(gateway.pids()) - cpu) / 1e6);
    }

    private void sessions(int sessions) throws IOException {
        open(0, WARM_SESSIONS);
        settle();
        double before = rss();
        double cpu = ProcessStats.cpuMicros(gateway.pids());
        long start = System.nanoTime();
        open(WARM_SESSIONS, sessions);
        double sent = (System.nanoTime() - start) / 1e9;
        double during = rss();
        settle();
        double after = rss();
        double perSession = (after - before) * MEBIBYTE / sessions;
        System.out.printf(
                Locale.ROOT,
                "%d sessions of one turn, MiB of RSS: before %.0f, at the end %.0f, after %.0f (%.2f times); %.0f"
                        + " bytes a session, %.0f MB for 100,000; sent in %.0f s, %.1f s of processor in all%n",
                sessions,
                before,
                during,
                after,
                after / before,
                perSession,
                perSession / 10,
                sent,
                (ProcessStats.cpuMicros(gateway.pids()) - cpu) / 1e6);
    }

    private void open(int first, int count) {
        AtomicInteger next = new AtomicInteger(first);
        List<Thread> agents = new ArrayList<>();
        for (int i = 0; i < AGENTS; i++) {
            agents.add(Thread.ofPlatform().start(() -> open(next, first + count)));
        }
        agents.forEach(Load::join);
    }

    private void open(AtomicInteger next, int end) {
        try (ClientConnection connection = new ClientConnection(DialectText.CHAT.path(), gateway)) {
            for (int i = next.getAndIncrement(); i < end; i = next.getAndIncrement()) {
                byte[] body = RandomTextRequest.of(i, "/home/ada/parser", 0, 0);
                connection.call("session " + i, body, ClientConnection.Script.WHOLE, _ -> {});
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void send(String session, long seed, int results, int resultBytes) throws IOException {
        byte[] body = RandomTextRequest.of(seed, "/home/ada/parser", results, resultBytes);
        try (ClientConnection connection = new ClientConnection(DialectText.CHAT.path(), gateway)) {
            connection.call(session, body, ClientConnection.Script.WHOLE, _ -> {});
        }
    }

    /** Waits until the background work is done, and then until memory must have been returned. */
    private void settle() throws IOException {
        double before;
        do {
            before = ProcessStats.cpuMicros(gateway.pids());
            LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(5));
        } while (ProcessStats.cpuMicros(gateway.pids()) - before > 5 * BUSY_MICROS_PER_SECOND);
        LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(QUIET_SECONDS));
    }

    private void watch(double[] peak, AtomicBoolean isDone) {
        while (!isDone.get()) {
            try {
                peak[0] = Math.max(peak[0], rss());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
        }
    }

    private double rss() throws IOException {
        return ProcessStats.rssMib(gateway.pids().getFirst());
    }
}
