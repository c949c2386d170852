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
 * Stores sessions: their entries, state and notes. {@code StoreContract} in {@code testkit} checks each implementation.
 *
 * <p>Several gateways may use one store. Writing to a session needs its {@link Lease}. A lease has a fence, and an
 * append under a fence that is not the newest is refused, so a gateway that was assumed to be dead cannot overwrite the
 * entries of its successor. Every read names the tenant. All methods are safe for use by many threads, and throw {@link
 * dev.throughline.model.ProxyException} of kind {@code STORE} if the store fails.
 */
public interface Store extends AutoCloseable {
    /** The properties of a new session. */
    record Opening(SessionId id, Optional<SessionId> parent, String client, Instant at) {}

    /** Finds the session of a key, or opens it. Concurrent callers get the same session. */
    SessionCard open(Tenant tenant, SessionKey key, Supplier<Opening> opening);

    /** Adds a key to an existing session; returns false if the key is already in use. */
    boolean addKey(Tenant tenant, SessionKey key, SessionId session);

    Optional<SessionCard> find(SessionRef session);

    Optional<SessionCard> find(Tenant tenant, SessionKey key);

    /**
     * The sessions of a tenant, most recently changed first.
     *
     * @param after the {@link StorePage#next()} of an earlier page; any other text throws with code {@code
     *     cursor_unreadable} and kind {@code CALLER}
     */
    StorePage<SessionCard> sessions(Tenant tenant, Optional<String> after, int limit);

    /**
     * Acquires the lease of a session, which ends when it is closed. Waits at most for {@code wait}, then throws with
     * code {@code session_busy}.
     */
    Lease lease(SessionRef session, Duration wait);

    /**
     * Appends entries to a session, all of them or none, and numbers them in their order.
     *
     * @throws dev.throughline.model.ProxyException with code {@code lease_lost} if the lease is not the newest
     */
    Receipt append(Lease lease, List<Entry> entries);

    /**
     * Publishes the address of this gateway to other processes that try to use this store. A store that processes can
     * share does not need it.
     */
    default void serveAt(String address) {}

    /** The sequence of the newest entry of a session; 0 if it has none. Reads no entries. */
    long lastSequence(SessionRef session);

    /** Entries with a sequence above {@code after}, in order, including those that are not durable yet. */
    StorePage<ArchivedEntry> entries(SessionRef session, long after, int limit);

    /** The exact bytes of a source, checked against its hash. */
    Optional<Bytes> source(SessionRef session, Hash id);

    /** A small document of the session that is replaced as a whole. */
    StateDocument state(SessionRef session);

    /** Replaces the state if its version is {@code expected}; otherwise returns false. Durable when it returns. */
    boolean replaceState(Lease lease, long expected, Bytes document);

    /** The notes of the sessions. */
    StateNotes notes();

    /** Reports whether the store can write now, and if not, the reason. */
    Health health();

    @Override
    void close();

    /** A state with its version; version 0 is the empty document of a session without state. */
    record StateDocument(long version, Bytes document) {}

    /** The right to write to one session. */
    interface Lease extends AutoCloseable {
        SessionRef session();

        /** A number that grows with every lease of the session. */
        long fence();

        /** The sequence of the newest entry when the lease was granted. */
        long lastSequence();

        @Override
        void close();
    }

    /** The health of a store. */
    record Health(boolean isWritable, String detail) {}
}
