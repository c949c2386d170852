package dev.throughline.store.file;

import dev.throughline.engine.archive.Entry;
import dev.throughline.engine.archive.SessionCard;
import dev.throughline.model.ProxyException;
import dev.throughline.store.file.format.EntryCodec;
import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * The lines that one append adds to one session: all of them are stored, or none. Or the deletion of the session.
 *
 * <p>The {@link Journal} numbers a batch, writes it and flushes it to the disk; then readers see it, and the
 * {@link SessionFlusher} may copy it into the session's own file. Each of them owns the fields it sets until it passes
 * the batch on.
 */
final class AppendBatch {
    final SessionFile session;
    final Optional<SessionCard> opened;
    final boolean isDeletion;
    final List<Entry> entries;
    final CompletableFuture<Void> written = new CompletableFuture<>();
    final CompletableFuture<Void> durable = new CompletableFuture<>();

    /** Completes when the batch is written or has failed. */
    final CompletableFuture<Void> writeDone = new CompletableFuture<>();

    /** Completes when the batch is flushed or has failed; internal, so that no foreign code runs on our threads. */
    final CompletableFuture<Void> flushDone = new CompletableFuture<>();

    final long size;
    private List<byte[]> bodies;

    /** The sequence of the first line, assigned under the journal's lock. */
    long first;

    /** Why the batch was not written, if it was not; set under the journal's lock. */
    @Nullable
    ProxyException failure;

    /** The lines with their line breaks, once the journal's writer has called {@link #makeLines}. */
    byte[] lines = new byte[0];

    private AppendBatch(SessionFile session, Optional<SessionCard> opened, List<Entry> entries, List<byte[]> bodies) {
        this.session = session;
        this.opened = opened;
        this.isDeletion = bodies.isEmpty();
        this.entries = entries;
        this.bodies = bodies;
        this.size = bodies.stream().mapToLong(body -> body.length).sum();
    }

    /** A batch that opens a session. */
    static AppendBatch opening(SessionFile session, SessionCard card) {
        return new AppendBatch(session, Optional.of(card), List.of(), List.of(EntryCodec.body(card)));
    }

    static AppendBatch of(SessionFile session, List<Entry> entries) {
        List<byte[]> bodies = entries.stream().map(EntryCodec::body).toList();
        return new AppendBatch(session, Optional.empty(), entries, bodies);
    }

    /** A batch that deletes a session with all that was appended before: a record of the journal without lines. */
    static AppendBatch deletion(SessionFile session) {
        return new AppendBatch(session, Optional.empty(), List.of(), List.of());
    }

    int count() {
        return isDeletion ? 0 : Math.max(1, entries.size());
    }

    /** The newest sequence of the session after this batch; -1 if it was deleted, as before it was opened. */
    long last() {
        return isDeletion ? -1 : first + count() - 1;
    }

    /** Joins sequences and bodies into lines. */
    void makeLines() {
        ByteArrayOutputStream out = new ByteArrayOutputStream(Math.toIntExact(size + 32L * bodies.size()));
        long sequence = first;
        for (byte[] body : bodies) {
            out.writeBytes(EntryCodec.prefix(sequence++));
            out.writeBytes(body);
            out.write('\n');
        }
        lines = out.toByteArray();
        bodies = List.of();
    }

    /**
     * The state of batches: appended, then written, then flushed. A batch that failed counts as written and flushed.
     * Batches reach each state in the order in which they were appended. Uses the journal's lock.
     */
    static final class Progress {
        private final Object lock;
        private @Nullable AppendBatch newest;

        Progress(Object lock) {
            this.lock = lock;
        }

        /** Called with the lock held. */
        void appended(AppendBatch batch) {
            batch.session.newest = batch;
            newest = batch;
        }

        void flushed(AppendBatch batch) {
            synchronized (lock) {
                if (batch.session.newest == batch) {
                    batch.session.newest = null;
                }
                if (newest == batch) {
                    newest = null;
                }
            }
            batch.flushDone.complete(null);
        }

        /** Waits until everything that was appended to the session so far is written or has failed. */
        void awaitWritten(SessionFile session) {
            newest(session).ifPresent(last -> await(last.writeDone));
        }

        /** Waits until everything that was appended to the session so far is flushed or has failed. */
        void awaitFlushed(SessionFile session) {
            newest(session).ifPresent(last -> await(last.flushDone));
        }

        /** Waits until everything that was appended so far is written or has failed. */
        void awaitWritten() {
            newest().ifPresent(last -> await(last.writeDone));
        }

        /** Waits without a time limit until everything that was appended so far is flushed or has failed. */
        void awaitFlushed() {
            newest().ifPresent(last -> last.flushDone.join());
        }

        private Optional<AppendBatch> newest(SessionFile session) {
            synchronized (lock) {
                return Optional.ofNullable(session.newest);
            }
        }

        private Optional<AppendBatch> newest() {
            synchronized (lock) {
                return Optional.ofNullable(newest);
            }
        }

        /** Waits for the disk for a limited time, so that a turn can go on without a store that stalls. */
        void await(CompletableFuture<Void> done) {
            try {
                done.get(FileStoreLimits.PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
            } catch (ExecutionException e) {
                throw Home.failed("append", e);
            } catch (TimeoutException e) {
                throw stalled(e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw stalled(e);
            }
        }

        private static ProxyException stalled(Exception cause) {
            return new ProxyException(
                    ProxyException.Kind.STORE,
                    "store_failed",
                    "the disk did not finish a write within " + FileStoreLimits.PATIENCE.toMillis()
                            + " ms; check the disk that contains the home",
                    cause);
        }
    }
}
