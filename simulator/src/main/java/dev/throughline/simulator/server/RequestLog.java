package dev.throughline.simulator.server;

import dev.throughline.model.Bytes;
import dev.throughline.model.Headers;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;

/** Every request that arrived, in order, for tests to look at and to wait for. Safe for use by many threads. */
final class RequestLog {
    private final Clock clock;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final List<ReceivedRequest> all = new ArrayList<>();

    RequestLog(Clock clock) {
        this.clock = clock;
    }

    ReceivedRequest add(String method, String target, Headers headers, Bytes body) {
        lock.lock();
        try {
            ReceivedRequest received = new ReceivedRequest(all.size(), method, target, headers, body, clock.instant());
            all.add(received);
            changed.signalAll();
            return received;
        } finally {
            lock.unlock();
        }
    }

    /** Notes that the client left before it had its whole answer. */
    void cancelled(ReceivedRequest received) {
        received.cancelledAt(clock.instant());
        finished(received);
    }

    void finished(ReceivedRequest received) {
        received.finish();
        lock.lock();
        try {
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    List<ReceivedRequest> all() {
        return matching(_ -> true);
    }

    /** Waits until so many requests match, and returns them. */
    List<ReceivedRequest> await(int count, Predicate<ReceivedRequest> wanted, Duration timeout)
            throws InterruptedException {
        long left = timeout.toNanos();
        lock.lock();
        try {
            while (matching(wanted).size() < count) {
                if (left <= 0) {
                    throw new IllegalStateException("expected " + count + " requests within " + timeout + ", found "
                            + matching(wanted).size() + " of " + all.size() + " received");
                }
                left = changed.awaitNanos(left);
            }
            return matching(wanted);
        } finally {
            lock.unlock();
        }
    }

    private List<ReceivedRequest> matching(Predicate<ReceivedRequest> wanted) {
        lock.lock();
        try {
            return all.stream().filter(wanted).toList();
        } finally {
            lock.unlock();
        }
    }

    /** A generous time for something that happens at once on a machine that is not busy. */
    static Duration patience() {
        return Duration.ofSeconds(20);
    }
}
