package dev.throughline.engine.archive;

import dev.throughline.engine.state.StateNotes;
import dev.throughline.model.Bytes;
import dev.throughline.model.Hash;
import dev.throughline.model.SessionId;
import dev.throughline.model.SessionKey;
import dev.throughline.model.SessionRef;
import dev.throughline.model.Tenant;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The contract of every store. One suite in {@code testkit} checks it, and each implementation passes that suite.
 *
 * <p>It is made for many gateways before one store. Writing to a session needs its {@link Lease}; a lease carries a
 * fence, and an append under a fence that is no longer the newest is refused, so a replica that was thought dead cannot
 * write over the one that took its place. Every read names the tenant. All methods are safe for use by many threads,
 * and all throw {@link dev.throughline.model.ProxyException} of kind {@code STORE} when the store cannot do its work.
 */
public interface Store extends AutoCloseable {
    /** What is needed to open a session that does not exist yet. */
    record Opening(SessionId id, Optional<SessionId> parent, String client, Instant at) {}

    /** Finds the session of a key, or opens it; two callers at once get the same one. */
    SessionCard open(Tenant tenant, SessionKey key, Supplier<Opening> opening);

    /** Lets a key that means no session yet mean this one from now on; says whether it did. */
    boolean point(Tenant tenant, SessionKey key, SessionId session);

    Optional<SessionCard> find(SessionRef session);

    Optional<SessionCard> find(Tenant tenant, SessionKey key);

    /** The sessions of a tenant, newest change first; {@code after} is a former page's {@link StorePage#next()}. */
    StorePage<SessionCard> sessions(Tenant tenant, Optional<String> after, int limit);

    /**
     * The right to write to a session, until it is closed. Waits its turn for at most {@code wait}; then throws with
     * code {@code session_busy}.
     */
    Lease lease(SessionRef session, Duration wait);

    /**
     * Appends entries to a session, all of them or none, and numbers them in their order.
     *
     * @throws dev.throughline.model.ProxyException with code {@code lease_lost} if the lease is not the newest
     */
    Receipt append(Lease lease, List<Entry> entries);

    /** Tells other processes that want this store where this one serves. Does nothing if they can share it. */
    default void serveAt(String address) {}

    /** The sequence of the newest entry of a session; 0 if it has none. Costs no look into its entries. */
    long lastSequence(SessionRef session);

    /** Entries with a sequence above {@code after}, in order, also those not yet durable. */
    StorePage<ArchivedEntry> entries(SessionRef session, long after, int limit);

    /** The exact bytes of a source, checked against its hash. */
    Optional<Bytes> source(SessionRef session, Hash id);

    /** The session's state: a small document that is replaced as a whole. */
    State state(SessionRef session);

    /** Replaces the state if it is still at {@code expected}; says whether it did. Durable when it returns. */
    boolean replaceState(Lease lease, long expected, Bytes document);

    /** The notes of its sessions. */
    StateNotes notes();

    /** Whether the store can write now, and if not, why. */
    Health health();

    @Override
    void close();

    /** A state with its version; version 0 is an empty document that was never written. */
    record State(long version, Bytes document) {}

    /** The right to write to one session. */
    interface Lease extends AutoCloseable {
        SessionRef session();

        /** Grows with every lease of the session. */
        long fence();

        /** The sequence of the newest entry at the time the lease was given. */
        long lastSequence();

        @Override
        void close();
    }

    /** How the store is. */
    record Health(boolean isWritable, String detail) {}
}
