package dev.throughline.store.file;

import dev.throughline.model.ProxyException;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes appends durable.
 *
 * <p>Flushing a file to the disk takes milliseconds, for one append as for a thousand. So all sessions share one
 * journal, which has two threads. The <em>writer</em> takes all batches that wait and writes them at once; the
 * <em>forcer</em> flushes everything that was written since its last flush. The writer continues while the forcer waits
 * for the disk, and the next flush covers all of that.
 *
 * <pre>
 * append → queue → writer: one write → written: counted in its card, the session may be leased again
 *                                └→ unforced → forcer: one flush → flushed: readable, passed to the flusher
 * </pre>
 *
 * <p>A turn waits at most for a write, not for a flush. A batch is read or copied only after it was flushed. Therefore
 * no session file ever contains anything that the journal could lose in a power failure, and a start never has to
 * remove anything from a session file.
 *
 * <p>If a write fails, the segment is cut back and everything that waits fails with it, because a later append of the
 * same session would leave a gap. The sequences of failed batches are assigned again. If a flush fails, the content of
 * the disk is unknown: the batches stay, since they are still in memory and will be written and flushed to their
 * session files, but their {@code durable} fails and the segment is not written to again. If a listener fails, the
 * record counts nevertheless, and its segment is kept for the next start.
 */
final class Journal {
    private static final Logger LOG = LoggerFactory.getLogger(Journal.class);

    private final Home home;
    private final FileStoreLimits limits;
    private final Segment.Opener opener;
    private final JournalListeners listeners;

    /** Guards the fields below it; both threads wait on it. */
    private final Object lock = new Object();

    private final AppendBatch.Progress progress = new AppendBatch.Progress(lock);
    private final Deque<AppendBatch> queue = new ArrayDeque<>();
    private final List<Segment> sealed = new ArrayList<>();
    private List<AppendBatch> unforced = new ArrayList<>();
    private Set<Segment> unforcedSegments = new LinkedHashSet<>();
    private long waitingBytes;
    private boolean isClosing;
    private boolean isWriterDone;

    // Used by the writer only.
    private @Nullable Segment current;
    private long nextNumber;

    private final DiskProblem writing = new DiskProblem(LOG, "the journal cannot be written");
    private final DiskProblem forcing = new DiskProblem(LOG, "the journal cannot be flushed to the disk");
    private final Thread writer = new Thread(this::write, "throughline-journal-writer");
    private final Thread forcer = new Thread(this::force, "throughline-journal-forcer");

    /**
     * Called on the journal's threads and in the journal's order.
     *
     * @param written a batch was written
     * @param flushed a batch was flushed
     * @param sealed nothing more is written to a segment
     */
    record JournalListeners(Consumer<AppendBatch> written, Consumer<AppendBatch> flushed, Runnable sealed) {}

    Journal(Home home, FileStoreLimits limits, Segment.Opener opener, JournalListeners listeners) {
        this.home = home;
        this.limits = limits;
        this.opener = opener;
        this.listeners = listeners;
    }

    /** Starts with the segments of earlier processes, and with the number after their last record. */
    void start(List<Segment> earlier, long firstNumber) {
        sealed.addAll(earlier);
        nextNumber = firstNumber;
        writer.setDaemon(true);
        forcer.setDaemon(true);
        writer.start();
        forcer.start();
    }

    /** Numbers the lines of the batch and queues it for the writer. */
    void append(AppendBatch batch) {
        synchronized (lock) {
            if (isClosing) {
                throw refused("the store is closed; open it again");
            }
            if (waitingBytes + batch.size > limits.waitingBytes()) {
                throw refused("the disk is falling behind, " + waitingBytes + " bytes wait for it; try again later");
            }
            batch.first = batch.session.assigned + 1;
            batch.session.assigned = batch.last();
            progress.appended(batch);
            waitingBytes += batch.size;
            queue.add(batch);
            lock.notifyAll();
        }
    }

    AppendBatch.Progress progress() {
        return progress;
    }

    /** The sequence of the session's newest entry; the caller waited until everything is written. */
    long lastSequence(SessionFile session) {
        synchronized (lock) {
            return session.assigned;
        }
    }

    /** Subtracts the bytes of a batch that no longer waits for the disk. */
    void release(long bytes) {
        synchronized (lock) {
            waitingBytes -= bytes;
        }
    }

    /** The sealed segments, oldest first, up to the first one that only the next start may delete. */
    List<Segment> sealed() {
        synchronized (lock) {
            return sealed.stream().takeWhile(segment -> !segment.isKept).toList();
        }
    }

    /** Deletes segments whose records are all in flushed session files. */
    void delete(List<Segment> done) throws IOException {
        for (Segment segment : done) {
            segment.delete();
            synchronized (lock) {
                sealed.remove(segment);
            }
        }
    }

    /** Why the journal cannot write; empty if it can. */
    String problem() {
        return writing.text().isEmpty() ? forcing.text() : writing.text();
    }

    /** Refuses further appends, writes and flushes what waits, and seals the last segment. */
    void close() {
        synchronized (lock) {
            isClosing = true;
            lock.notifyAll();
        }
        join(writer);
        synchronized (lock) {
            isWriterDone = true;
            lock.notifyAll();
        }
        join(forcer);
        seal();
    }

    private void write() {
        for (List<AppendBatch> group = takeWaiting(); !group.isEmpty(); group = takeWaiting()) {
            @Nullable Segment segment = write(group);
            if (segment != null) {
                writing.isOver();
                passOn(group, segment);
            }
        }
    }

