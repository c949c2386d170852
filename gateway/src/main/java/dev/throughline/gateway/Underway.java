package dev.throughline.gateway;

import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Counts the requests under way, and lets one wait until there are none. Safe for use by many threads. */
final class Underway {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition isNone = lock.newCondition();
    private int count;

    /** One more; answers how many there are now. */
    int begin() {
        lock.lock();
        try {
            return ++count;
        } finally {
            lock.unlock();
        }
    }

    void leave() {
        lock.lock();
        try {
            if (--count == 0) {
                isNone.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    int count() {
        lock.lock();
        try {
            return count;
        } finally {
            lock.unlock();
        }
    }

    /** Waits until there are none, for so long at most; answers whether there are none. */
    boolean awaitNone(Duration most) {
        long left = most.toNanos();
        lock.lock();
        try {
            while (count > 0 && left > 0) {
                left = isNone.awaitNanos(left);
            }
            return count == 0;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } finally {
            lock.unlock();
        }
    }
}
