package dev.throughline.store.file;

import dev.throughline.engine.archive.Entry;
import dev.throughline.engine.archive.SessionCard;
import dev.throughline.model.ProxyException;
import dev.throughline.store.file.line.EntryLine;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What one append adds to one session: the unit that is kept as a whole or not at all.
 *
 * <p>It goes through three hands. {@link Journal} numbers it, writes it and flushes it to the disk; then it is
 * <em>settled</em>: readers see it, and the {@link Scribe} may copy it into the session's own file. Each hand owns the
 * fields it sets until it passes the batch on.
 */
final class Batch {
    final SessionFile session;
    final Optional<SessionCard> opened;
    final List<Entry> entries;
    final CompletableFuture<Void> written = new CompletableFuture<>();
    final CompletableFuture<Void> durable = new CompletableFuture<>();

    /** Done when the batch is written, or is known to have failed. */
    final CompletableFuture<Void> known = new CompletableFuture<>();

    /** Done when the batch's fate is known to readers; ours alone, so that no stranger's code runs on our threads. */
    final CompletableFuture<Void> settled = new CompletableFuture<>();

    final long size;
    private List<byte[]> bodies;

    /** The sequence of the first line, given under the journal's lock. */
    long first;

    /** Why it was not written, if it was not; set under the journal's lock. */
    @Nullable
    ProxyException failure;

    /** The lines with their line breaks, once the journal's writer has made them. */
    byte[] lines = new byte[0];

    private Batch(SessionFile session, Optional<SessionCard> opened, List<Entry> entries, List<byte[]> bodies) {
        this.session = session;
        this.opened = opened;
        this.entries = entries;
        this.bodies = bodies;
        this.size = bodies.stream().mapToLong(body -> body.length).sum();
    }

    /** A batch that opens a session. */
    static Batch opening(SessionFile session, SessionCard card) {
        return new Batch(session, Optional.of(card), List.of(), List.of(EntryLine.body(card)));
    }

    static Batch of(SessionFile session, List<Entry> entries) {
        List<byte[]> bodies = new ArrayList<>(entries.size());
        for (Entry entry : entries) {
            bodies.add(EntryLine.body(entry));
        }
        return new Batch(session, Optional.empty(), entries, bodies);
    }

    int count() {
        return Math.max(1, entries.size());
    }

    long last() {
        return first + count() - 1;
    }

    /** Joins sequences and bodies into lines. */
    void makeLines() {
        List<byte[]> prefixes = new ArrayList<>(bodies.size());
        int length = 0;
        for (int i = 0; i < bodies.size(); i++) {
            byte[] prefix = EntryLine.prefix(first + i);
            prefixes.add(prefix);
            length = Math.addExact(length, prefix.length + bodies.get(i).length + 1);
        }
        lines = new byte[length];
        int at = 0;
        for (int i = 0; i < bodies.size(); i++) {
            at = copy(prefixes.get(i), at);
            at = copy(bodies.get(i), at);
            lines[at++] = '\n';
        }
        bodies = List.of();
    }

    private int copy(byte[] from, int at) {
        System.arraycopy(from, 0, lines, at, from.length);
        return at + from.length;
    }

    /**
     * What becomes of batches: appended, then written (<em>known</em>), then flushed (<em>settled</em>), or failed,
     * which is both. Batches reach each state in the order in which they were appended. Uses the journal's lock.
     */
    static final class Fates {
        private final ReentrantLock lock;
        private final Duration patience;
        private @Nullable Batch newest;

        Fates(ReentrantLock lock, Duration patience) {
            this.lock = lock;
            this.patience = patience;
        }

        /** Called with the lock held. */
        void appended(Batch batch) {
            batch.session.newest = batch;
            batch.session.unwritten = batch;
            newest = batch;
        }

        /** Called with the lock held; whoever calls it completes {@code known} afterwards, without the lock. */
        void written(Batch batch) {
            if (batch.session.unwritten == batch) {
                batch.session.unwritten = null;
            }
        }

        void settled(Batch batch) {
            lock.lock();
            try {
                if (batch.session.newest == batch) {
                    batch.session.newest = null;
                }
                if (newest == batch) {
                    newest = null;
                }
            } finally {
                lock.unlock();
            }
            batch.settled.complete(null);
        }

        /** Waits until everything that was appended to the session is written, or is known to have failed. */
        void know(SessionFile session) {
            for (Batch last = locked(() -> session.unwritten); last != null; last = locked(() -> session.unwritten)) {
                await(last.known);
            }
        }

        /** Waits until everything that was appended to the session is flushed, or is known to have failed. */
        void settle(SessionFile session) {
            for (Batch last = locked(() -> session.newest); last != null; last = locked(() -> session.newest)) {
                await(last.settled);
            }
        }

        /** Waits until everything that was appended so far is written, or is known to have failed. */
        void know() {
            Batch last = locked(() -> newest);
            if (last != null) {
                await(last.known);
            }
        }

        /** Waits, however long it takes, until everything that was appended so far is flushed or has failed. */
        void settle() {
            Batch last = locked(() -> newest);
            if (last != null) {
                last.settled.join();
            }
        }

        /** Waits for the disk, but not for ever: a turn that waits on a stalled disk must be able to go round it. */
        void await(CompletableFuture<Void> fate) {
            try {
                fate.get(patience.toMillis(), TimeUnit.MILLISECONDS);
            } catch (TimeoutException e) {
                throw stalled(e);
            } catch (ExecutionException e) {
                throw Home.failed("append", e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw stalled(e);
            }
        }

        private ProxyException stalled(Exception cause) {
            return new ProxyException(
                    ProxyException.Kind.STORE,
                    "store_failed",
                    "expected the disk to take an append within " + patience.toMillis()
                            + " ms, found it stalled; check the disk that holds the home",
                    cause);
        }

        private @Nullable Batch locked(Supplier<@Nullable Batch> look) {
            lock.lock();
            try {
                return look.get();
            } finally {
                lock.unlock();
            }
        }
    }
}