    /** Writes a group and returns its segment; returns null if that failed, and then none of the group counts. */
    private @Nullable Segment write(List<AppendBatch> group) {
        try {
            group.forEach(AppendBatch::makeLines);
            Segment segment = segment();
            long number = nextNumber;
            nextNumber += group.size();
            segment.write(group, number);
            return segment;
        } catch (IOException | RuntimeException | Error e) {
            // Whatever it is, the waiting callers must be told, and the thread must go on: nobody could append without.
            nextNumber++;
            fail(group, e);
            return null;
        }
    }

    private List<AppendBatch> takeWaiting() {
        synchronized (lock) {
            while (queue.isEmpty() && !isClosing) {
                awaitChange();
            }
            List<AppendBatch> group = List.copyOf(queue);
            queue.clear();
            return group;
        }
    }

    /** Waits on the lock, which the caller holds. Nobody interrupts these threads, and the callers check again. */
    @SuppressWarnings("WaitNotInLoop") // Every caller is a loop.
    private void awaitChange() {
        try {
            lock.wait();
        } catch (InterruptedException e) {
            LOG.warn("a thread of the journal was interrupted and goes on", e);
        }
    }

    private Segment segment() throws IOException {
        Segment open = current;
        if (open != null && open.size() < limits.segmentBytes() && !open.isSuspect) {
            return open;
        }
        seal();
        Segment fresh = Segment.create(home, nextNumber, opener);
        current = fresh;
        return fresh;
    }

    private void seal() {
        Segment full = current;
        if (full != null) {
            current = null;
            synchronized (lock) {
                sealed.add(full);
            }
            listeners.sealed().run();
        }
    }

    private void passOn(List<AppendBatch> group, Segment segment) {
        for (AppendBatch batch : group) {
            segment.sessions().add(batch.session.ref());
            var _ = accepts(listeners.written(), batch);
        }
        synchronized (lock) {
            unforced.addAll(group);
            unforcedSegments.add(segment);
            lock.notifyAll();
        }
        for (AppendBatch batch : group) {
            batch.writeDone.complete(null);
            batch.written.complete(null);
        }
    }

    /**
     * Calls a listener and returns whether it succeeded. A record that was written stays, and its caller is told so,
     * also if a listener fails.
     */
    private static boolean accepts(Consumer<AppendBatch> listener, AppendBatch batch) {
        try {
            listener.accept(batch);
            return true;
        } catch (RuntimeException | Error e) {
            LOG.error("an append to session {} is in the journal only", batch.session.ref(), e);
            return false;
        }
    }

    /** Frees the sequences of failed batches. The forcer completes their futures after those of earlier batches. */
    private void fail(List<AppendBatch> group, Throwable cause) {
        writing.found(cause);
        ProxyException failure = Home.failed("write to the journal in " + home.journal(), cause);
        List<AppendBatch> failed = new ArrayList<>(group);
        synchronized (lock) {
            failed.addAll(queue);
            queue.clear();
            for (AppendBatch batch : failed.reversed()) {
                batch.session.assigned = batch.first - 1;
                batch.failure = failure;
            }
            unforced.addAll(failed);
            lock.notifyAll();
        }
        failed.forEach(batch -> batch.writeDone.complete(null));
    }

    private void force() {
        while (true) {
            List<AppendBatch> batches;
            Set<Segment> segments;
            synchronized (lock) {
                while (unforced.isEmpty() && !isWriterDone) {
                    awaitChange();
                }
                batches = unforced;
                segments = unforcedSegments;
                unforced = new ArrayList<>();
                unforcedSegments = new LinkedHashSet<>();
            }
            if (batches.isEmpty()) {
                return;
            }
            finish(batches, segments, force(segments));
        }
    }

    private @Nullable ProxyException force(Set<Segment> segments) {
        @Nullable ProxyException failure = null;
        for (Segment segment : segments) {
            try {
                segment.force();
            } catch (IOException | RuntimeException | Error e) {
                segment.isSuspect = true;
                forcing.found(e);
                failure = Home.failed("flush " + segment.file() + " to the disk", e);
            }
        }
        if (failure == null) {
            forcing.isOver();
        }
        return failure;
    }

    private void finish(List<AppendBatch> batches, Set<Segment> segments, @Nullable ProxyException failure) {
        for (AppendBatch batch : batches) {
            if (batch.failure != null) {
                batch.session.withdrawn(batch);
            } else if (!accepts(listeners.flushed(), batch)) {
                // Nobody will copy the batch into its session's file, so the next start has to.
                segments.forEach(segment -> segment.isKept = true);
            }
            progress.flushed(batch);
        }
        // Code that waits for these futures is not ours, so it does not run on our thread.
        Thread.startVirtualThread(() -> batches.forEach(batch -> {
            finish(batch.written, batch.failure);
            finish(batch.durable, batch.failure == null ? failure : batch.failure);
        }));
    }

    private static void finish(CompletableFuture<Void> future, @Nullable ProxyException failure) {
        if (failure == null) {
            future.complete(null);
        } else {
            future.completeExceptionally(failure);
        }
    }

    private static ProxyException refused(String why) {
        return new ProxyException(ProxyException.Kind.STORE, "store_failed", "cannot append to the journal: " + why);
    }

    static void join(Thread thread) {
        boolean wasInterrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                wasInterrupted = true;
            }
        }
        if (wasInterrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
