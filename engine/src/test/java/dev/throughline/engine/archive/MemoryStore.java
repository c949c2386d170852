package dev.throughline.engine.archive;

import dev.throughline.engine.state.NoteKind;
import dev.throughline.engine.state.StateNotes;
import dev.throughline.model.Bytes;
import dev.throughline.model.Hash;
import dev.throughline.model.ProxyException;
import dev.throughline.model.SessionId;
import dev.throughline.model.SessionKey;
import dev.throughline.model.SessionRef;
import dev.throughline.model.Tenant;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A store that remembers as long as it lives, written to be obviously right: one monitor, plain lists, no cleverness.
 * Everything is durable as soon as it is appended.
 */
public final class MemoryStore implements Store {
    /** All that is known of one session. */
    private static final class Session {
        final List<ArchivedEntry> entries = new ArrayList<>();
        final Semaphore turn = new Semaphore(1, /* fair= */ true);
        SessionCard card;
        StateDocument state = new StateDocument(0, Bytes.EMPTY);

        @Nullable
        MemoryLease holder;

        Session(SessionCard card) {
            this.card = card;
        }
    }

    private static final Comparator<SessionCard> NEWEST_FIRST = Comparator.comparing(SessionCard::updated)
            .thenComparing(card -> card.ref().id())
            .reversed();

    private record Pointed(Tenant tenant, SessionKey key) {}

    private final Map<SessionRef, Session> sessions;
    private final Map<Pointed, KeyHistory> keys;
    private final MemoryNotes notes;
    private long fences;
    private boolean isClosed;

    public MemoryStore() {
        sessions = new HashMap<>();
        keys = new HashMap<>();
        notes = new MemoryNotes(this::session);
    }

    /** What a store that was closed would hold if it were opened again. */
    public MemoryStore(MemoryStore former) {
        sessions = former.sessions;
        keys = former.keys;
        notes = former.notes;
        fences = former.fences;
    }

    @Override
    public synchronized SessionCard open(Tenant tenant, SessionKey key, Supplier<Opening> opening) {
        Optional<SessionCard> known = find(tenant, key);
        if (known.isPresent()) {
            return known.get();
        }
        checkOpen();
        SessionCard card = create(tenant, key, opening.get());
        keys.put(new Pointed(tenant, key), new KeyHistory(card.ref().id(), List.of()));
        return card;
    }

    private SessionCard create(Tenant tenant, SessionKey key, Opening opening) {
        SessionCard card = SessionCard.opened(tenant, key, opening);
        if (sessions.putIfAbsent(card.ref(), new Session(card)) != null) {
            throw new IllegalStateException("expected a new session id, found " + card.ref() + " in use");
        }
        return card;
    }

    @Override
    public synchronized Optional<SessionCard> find(SessionRef session) {
        return Optional.ofNullable(sessions.get(session)).map(found -> found.card);
    }

    @Override
    public synchronized boolean addKey(Tenant tenant, SessionKey key, SessionId session) {
        checkOpen();
        SessionRef ref = new SessionRef(tenant, session);
        if (find(tenant, key).isPresent() || find(ref).isEmpty()) {
            return false;
        }
        keys.put(new Pointed(tenant, key), new KeyHistory(session, List.of()));
        return true;
    }

    @Override
    public synchronized Optional<SessionCard> find(Tenant tenant, SessionKey key) {
        return keyHistory(tenant, key).flatMap(history -> find(new SessionRef(tenant, history.session())));
    }

    @Override
    public synchronized Optional<KeyHistory> keyHistory(Tenant tenant, SessionKey key) {
        return Optional.ofNullable(keys.get(new Pointed(tenant, key)));
    }

    @Override
    public synchronized SessionCard replace(Tenant tenant, SessionKey key, SessionId expected, Opening opening) {
        checkOpen();
        Optional<KeyHistory> history = keyHistory(tenant, key);
        if (history.isEmpty()) {
            return open(tenant, key, () -> opening);
        }
        if (!history.get().session().equals(expected)) {
            return find(tenant, key).orElseThrow();
        }
        SessionCard card = create(tenant, key, opening);
        keys.put(new Pointed(tenant, key), history.get().movedTo(card.ref().id(), opening.at()));
        return card;
    }

