package dev.throughline.engine.archive;

import dev.throughline.engine.state.StateNotes;
import dev.throughline.model.Bytes;
import dev.throughline.model.ChatOrigin;
import dev.throughline.model.Hash;
import dev.throughline.model.SessionId;
import dev.throughline.model.SessionKey;
import dev.throughline.model.SessionRef;
import dev.throughline.model.Tenant;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Predicate;
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
    /**
     * The properties of a new session.
     *
     * @param origin where its messages come from, if a chat gateway named that
     * @param previous the session that it replaces, if its key is reset
     */
    record Opening(
            SessionId id,
            Optional<SessionId> parent,
            String client,
            Instant at,
            Optional<ChatOrigin> origin,
            Optional<SessionId> previous) {
        /** A session without a named origin. */
        public Opening(SessionId id, Optional<SessionId> parent, String client, Instant at) {
            this(id, parent, client, at, Optional.empty(), Optional.empty());
        }
    }

    /**
     * The session of a key, and the sessions that it had before.
     *
     * @param past the sessions before, oldest first, at most {@link #MAX_PAST}
     * @param since when the key was given to the session; empty if the session was opened under it, or that is unknown
     */
    record KeyHistory(SessionId session, List<PastSession> past, Optional<Instant> since) {
        /** The most former sessions of a key that are remembered. The sessions themselves are not removed. */
        public static final int MAX_PAST = 100;

        public KeyHistory {
            past = List.copyOf(past);
        }

        /** The history of a session that got the key from the newest of these. */
        public KeyHistory(SessionId session, List<PastSession> past) {
            this(
                    session,
                    past,
                    past.isEmpty()
                            ? Optional.empty()
                            : Optional.of(past.getLast().until()));
        }

        /** This history after the key was given to another session. */
        public KeyHistory movedTo(SessionId next, Instant at) {
            List<PastSession> longer = new ArrayList<>(past);
            longer.add(new PastSession(session, at));
            List<PastSession> newest = longer.subList(Math.max(0, longer.size() - MAX_PAST), longer.size());
            return new KeyHistory(next, newest, Optional.of(at));
        }

        /**
         * This history after a session was deleted: the key belongs to the newest former session, if it belonged to the
         * deleted one. Empty if none is left.
         */
        public Optional<KeyHistory> without(SessionId deleted) {
            List<PastSession> left = new ArrayList<>(past);
            left.removeIf(former -> former.session().equals(deleted));
            boolean isMoved = session.equals(deleted);
            if (isMoved && left.isEmpty()) {
                return Optional.empty();
            }
            SessionId now = isMoved ? left.removeLast().session() : session;
            for (int i = left.size() - 1; i >= 0; i--) {
                SessionId next = i + 1 < left.size() ? left.get(i + 1).session() : now;
                if (left.get(i).session().equals(next)) {
                    left.remove(i); // The session between the two was deleted.
                }
            }
            return Optional.of(isMoved ? new KeyHistory(now, left) : new KeyHistory(now, left, since));
        }
    }

    /** A session that a key had until a time. */
    record PastSession(SessionId session, Instant until) {}

    /** Finds the session of a key, or opens it. Concurrent callers get the same session. */
    SessionCard open(Tenant tenant, SessionKey key, Supplier<Opening> opening);

    /** Adds a key to an existing session; returns false if the key is already in use. */
    boolean addKey(Tenant tenant, SessionKey key, SessionId session);

    /** The session of a key, and those before; empty if the key is not in use. */
    Optional<KeyHistory> keyHistory(Tenant tenant, SessionKey key);

    /**
     * Opens a new session under a key that has one already, and gives the key to it, if the key still belongs to {@code
     * expected}. Durable when it returns.
     *
     * @return the session that the key has now: the new one, or another one if the key had changed; a key that is free
     *     is given to the new session
     */
    SessionCard replace(Tenant tenant, SessionKey key, SessionId expected, Opening opening);

    /**
     * Gives a key to another existing session if the key still belongs to {@code expected}; returns whether it did.
     * Durable when it returns.
     */
    boolean repoint(Tenant tenant, SessionKey key, SessionId expected, SessionId session, Instant at);

    /**
     * Deletes a session with its entries, state and notes. A key that points to it points to its newest former session
     * that still exists, or else is free. Sub-agents of the session are not deleted. Durable when it returns.
     *
     * @param condition under which it is deleted; evaluated when nobody else writes to the session
     * @return false if there is no such session, or the condition is not met
     * @throws dev.throughline.model.ProxyException with code {@code session_busy} if its lease is not free within the
     *     time
     */
    boolean delete(SessionRef session, Predicate<SessionCard> condition, Duration wait);

    /** Deletes a session without a condition. */
    default boolean delete(SessionRef session, Duration wait) {
        return delete(session, _ -> true, wait);
    }

    /**
     * Which sessions are old enough to be deleted.
     *
     * @param before those that did not change since this time
     * @param keep all but so many of the most recently changed
     */
    record Pruning(Optional<Instant> before, OptionalInt keep) {
        public Pruning {
            if (keep.isPresent() && keep.getAsInt() < 0) {
                throw new IllegalArgumentException("expected at least 0 sessions to keep, found " + keep.getAsInt());
            }
        }

        /** Of all sessions of a tenant, those that {@link Store#prunable} returns. */
        public List<SessionCard> select(Collection<SessionCard> all, int limit) {
            return PrunedSessions.select(all, this, limit);
        }
    }

    /**
     * The sessions of a tenant that fulfil at least one condition of a pruning, the longest unchanged first. Sub-agents
     * count with their parent: a session changed when it or one of them changed last, they are returned before it, and
     * they are not counted themselves. A pruning without a condition returns none.
     */
    List<SessionCard> prunable(Tenant tenant, Pruning pruning, int limit);

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
