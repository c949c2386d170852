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
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
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

    private final FileStoreLimits limits;
    private final Home home;
    private final HomeLock homeLock;
    private final SessionCards cards = new SessionCards();
    private final OpenSessions sessions;
    private final Journal journal;
    private final SessionFlusher flusher;
    private final AtomicLong fences;
    private final StoredSessions reader;
    private final KeyTable keys;
    private final KeyedSessions keyed;
    private final NoteFiles notes;
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
            reader = new StoredSessions(home, cards, sessions, journal.progress());
            keys = new KeyTable(home, cards);
            keyed = new KeyedSessions(keys, reader::card, this::writeOpening);
            notes = new NoteFiles(home::session, home.quarantine()::move, reader::checkKnown);
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
            JournalReplay.ReplayedJournal replayed = replay.run(through);
            index.complete(cards, others);
            keys.load();
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
        try {
            return keyed.open(tenant, key, opening);
        } catch (IOException e) {
            throw Home.failed("open a session", e);
        }
    }

    private void writeOpening(SessionCard card, boolean isDurable) {
        SessionFile session = sessions.hold(card.ref());
        if (cards.find(card.ref()).isPresent()) {
            sessions.release(session);
            throw new IllegalStateException("expected a new session id, found " + card.ref() + " in use");
        }
        AppendBatch batch = AppendBatch.opening(session, card);
        enqueue(batch);
        journal.progress().await(isDurable ? batch.durable : batch.written);
        journal.progress().awaitWritten(session);
    }

    @Override
    public Optional<SessionCard> find(SessionRef session) {
        return reader.card(session).map(CountedCard::card);
    }

    @Override
    public Optional<SessionCard> find(Tenant tenant, SessionKey key) {
        return keyed.find(tenant, key);
    }

    @Override
    public boolean addKey(Tenant tenant, SessionKey key, SessionId session) {
        Instant now = home.clock().instant();
        return write("point a key to session " + session, () -> keyed.add(tenant, key, session, now));
    }

    @Override
    public Optional<KeyHistory> keyHistory(Tenant tenant, SessionKey key) {
        return keys.history(tenant, key);
    }

    @Override
    public SessionCard replace(Tenant tenant, SessionKey key, SessionId expected, Opening opening) {
        return write("replace session " + expected, () -> keyed.replace(tenant, key, expected, opening));
    }

    @Override
    public boolean repoint(Tenant tenant, SessionKey key, SessionId expected, SessionId session, Instant at) {
        return write("point a key to session " + session, () -> keyed.repoint(tenant, key, expected, session, at));
    }

    /**
     * The deletion is a record of the journal. Once that is durable, the files are removed, and the next start does so
     * after a crash. The caller has the lease, so nobody appends meanwhile.
     */
    @Override
    public boolean delete(SessionRef ref, Predicate<SessionCard> condition, Duration wait) {
        if (cards.find(ref).isEmpty()) {
            return false;
        }
        try (FileLease lease = FileLease.take(sessions, ref, wait, fences)) {
            journal.progress().awaitWritten(lease.file());
            Optional<CountedCard> card = cards.find(ref);
            if (card.isEmpty() || !condition.test(card.get().card())) {
                return false; // Another caller may have deleted it while this one waited.
            }
            return write("delete session " + ref.id(), () -> {
                SessionFile session = sessions.hold(ref);
                AppendBatch batch = AppendBatch.deletion(session);
                enqueue(batch);
                journal.progress().await(batch.durable);
                keys.forget(card.get().card());
                session.flush();
                return true;
            });
        }
    }

    @Override
    public List<SessionCard> prunable(Tenant tenant, Pruning pruning, int limit) {
        checkLimit(limit);
        journal.progress().awaitWritten();
        return pruning.select(cards.all(tenant), limit);
    }

    @Override
    public StorePage<SessionCard> sessions(Tenant tenant, Optional<String> after, int limit) {
        checkLimit(limit);
        journal.progress().awaitWritten();
        return cards.page(tenant, after, limit);
    }

    @Override
    public Lease lease(SessionRef ref, Duration wait) {
        reader.checkKnown(ref);
        FileLease lease = FileLease.take(sessions, ref, wait, fences);
        boolean isGiven = false;
        try {
            journal.progress().awaitWritten(lease.file());
            reader.checkKnown(ref); // It may have been deleted by the holder for which this caller waited.
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
        return reader.card(session).map(CountedCard::sequence).orElse(0L);
    }

    @Override
    public StorePage<ArchivedEntry> entries(SessionRef ref, long after, int limit) {
        checkLimit(limit);
        return reader.entries(ref, after, limit, limits.pageBytes());
    }

    @Override
    public Optional<Bytes> source(SessionRef ref, Hash id) {
        return reader.source(ref, id);
    }

    @Override
    public StateDocument state(SessionRef ref) {
        return reader.state(ref);
    }

    @Override
    public boolean replaceState(Lease lease, long expected, Bytes document) {
        FileLease own = own(lease);
        StateFile file = new StateFile(home, own.session());
        synchronized (own) {
            own.check();
            return write("replace the state of session " + lease.session().id(), () -> {
                if (file.read().version() != expected) {
                    return false;
                }
                file.write(new StateDocument(expected + 1, document));
                return true;
            });
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
        if (batch.isDeletion) {
            notes.betweenWrites(() -> cards.remove(batch.session.ref()));
            return;
        }
        batch.opened.ifPresent(card -> {
            cards.put(new CountedCard(card, 0));
            keys.claim(card);
        });
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

    /** Writes files directly. */
    private interface Writing<T> {
        T run() throws IOException;
    }

    /** Throws if the store is closed, since another process may be using the home by now. */
    private <T> T write(String operation, Writing<T> writing) {
        if (isClosed || !writes.tryAcquire()) {
            throw new ProxyException(ProxyException.Kind.STORE, "store_failed", "the store is closed; open it again");
        }
        try {
            return writing.run();
        } catch (IOException e) {
            throw Home.failed(operation, e);
        } finally {
            writes.release();
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