    @Override
    public synchronized boolean repoint(
            Tenant tenant, SessionKey key, SessionId expected, SessionId session, Instant at) {
        checkOpen();
        Optional<KeyHistory> history = keyHistory(tenant, key);
        if (history.isEmpty()
                || !history.get().session().equals(expected)
                || find(new SessionRef(tenant, session)).isEmpty()) {
            return false;
        }
        if (!session.equals(expected)) {
            keys.put(new Pointed(tenant, key), history.get().movedTo(session, at));
        }
        return true;
    }

    @Override
    public boolean delete(SessionRef ref, Predicate<SessionCard> condition, Duration wait) {
        if (find(ref).isEmpty()) {
            return false;
        }
        try (Lease lease = lease(ref, wait)) {
            boolean isMet = find(ref).filter(condition).isPresent();
            if (isMet) {
                remove(lease);
            }
            return isMet;
        } catch (ProxyException e) {
            if (e.code().equals("session_unknown")) {
                return false; // Another caller deleted it first.
            }
            throw e;
        }
    }

    private synchronized void remove(Lease lease) {
        var _ = held(lease);
        SessionRef ref = lease.session();
        for (NoteKind note : NoteKind.values()) {
            notes.write(ref, note, "");
        }
        sessions.remove(ref);
        for (Map.Entry<Pointed, KeyHistory> each : Map.copyOf(keys).entrySet()) {
            if (each.getKey().tenant().equals(ref.tenant())) {
                each.getValue()
                        .without(ref.id())
                        .ifPresentOrElse(left -> keys.put(each.getKey(), left), () -> keys.remove(each.getKey()));
            }
        }
    }

    @Override
    public synchronized List<SessionCard> prunable(Tenant tenant, Pruning pruning, int limit) {
        checkLimit(limit);
        return pruning.select(
                sessions.values().stream()
                        .map(session -> session.card)
                        .filter(card -> card.ref().tenant().equals(tenant))
                        .toList(),
                limit);
    }

    @Override
    public synchronized StorePage<SessionCard> sessions(Tenant tenant, Optional<String> after, int limit) {
        checkLimit(limit);
        List<SessionCard> all = sessions.values().stream()
                .map(session -> session.card)
                .filter(card -> card.ref().tenant().equals(tenant))
                .filter(card -> after.isEmpty() || isBehind(card, after.get()))
                .sorted(NEWEST_FIRST)
                .toList();
        List<SessionCard> page = all.subList(0, Math.min(limit, all.size()));
        return new StorePage<>(page, page.size() < all.size() ? Optional.of(cursor(page.getLast())) : Optional.empty());
    }

