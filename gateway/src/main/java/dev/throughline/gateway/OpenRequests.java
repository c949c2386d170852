package dev.throughline.gateway;

import java.time.Duration;

/** Counts the requests that are being answered, and lets one wait until there are none. */
final class OpenRequests {
    private int count;

    /** One more; returns how many there are now. */
    synchronized int begin() {
        return ++count;
    }

    synchronized void end() {
        count--;
        notifyAll();
    }

    synchronized int count() {
        return count;
    }

    /** Waits until there are none, at most for this time; returns whether there are none. */
    synchronized boolean awaitNone(Duration most) {
        long deadlineNanos = System.nanoTime() + most.toNanos();
        try {
            for (long left = most.toMillis(); count > 0 && left > 0; ) {
                wait(left);
                left = (deadlineNanos - System.nanoTime()) / 1_000_000;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return count == 0;
    }
}
