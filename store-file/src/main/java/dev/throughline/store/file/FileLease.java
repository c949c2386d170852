package dev.throughline.store.file;

import dev.throughline.engine.archive.Store;
import dev.throughline.model.ProxyException;
import dev.throughline.model.SessionRef;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The right to write to one session. Leases are granted in the order in which they were requested.
 *
 * <p>Writers hold its monitor, so that the lease cannot end in the middle of a write. The session stays in memory until
 * the lease ends.
 */
final class FileLease implements Store.Lease {
    private static final int BITS_OF_A_COUNT = 32;

    private final SessionFile session;
    private final OpenSessions sessions;
    private final long fence;
    private long lastSequence;
    private boolean isEnded;

    private FileLease(SessionFile session, OpenSessions sessions, long fence) {
        this.session = session;
        this.sessions = sessions;
        this.fence = fence;
    }

    /**
     * A counter of fences that starts at the epoch of the home. The epoch grows with every process that opens the home
     * ({@link HomeLock}), so a fence is above all fences of earlier processes that granted fewer than four billion.
     */
    static AtomicLong fences(long epoch) {
        return new AtomicLong(epoch << BITS_OF_A_COUNT);
    }

    /** Waits until nobody else has a lease on the session, and takes one. */
    static FileLease take(OpenSessions sessions, SessionRef ref, Duration wait, AtomicLong fences) {
        SessionFile session = sessions.hold(ref);
        boolean isTaken = false;
        try {
            isTaken = session.leased.tryAcquire(wait.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            if (!isTaken) {
                sessions.release(session);
            }
        }
        if (!isTaken) {
            throw new ProxyException(
                    ProxyException.Kind.STORE,
                    "session_busy",
                    "session " + ref.id() + " is in use by another turn (waited " + wait.toMillis()
                            + " ms); try again when that turn has ended");
        }
        return new FileLease(session, sessions, fences.incrementAndGet());
    }

    SessionFile file() {
        return session;
    }

    boolean isOf(OpenSessions others) {
        return sessions == others;
    }

    /** Sets the sequence of the session's newest entry. */
    void readThrough(long sequence) {
        lastSequence = sequence;
    }

    /** Throws if the lease has ended; called with its monitor held. */
    void check() {
        if (isEnded) {
            throw lost(session.ref());
        }
    }

    static ProxyException lost(SessionRef ref) {
        return new ProxyException(
                ProxyException.Kind.STORE,
                "lease_lost",
                "the lease of session " + ref.id() + " has ended; take a new one");
    }

    @Override
    public SessionRef session() {
        return session.ref();
    }

    @Override
    public long fence() {
        return fence;
    }

    @Override
    public long lastSequence() {
        return lastSequence;
    }

    @Override
    public synchronized void close() {
        if (!isEnded) {
            isEnded = true;
            session.leased.release();
            sessions.release(session);
        }
    }
}
