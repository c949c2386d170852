package dev.throughline.store.file;

import dev.throughline.model.SessionRef;
import dev.throughline.store.file.format.CountedCard;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Copies appended entries into the sessions' own files, and writes the cards and the index.
 *
 * <p>It runs on one background thread: every second, or sooner if many bytes wait. When a segment of the journal is
 * full, it flushes all files to which the segment's records were copied, writes the index and a checkpoint, and deletes
 * the segment. If the disk refuses, everything stays in memory and in the journal, and the next round tries again.
 */
final class SessionFlusher {
    private static final Logger LOG = LoggerFactory.getLogger(SessionFlusher.class);

    private final FileStoreLimits limits;
    private final SessionCards cards;
    private final OpenSessions sessions;
    private final Journal journal;
    private final JournalReplay replay;
    private final CardIndex index;

    // Guarded by the monitor, on which the thread waits.
    private Set<SessionRef> changed = new LinkedHashSet<>();
    private long changedBytes;
    private boolean isUrgent;
    private boolean isClosing;

    // Used by the thread only.
    private boolean isIndexStale;
    private long indexedAt = System.nanoTime();
    private long through;
    private final DiskProblem problem = new DiskProblem(LOG, "session files cannot be written");
    private final Thread thread = new Thread(this::work, "throughline-session-flusher");

    SessionFlusher(Home home, FileStoreLimits limits, OpenSessions sessions, Journal journal, JournalReplay replay) {
        this.limits = limits;
        this.cards = replay.cards();
        this.sessions = sessions;
        this.journal = journal;
        this.replay = replay;
        this.index = new CardIndex(home);
    }

    /** Starts with a round for the segments of earlier processes. */
    void start(long checkpointed) {
        through = checkpointed;
        isUrgent = true;
        isIndexStale = true;
        thread.setDaemon(true);
        thread.start();
    }

    /** Adds the session of a flushed batch to the next round. */
    synchronized void changed(AppendBatch batch) {
        changed.add(batch.session.ref());
        changedBytes += batch.size;
        if (changedBytes >= limits.flushBytes()) {
            notifyAll();
        }
    }

    /** Starts a round now. */
    synchronized void wake() {
        isUrgent = true;
        notifyAll();
    }

    /** Why session files cannot be written; empty if they can. */
    String problem() {
        return problem.text();
    }

    /** Ends the thread, then does a last round on the caller's thread; the journal is already closed. */
    void close() {
        synchronized (this) {
            isClosing = true;
            notifyAll();
        }
        Journal.join(thread);
        round(/* isLast= */ true);
    }

    private void work() {
        while (awaitWork()) {
            round(/* isLast= */ false);
        }
    }

    private synchronized boolean awaitWork() {
        long until = System.nanoTime() + limits.flushEvery().toNanos();
        long left = until - System.nanoTime();
        try {
            while (left > 0 && !isClosing && !isUrgent && changedBytes < limits.flushBytes()) {
                TimeUnit.NANOSECONDS.timedWait(this, left);
                left = until - System.nanoTime();
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException("nobody interrupts the flusher", e);
        }
        isUrgent = false;
        return !isClosing;
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
            // A damaged file is never overwritten, so the old copy is checked first.
            if (!session.isCardChecked) {
                index.readMeta(ref);
                session.isCardChecked = true;
            }
            Optional<CountedCard> card = cards.find(ref);
            // A card counts entries that are written. They must be flushed before the card is written to the disk.
            journal.progress().awaitFlushed();
            if (card.isPresent()) {
                session.writeCard(card.get(), cards);
            }
        } finally {
            sessions.release(session);
        }
    }

    /** Flushes all files with records of the segments to the disk, then deletes the segments. */
    private void checkpoint(List<Segment> sealed) throws IOException {
        Set<SessionRef> written = new LinkedHashSet<>();
        sealed.forEach(segment -> written.addAll(segment.sessions()));
        for (SessionRef ref : written) {
            SessionFile session = sessions.hold(ref);
            try {
                session.flush();
                if (cards.find(ref).isPresent()) {
                    session.force();
                }
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

    private synchronized Set<SessionRef> takeChanged() {
        Set<SessionRef> taken = changed;
        changed = new LinkedHashSet<>();
        changedBytes = 0;
        return taken;
    }

    private synchronized void putBack(Set<SessionRef> round) {
        changed.addAll(round);
    }
}
