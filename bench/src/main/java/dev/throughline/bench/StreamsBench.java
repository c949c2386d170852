package dev.throughline.bench;

import dev.throughline.bench.BenchServers.BenchServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * Measures many concurrent streams through the gateway with its archive, one session each: whether all events arrive,
 * their age at arrival, and the memory; compared with the same streams through nginx and directly.
 *
 * <p>Arguments: streams (1000), their duration in seconds (20).
 */
public final class StreamsBench {
    private static final int GAP_MICROS = 500_000;
    private static final double MICROS = 1e3;

    private final int streams;
    private final int events;

    private StreamsBench(int streams, int events) {
        this.streams = streams;
        this.events = events;
    }

    public static void main(String[] arguments) throws IOException {
        int streams = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 1000;
        int seconds = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 20;
        StreamsBench bench = new StreamsBench(streams, seconds * 1_000_000 / GAP_MICROS);
        try (BenchServers all = new BenchServers()) {
            System.out.printf(
                    "%d streams of %d events, one every %d ms each%n", streams, bench.events, GAP_MICROS / 1000);
            System.out.printf(
                    "  %-8s %9s %9s %9s %9s %9s %9s %12s %12s %12s%n",
                    "",
                    "complete",
                    "failed",
                    "events",
                    "p50 us",
                    "p99 us",
                    "CPU s",
                    "MiB before",
                    "MiB during",
                    "MiB after");
            bench.measure(all.direct());
            bench.measure(all.nginx());
            bench.measure(all.gateway(List.of("./throughline")));
        }
    }

    private void measure(BenchServer to) throws IOException {
        double before = rss(to);
        double cpu = ProcessStats.cpuMicros(to.pids());
        Figures ages = new Figures();
        AtomicInteger complete = new AtomicInteger();
        AtomicInteger failed = new AtomicInteger();
        CountDownLatch halfway = new CountDownLatch(streams);
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < streams; i++) {
            String session = to.name() + " stream " + i;
            threads.add(Thread.startVirtualThread(() -> {
                boolean isComplete = stream(to, session, ages, halfway);
                (isComplete ? complete : failed).incrementAndGet();
            }));
            // Agents do not all begin in the same instant.
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
        }
        await(halfway);
        double during = rss(to);
        threads.forEach(Load::join);
        LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(2));
        System.out.printf(
                Locale.ROOT,
                "  %-8s %9d %9d %9d %9.0f %9.0f %9.1f %12.0f %12.0f %12.0f%n",
                to.name(),
                complete.get(),
                failed.get(),
                ages.size(),
                ages.median() / MICROS,
                ages.at(0.99) / MICROS,
                (ProcessStats.cpuMicros(to.pids()) - cpu) / 1e6,
                before,
                during,
                rss(to));
    }

    private boolean stream(BenchServer to, String session, Figures ages, CountDownLatch halfway) {
        Figures own = new Figures();
        AtomicLong seen = new AtomicLong();
        try (ClientConnection connection = new ClientConnection(DialectText.CHAT.path(), to)) {
            Conversation conversation = new Conversation(DialectText.CHAT, /* isStreaming= */ true, 0, 0);
            connection.call(session, conversation.first(), new ClientConnection.Script(events, GAP_MICROS), age -> {
                own.add(age);
                if (seen.incrementAndGet() == events / 2) {
                    halfway.countDown();
                }
            });
            return true;
        } catch (IOException e) {
            System.err.println(session + ": " + e);
            return false;
        } finally {
            ages.addAll(own);
            if (seen.get() < events / 2) {
                halfway.countDown();
            }
        }
    }

    private static double rss(BenchServer to) throws IOException {
        double mib = 0;
        for (long pid : to.pids()) {
            mib += ProcessStats.rssMib(pid);
        }
        return mib;
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new UncheckedIOException(new IOException("nobody interrupts a measurement", e));
        }
    }
}
