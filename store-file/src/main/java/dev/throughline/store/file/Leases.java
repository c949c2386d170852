package dev.throughline.store.file;

import dev.throughline.model.ProxyException;
import dev.throughline.model.SessionRef;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Who may write to which session. Those who wait are served in the order in which they came.
 *
 * <p>Fences are numbers that grow with every lease of this process; they start at the home's epoch, shifted left by 32
 * bits. The epoch grows with every process that takes the home ({@link HomeLock}), so a fence is above every fence of
 * every earlier process that gave fewer than four billion leases. Safe for use by many threads.
 */
final class Leases {
    private static final int BITS_OF_A_COUNT = 32;

    /** One session's door. {@code interested} counts who holds or waits, so that the last one out removes it. */
    private static final class Door {
        final Semaphore turn = new Semaphore(1, /* fair= */ true);
        int interested;
    }

    private final Map<SessionRef, Door> doors = new HashMap<>();
    private final AtomicLong fences;

    Leases(long epoch) {
        fences = new AtomicLong(epoch << BITS_OF_A_COUNT);
    }

    /** Waits for the session's turn and takes it. */
    Held take(SessionFile session, Duration wait) {
        SessionRef ref = session.ref();
        Door door = enter(ref);
        boolean isTaken = false;
        try {
            isTaken = door.turn.tryAcquire(wait.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            if (!isTaken) {
                leave(ref, door);
            }
        }
        if (!isTaken) {
            throw new ProxyException(
                    ProxyException.Kind.STORE,
                    "session_busy",
                    "expected a turn in session " + ref.id() + " within " + wait.toMillis()
                            + " ms, found another still running; try again when it has ended");
        }
        return new Held(session, fences.incrementAndGet(), () -> {
            door.turn.release();
            leave(ref, door);
        });
    }

    private synchronized Door enter(SessionRef ref) {
        Door door = doors.computeIfAbsent(ref, key -> new Door());
        door.interested++;
        return door;
    }

    private synchronized void leave(SessionRef ref, Door door) {
        if (--door.interested == 0) {
            doors.remove(ref);
        }
    }

    static ProxyException lost(SessionRef ref) {
        return new ProxyException(
                ProxyException.Kind.STORE,
                "lease_lost",
                "expected the newest lease of session " + ref.id() + ", found one that has ended; take a new lease");
    }

    /**
     * A lease of this process. Its monitor is held while it is used, so that it cannot end in the middle of a write.
     */
    static final class Held {
        private final SessionFile session;
        private final long fence;
        private final Runnable onEnd;
        private boolean isEnded;

        Held(SessionFile session, long fence, Runnable onEnd) {
            this.session = session;
            this.fence = fence;
            this.onEnd = onEnd;
        }

        SessionFile session() {
            return session;
        }

        long fence() {
            return fence;
        }

        /** Ends the lease; says whether it had not ended before. */
        synchronized boolean end() {
            if (isEnded) {
                return false;
            }
            isEnded = true;
            onEnd.run();
            return true;
        }

        /** Throws if the lease has ended; called with its monitor held. */
        void check() {
            if (isEnded) {
                throw lost(session.ref());
            }
        }
    }
}
