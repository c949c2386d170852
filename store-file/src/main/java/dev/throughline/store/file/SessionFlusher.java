package dev.throughline.store.file;

import dev.throughline.files.PrivateFiles;
import dev.throughline.model.SessionRef;
import dev.throughline.store.file.format.CountedCard;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Copies what the journal holds into the files that people read: archives, cards and the index.
 *
 * <p>It works in the background, on one thread: every second, or sooner when much has come. When a segment of the
 * journal is full it flushes all files that the segment's records went to, writes the index and a checkpoint, and
 * deletes the segment. If the disk refuses, everything stays where it is, in memory and in the journal, and the next
 * round tries again.
 */
final class SessionFlusher {
    private static final Logger LOG = LoggerFactory.getLogger(SessionFlusher.class);

    private final Home home;
    private final Quarantine quarantine;
    private final FileStoreLimits limits;
    private final SessionCards cards;
    private final OpenSessions sessions;
    private final Journal journal;
    private final JournalReplay replay;
    private final CardIndex index;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition hasWork = lock.newCondition();
    private Set<SessionRef> changed = new LinkedHashSet<>();
    private long changedBytes;
    private boolean isUrgent;
    private boolean isClosing;

    private boolean isIndexStale;
    private long indexedAt = System.nanoTime();
    private long through;
    private final DiskProblem problem = new DiskProblem(LOG, "session files cannot be written");
    private final Thread thread = new Thread(this::work, "throughline-session-flusher");

    SessionFlusher(Home home, Quarantine quarantine, FileStoreLimits limits, Parts parts) {
        this.home = home;
        this.quarantine = quarantine;
        this.limits = limits;
        this.cards = parts.cards;
        this.sessions = parts.sessions;
        this.journal = parts.journal;
        this.replay = parts.replay;
        this.index = new CardIndex(home, quarantine);
    }

    /** What it works with. */
    record Parts(SessionCards cards, OpenSessions sessions, Journal journal, JournalReplay replay) {}

    /** Starts; segments of an earlier process are dealt with at once. */
    void start(long checkpointed) {
        through = checkpointed;
        isUrgent = true;
        isIndexStale = true;
        thread.setDaemon(true);
        thread.start();
    }

    /** Notes that a session has more to write. */
    void changed(AppendBatch batch) {
        lock.lock();
        try {
            changed.add(batch.session.ref());
            changedBytes += batch.size;
            if (changedBytes >= limits.flushBytes()) {
                hasWork.signal();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Asks for a round now. */
    void wake() {
        lock.lock();
        try {
            isUrgent = true;
            hasWork.signal();
        } finally {
            lock.unlock();
        }
    }

    /** What keeps it from writing; empty when nothing does. */
    String problem() {
        return problem.text();
    }

    /** Ends the thread, then does one last round on the caller's; the journal is closed by now. */
    void close() {
        lock.lock();
        try {
            isClosing = true;
            hasWork.signal();
        } finally {
            lock.unlock();
        }
        Journal.join(thread);
        round(/* isLast= */ true);
    }

    private void work() {
        while (awaitWork()) {
            round(/* isLast= */ false);
        }
    }

    private boolean awaitWork() {
        long nanos = limits.flushEvery().toNanos();
        lock.lock();
        try {
            while (nanos > 0 && !isClosing && !isUrgent && changedBytes < limits.flushBytes()) {
                nanos = hasWork.awaitNanos(nanos);
            }
            isUrgent = false;
            return !isClosing;
        } catch (InterruptedException e) {
            throw new IllegalStateException("nobody interrupts the flusher", e);
        } finally {
            lock.unlock();
        }
    }

    private void round(boolean isLast) {
        Set<SessionRef> round = takeChanged();
        try {
            List<Segment> sealed = journal.sealed();
            if (!sealed.isEmpty()) {
                journal.progress().awaitFlushed();
                round.addAll(takeChanged());
            }
            for (SessionRef ref : round) {
                flush(ref);
            }
            isIndexStale |= !round.isEmpty();
            if (!sealed.isEmpty()) {
                checkpoint(sealed);
            } else if (isIndexStale && (isLast || isIndexDue())) {
                writeIndex();
            }
            problem.isOver();
        } catch (IOException e) {
            problem.found(e);
            putBack(round);
        }
    }

    private void flush(SessionRef ref) throws IOException {
        SessionFile session = sessions.hold(ref);
        try {
            session.flush();
            // The old copy is looked at, because a damaged file is never written over.
            if (!session.isCardChecked) {
                CardIndex.readMeta(home, quarantine, ref);
                session.isCardChecked = true;
            }
        } finally {
            sessions.release(session);
        }
        Optional<CountedCard> card = cards.find(ref);
        // A card counts what is written. It goes to the disk only when all of that is flushed, never ahead of it.
        journal.progress().awaitFlushed();
        if (card.isPresent()) {
            PrivateFiles.replace(home.meta(ref), card.get().toBytes());
        }
    }

    /** Flushes all that the segments' records went to, then forgets the segments. */
    private void checkpoint(List<Segment> sealed) throws IOException {
        Set<SessionRef> touched = new LinkedHashSet<>();
        sealed.forEach(segment -> touched.addAll(segment.touched()));
        for (SessionRef ref : touched) {
            SessionFile session = sessions.hold(ref);
            try {
                session.flush();
                session.force();
            } finally {
                sessions.release(session);
            }
        }
        through = Math.max(through, sealed.getLast().lastNumber());
        writeIndex();
        replay.checkpoint(through);
        journal.delete(sealed);
    }

    private void writeIndex() throws IOException {
        List<CountedCard> written = cards.all();
        journal.progress().awaitFlushed();
        index.write(written, through);
        isIndexStale = false;
        indexedAt = System.nanoTime();
    }

    private boolean isIndexDue() {
        return Duration.ofNanos(System.nanoTime() - indexedAt).compareTo(limits.indexEvery()) >= 0;
    }

    private Set<SessionRef> takeChanged() {
        lock.lock();
        try {
            Set<SessionRef> taken = changed;
            changed = new LinkedHashSet<>();
            changedBytes = 0;
            return taken;
        } finally {
            lock.unlock();
        }
    }

    private void putBack(Set<SessionRef> round) {
        lock.lock();
        try {
            changed.addAll(round);
        } finally {
            lock.unlock();
        }
    }
}
