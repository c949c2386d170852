package dev.throughline.store.file;

import dev.throughline.engine.archive.ArchivedEntry;
import dev.throughline.engine.archive.Entry;
import dev.throughline.engine.archive.Receipt;
import dev.throughline.engine.archive.SessionCard;
import dev.throughline.engine.archive.Store;
import dev.throughline.engine.archive.StorePage;
import dev.throughline.engine.state.StateNotes;
import dev.throughline.model.Bytes;
import dev.throughline.model.Hash;
import dev.throughline.model.ProxyException;
import dev.throughline.model.SessionId;
import dev.throughline.model.SessionKey;
import dev.throughline.model.SessionRef;
import dev.throughline.model.Tenant;
import dev.throughline.store.file.format.CountedCard;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/**
 * A store in plain files, for one process and one machine.
 *
 * <p>An append goes into the {@link Journal}, which makes it durable together with all others that wait. The {@link
 * SessionFlusher} then copies it into its session's own files, which people can read. A read waits until everything
 * that was appended before is flushed, and reads those files; {@link SessionCards} answers what needs no file. A start
 * rebuilds everything in memory from the disk: first the index, then the journal.
 */
public final class FileStore implements Store {
    /** The process that uses a home: its id, and its address if it serves. */
    public record LockHolder(long pid, Optional<String> address) {}

    private static final int STRIPES = 64;

    private final FileStoreLimits limits;
    private final Home home;
    private final HomeLock homeLock;
    private final SessionCards cards = new SessionCards();
    private final OpenSessions sessions;
    private final Journal journal;
    private final SessionFlusher flusher;
    private final AtomicLong fences;
    private final KeyAliases aliases;
    private final StateNotes notes;
    private final Object[] openings = new Object[STRIPES];
    /** A permit is held while a file is written directly; {@link #close} takes them all. */
    private final Semaphore writes = new Semaphore(Integer.MAX_VALUE);

    private volatile boolean isClosed;

    /**
     * Opens the store in a directory, which is created if it is missing.
     *
     * @throws ProxyException with code {@code home_locked} if another process uses the directory, or {@code
     *     home_unwritable} if it is not writable
     */
    public FileStore(Path root, Clock clock, FileStoreLimits limits) {
        this(root, clock, limits, Segment.Output::new);
    }

    FileStore(Path root, Clock clock, FileStoreLimits limits, Segment.Opener opener) {
        this.limits = limits;
        home = Home.at(root, clock, limits.damageReports());
        homeLock = HomeLock.take(home);
        boolean isStarted = false;
        try {
            JournalReplay replay = new JournalReplay(home, cards);
            sessions = new OpenSessions(home, limits.openSessions(), replay, this::done);
            journal = new Journal(
                    home, limits, opener, new Journal.JournalListeners(this::written, this::flushed, this::sealed));
            flusher = new SessionFlusher(home, limits, sessions, journal, replay);
            fences = FileLease.fences(homeLock.epoch());
            aliases = new KeyAliases(home);
            notes = new NoteFiles(home::session);
            Arrays.setAll(openings, _ -> new Object());
            start(replay);
            isStarted = true;
        } finally {
            if (!isStarted) {
                homeLock.close();
            }
        }
    }

    /** Starts the threads last, so that a start that fails leaves none behind. */
    private void start(JournalReplay replay) {
        try {
            long through = replay.readCheckpoint();
            CardIndex index = new CardIndex(home);
            List<SessionRef> others = index.load(cards, through);
            aliases.load();
            JournalReplay.ReplayedJournal replayed = replay.run(through);
            index.complete(cards, others);
            journal.start(replayed.segments(), replayed.nextNumber());
            flusher.start(through);
        } catch (IOException e) {
            throw Home.failed("read the home " + home.root(), e);
        }
    }

    /** The process that uses a home, if there is one. Takes no lock, so the answer may be out of date. */
    public static Optional<LockHolder> holder(Path root) {
        return HomeLock.holder(root);
    }

    @Override
    public void serveAt(String address) {
        homeLock.serveAt(address);
    }

