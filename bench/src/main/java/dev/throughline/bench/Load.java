package dev.throughline.bench;

import dev.throughline.bench.BenchServers.BenchServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * The load of a benchmark: agents with a connection and a session each, which send their growing conversations.
 *
 * @param lines the number of agents
 * @param perSecond calls per second of all agents together; 0 for as many as possible
 * @param items the items of a conversation at the beginning of its session
 * @param itemBytes the mean length of an item
 * @param turns the turns of a session, after which a new one begins
 * @param countsFirst whether the first call of a session, in which everything is new, is included in the figures
 */
record Load(
        int lines,
        int perSecond,
        ClientConnection.Script script,
        int items,
        int itemBytes,
        int turns,
        boolean countsFirst) {
    private static final AtomicInteger SESSIONS = new AtomicInteger();

    /**
     * The measured times, in nanoseconds.
     *
     * @param whole from the request to the end of its reply
     * @param first from the request to the first event
     * @param ages from the writing of an event to its arrival
     * @param ends from the last event to the end of the reply
     */
    record Seen(Figures whole, Figures first, Figures ages, Figures ends, Cost cost) {}

    /** The elapsed time, and the CPU time of the server. */
    record Cost(int calls, double seconds, double cpuMicros) {
        double perSecond() {
            return calls / seconds;
        }

        double cpuMicrosPerCall() {
            return cpuMicros / calls;
        }
    }

    Seen run(BenchServer to, Duration time) throws IOException {
        Seen seen = new Seen(new Figures(), new Figures(), new Figures(), new Figures(), new Cost(0, 0, 0));
        AtomicInteger calls = new AtomicInteger();
        double cpu = ProcessStats.cpuMicros(to.pids());
        long start = System.nanoTime();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < lines; i++) {
            long first = perSecond == 0 ? start : start + i * TimeUnit.SECONDS.toNanos(1) / perSecond;
            threads.add(Thread.ofPlatform()
                    .start(() -> calls.addAndGet(work(to, first, start + time.toNanos(), seen))));
        }
        threads.forEach(Load::join);
        double seconds = (System.nanoTime() - start) / 1e9;
        Cost cost = new Cost(calls.get(), seconds, ProcessStats.cpuMicros(to.pids()) - cpu);
        return new Seen(seen.whole(), seen.first(), seen.ages(), seen.ends(), cost);
    }

    /** Runs one agent and returns the number of its calls. */
    private int work(BenchServer to, long begin, long end, Seen seen) {
        Conversation conversation = new Conversation(DialectText.CHAT, script.events() > 0, items, itemBytes);
        Seen own = new Seen(new Figures(), new Figures(), new Figures(), new Figures(), new Cost(0, 0, 0));
        int calls = 0;
        try (ClientConnection connection = new ClientConnection(DialectText.CHAT.path(), to)) {
            String session = "";
            for (long due = begin; due < end; due = next(due)) {
                boolean isFirst = calls % turns == 0;
                session = isFirst ? "bench session " + SESSIONS.incrementAndGet() : session;
                byte[] body = isFirst ? conversation.first() : conversation.next();
                await(due);
                note(connection.call(session, body, script, own.ages()::add), own, !isFirst || countsFirst);
                calls++;
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        seen.whole().addAll(own.whole());
        seen.first().addAll(own.first());
        seen.ages().addAll(own.ages());
        seen.ends().addAll(own.ends());
        return calls;
    }

    private static void note(ClientConnection.Times times, Seen own, boolean counts) {
        if (counts) {
            own.whole().add(times.end() - times.sent());
            own.first().add(times.firstEvent() - times.sent());
            own.ends().add(times.end() - times.lastEvent());
        }
    }

    /** An agent that is late continues at once and does not catch up. */
    private long next(long due) {
        long now = System.nanoTime();
        return perSecond == 0 ? now : Math.max(now, due + lines * TimeUnit.SECONDS.toNanos(1) / perSecond);
    }

    private static void await(long due) {
        for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException("nobody interrupts a measurement", e);
        }
    }
}
