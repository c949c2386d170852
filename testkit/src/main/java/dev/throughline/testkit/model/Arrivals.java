package dev.throughline.testkit.model;

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
final class Arrivals {
    private final Clock clock;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final List<Received> all = new ArrayList<>();

    Arrivals(Clock clock) {
        this.clock = clock;
    }

    Received add(String method, String target, Headers headers, Bytes body) {
        lock.lock();
        try {
            Received received = new Received(all.size(), method, target, headers, body, clock.instant());
            all.add(received);
            changed.signalAll();
            return received;
        } finally {
            lock.unlock();
        }
    }

    /** Notes that the client left before it had its whole answer. */
    void cancelled(Received received) {
        received.cancelledAt(clock.instant());
        finished(received);
    }

    void finished(Received received) {
        received.finish();
        lock.lock();
        try {
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    List<Received> all() {
        return matching(_ -> true);
    }

    /** Waits until so many requests match, and returns them. */
    List<Received> await(int count, Predicate<Received> wanted, Duration timeout) throws InterruptedException {
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

    private List<Received> matching(Predicate<Received> wanted) {
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