    /** The damage that was found since the store was opened, oldest first. */
    List<Quarantine.DamageReport> damage() {
        return home.quarantine().reports();
    }

    @Override
    public SessionCard open(Tenant tenant, SessionKey key, Supplier<Opening> opening) {
        Optional<SessionCard> known = find(tenant, key);
        if (known.isPresent()) {
            return known.get();
        }
        synchronized (openingLock(tenant, key)) {
            return find(tenant, key).orElseGet(() -> openNew(tenant, key, opening.get()));
        }
    }

    private Object openingLock(Tenant tenant, SessionKey key) {
        return openings[Math.floorMod(Objects.hash(tenant, key), STRIPES)];
    }

    private SessionCard openNew(Tenant tenant, SessionKey key, Opening opening) {
        SessionRef ref = new SessionRef(tenant, opening.id());
        SessionCard card = SessionCard.opened(ref, key, opening.parent(), opening.client(), opening.at());
        SessionFile session = sessions.hold(ref);
        if (cards.find(ref).isPresent()) {
            sessions.release(session);
            throw new IllegalStateException("expected a new session id, found " + ref + " in use");
        }
        AppendBatch batch = AppendBatch.opening(session, card);
        enqueue(batch);
        journal.progress().await(batch.written);
        journal.progress().awaitWritten(session);
        return card;
    }

    @Override
    public Optional<SessionCard> find(SessionRef session) {
        return counted(session).map(CountedCard::card);
    }

    @Override
    public Optional<SessionCard> find(Tenant tenant, SessionKey key) {
        return cards.find(tenant, key).or(() -> aliases.find(tenant, key)).flatMap(this::find);
    }

    @Override
    public boolean addKey(Tenant tenant, SessionKey key, SessionId session) {
        SessionRef ref = new SessionRef(tenant, session);
        beginWrite();
        synchronized (openingLock(tenant, key)) {
            try {
                if (find(tenant, key).isPresent() || find(ref).isEmpty()) {
                    return false;
                }
                aliases.put(key, ref);
                return true;
            } catch (IOException e) {
                throw Home.failed("point a key to session " + session, e);
            } finally {
                writes.release();
            }
        }
    }

    @Override
    public StorePage<SessionCard> sessions(Tenant tenant, Optional<String> after, int limit) {
        checkLimit(limit);
        journal.progress().awaitWritten();
        return cards.page(tenant, after, limit);
    }

    @Override
    public Lease lease(SessionRef ref, Duration wait) {
        if (cards.find(ref).isEmpty()) {
            throw new ProxyException(
                    ProxyException.Kind.STORE,
                    "session_unknown",
                    "tenant " + ref.tenant() + " has no session " + ref.id());
        }
        FileLease lease = FileLease.take(sessions, ref, wait, fences);
        boolean isGiven = false;
        try {
            journal.progress().awaitWritten(lease.file());
            lease.readThrough(journal.lastSequence(lease.file()));
            isGiven = true;
            return lease;
        } finally {
            if (!isGiven) {
                lease.close();
            }
        }
    }

    @Override
    public Receipt append(Lease lease, List<Entry> entries) {
        FileLease own = own(lease);
        SessionFile session = own.file();
        AppendBatch batch = AppendBatch.of(session, List.copyOf(entries));
        synchronized (own) {
            own.check();
            if (entries.isEmpty()) {
                CompletableFuture<Void> done = CompletableFuture.completedFuture(null);
                return new Receipt(journal.lastSequence(session), done, done.copy());
            }
            sessions.hold(session.ref());
            enqueue(batch);
        }
        return new Receipt(batch.last(), batch.written, batch.durable);
    }

    @Override
    public long lastSequence(SessionRef session) {
        return counted(session).map(CountedCard::sequence).orElse(0L);
    }

    @Override
    public StorePage<ArchivedEntry> entries(SessionRef ref, long after, int limit) {
        checkLimit(limit);
        return read(
                ref,
                new StorePage<ArchivedEntry>(List.of(), Optional.empty()),
                session -> session.entries(after, limit, limits.pageBytes()));
    }