    @Override
    public Lease lease(SessionRef ref, Duration wait) {
        Session session = session(ref);
        boolean isTaken = false;
        try {
            isTaken = session.turn.tryAcquire(wait.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (!isTaken) {
            throw trouble("session_busy", "expected a turn in session " + ref.id() + ", found another still running");
        }
        synchronized (this) {
            if (sessions.get(ref) != session) {
                session.turn.release();
                throw unknown(ref);
            }
            MemoryLease lease = new MemoryLease(ref, ++fences, session.entries.size(), session);
            session.holder = lease;
            return lease;
        }
    }

    @Override
    public synchronized Receipt append(Lease lease, List<Entry> entries) {
        Session session = held(lease);
        for (Entry entry : List.copyOf(entries)) {
            session.entries.add(new ArchivedEntry(session.entries.size() + 1L, entry));
            session.card = session.card.after(entry);
        }
        return new Receipt(
                session.entries.size(),
                CompletableFuture.completedFuture(null),
                CompletableFuture.completedFuture(null));
    }

    @Override
    public synchronized long lastSequence(SessionRef ref) {
        Session session = sessions.get(ref);
        return session == null ? 0 : session.entries.size();
    }

    @Override
    public synchronized StorePage<ArchivedEntry> entries(SessionRef ref, long after, int limit) {
        checkLimit(limit);
        Session session = sessions.get(ref);
        if (session == null) {
            return new StorePage<>(List.of(), Optional.empty());
        }
        int size = session.entries.size();
        int from = (int) Math.min(Math.max(after, 0), size);
        int to = (int) Math.min((long) from + limit, size);
        return new StorePage<>(
                session.entries.subList(from, to), to < size ? Optional.of(Integer.toString(to)) : Optional.empty());
    }

    @Override
    public synchronized Optional<Bytes> source(SessionRef ref, Hash id) {
        return Optional.ofNullable(sessions.get(ref)).stream()
                .flatMap(session -> session.entries.stream())
                .filter(kept -> kept.entry() instanceof Entry.Source source
                        && source.id().equals(id))
                .map(kept -> ((Entry.Source) kept.entry()).bytes())
                .findFirst();
    }

    @Override
    public synchronized StateDocument state(SessionRef ref) {
        Session session = sessions.get(ref);
        return session == null ? new StateDocument(0, Bytes.EMPTY) : session.state;
    }

    @Override
    public synchronized boolean replaceState(Lease lease, long expected, Bytes document) {
        Session session = held(lease);
        if (session.state.version() != expected) {
            return false;
        }
        session.state = new StateDocument(expected + 1, document);
        return true;
    }

    @Override
    public StateNotes notes() {
        return notes;
    }

    @Override
    public synchronized Health health() {
        return new Health(!isClosed, isClosed ? "the store is closed" : "ok");
    }

    @Override
    public synchronized void close() {
        isClosed = true;
    }

    private synchronized Session session(SessionRef ref) {
        Session session = sessions.get(ref);
        if (session == null) {
            throw unknown(ref);
        }
        return session;
    }

    private static ProxyException unknown(SessionRef ref) {
        return trouble("session_unknown", "expected a session of " + ref.tenant() + ", found none named " + ref.id());
    }

    private Session held(Lease lease) {
        checkOpen();
        @Nullable Session session = sessions.get(lease.session());
        if (session == null || session.holder != lease) {
            throw trouble("lease_lost", "expected the newest lease of " + lease.session() + ", found one that ended");
        }
        return session;
    }

    private void checkOpen() {
        if (isClosed) {
            throw trouble("store_failed", "expected an open store, found it closed");
        }
    }

    private static void checkLimit(int limit) {
        if (limit < 1) {
            throw new IllegalArgumentException("expected a limit above 0, found " + limit);
        }
    }

    private static boolean isBehind(SessionCard card, String cursor) {
        String[] parts = cursor.split(" ", -1);
        try {
            int order = card.updated().compareTo(Instant.parse(parts[0]));
            return order < 0 || (order == 0 && card.ref().id().toString().compareTo(parts[1]) < 0);
        } catch (DateTimeException e) {
            throw new ProxyException(ProxyException.Kind.CALLER, "cursor_unreadable", "no page returned " + cursor, e);
        }
    }

    private static String cursor(SessionCard card) {
        return card.updated() + " " + card.ref().id();
    }

    private static ProxyException trouble(String code, String message) {
        return new ProxyException(ProxyException.Kind.STORE, code, message);
    }

    private final class MemoryLease implements Lease {
        private final SessionRef ref;
        private final long fence;
        private final long lastSequence;
        private final Session leased;

        MemoryLease(SessionRef ref, long fence, long lastSequence, Session leased) {
            this.ref = ref;
            this.fence = fence;
            this.lastSequence = lastSequence;
            this.leased = leased;
        }

        @Override
        public SessionRef session() {
            return ref;
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
        public void close() {
            synchronized (MemoryStore.this) {
                if (leased.holder == this) {
                    leased.holder = null;
                    leased.turn.release();
                }
            }
        }
    }
}