    @Override
    public Optional<Bytes> source(SessionRef ref, Hash id) {
        return read(ref, Optional.empty(), session -> session.source(id));
    }

    @Override
    public StateDocument state(SessionRef ref) {
        return read(ref, new StateDocument(0, Bytes.EMPTY), session -> new StateFile(home, ref).read());
    }

    @Override
    public boolean replaceState(Lease lease, long expected, Bytes document) {
        FileLease own = own(lease);
        StateFile file = new StateFile(home, own.session());
        synchronized (own) {
            own.check();
            beginWrite();
            try {
                if (file.read().version() != expected) {
                    return false;
                }
                file.write(new StateDocument(expected + 1, document));
                return true;
            } catch (IOException e) {
                throw Home.failed(
                        "replace the state of session " + lease.session().id(), e);
            } finally {
                writes.release();
            }
        }
    }

    @Override
    public StateNotes notes() {
        return notes;
    }

    @Override
    public synchronized Health health() {
        String problem = journal.problem();
        if (isClosed) {
            return new Health(/* isWritable= */ false, "the store is closed");
        }
        if (!problem.isEmpty()) {
            return new Health(/* isWritable= */ false, problem);
        }
        return new Health(/* isWritable= */ true, flusher.problem().isEmpty() ? "ok" : flusher.problem());
    }

    @Override
    public void close() {
        synchronized (this) {
            if (isClosed) {
                return;
            }
            isClosed = true;
        }
        try {
            journal.close();
            flusher.close();
        } finally {
            writes.acquireUninterruptibly(Integer.MAX_VALUE); // A write in progress ends before the lock is released.
            homeLock.close();
        }
    }

    /** Reads something from a session's files. */
    private interface Reading<T> {
        T from(SessionFile session) throws IOException;
    }

    private <T> T read(SessionRef ref, T none, Reading<T> reading) {
        if (cards.find(ref).isEmpty()) {
            return none;
        }
        SessionFile session = sessions.hold(ref);
        try {
            journal.progress().awaitFlushed(session);
            return reading.from(session);
        } catch (IOException e) {
            throw Home.failed("read session " + ref.id(), e);
        } finally {
            sessions.release(session);
        }
    }

    /** The card, after everything that was appended before is counted in it. */
    private Optional<CountedCard> counted(SessionRef ref) {
        if (cards.find(ref).isEmpty()) {
            return Optional.empty();
        }
        SessionFile session = sessions.hold(ref);
        try {
            journal.progress().awaitWritten(session);
        } finally {
            sessions.release(session);
        }
        return cards.find(ref);
    }

    /** Appends a batch, for which the session is held, to the journal. */
    private void enqueue(AppendBatch batch) {
        boolean isTaken = false;
        try {
            journal.append(batch);
            isTaken = true;
        } finally {
            if (!isTaken) {
                sessions.release(batch.session);
            }
        }
    }

    /** Called by the journal, in the order of the journal, when a batch is written. */
    private void written(AppendBatch batch) {
        batch.opened.ifPresent(card -> cards.put(new CountedCard(card, 0)));
        cards.advance(batch.session.ref(), batch.first, batch.entries);
    }

    /** Called by the journal, in the order of the journal, when a batch is flushed to the disk. */
    private void flushed(AppendBatch batch) {
        batch.session.flushed(batch);
        flusher.changed(batch);
    }

    private void sealed() {
        flusher.wake();
    }

    /** Called when a batch is no longer needed in memory. */
    private void done(AppendBatch batch) {
        journal.release(batch.size);
    }

    /** Throws if the store is closed, since another process may be using the home by now. */
    private void beginWrite() {
        if (isClosed || !writes.tryAcquire()) {
            throw new ProxyException(ProxyException.Kind.STORE, "store_failed", "the store is closed; open it again");
        }
    }

    private static void checkLimit(int limit) {
        if (limit < 1) {
            throw new IllegalArgumentException("expected a limit above 0, found " + limit);
        }
    }

    private FileLease own(Lease lease) {
        if (lease instanceof FileLease own && own.isOf(sessions)) {
            return own;
        }
        throw FileLease.lost(lease.session());
    }
}
