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
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one place where an append becomes durable.
 *
 * <p>Flushing a file to the disk costs milliseconds, whether it carries one append or a thousand. So all sessions share
 * one journal, and two threads carry it. The <em>writer</em> takes everything that waits and writes it at once; the
 * <em>forcer</em> flushes everything that was written since it last looked. While the forcer waits for the disk the
 * writer goes on, and the next flush covers all of that.
 *
 * <pre>
 * append → queue → writer: one write → written: counted in its card, the session may be leased again
 *                                └→ unforced → forcer: one flush → flushed: readable, passed to the flusher
 * </pre>
 *
 * <p>A turn waits at most for a write, not for a flush. A batch is read or copied only after it was flushed. Therefore
 * no session file ever holds what a power failure could still take out of the journal, and a start never has to take
 * anything back.
 *
 * <p>If a write fails, the segment is cut back and everything that waits fails with it: a later append of the same
 * session would leave a gap where the failed one was. Numbers given to them are given again. If a flush fails, nobody
 * can say what the disk holds; the batches stay, since memory still has them and their session files will be written
 * and flushed, but their {@code durable} fails and the segment is not written to again. If a listener fails, the record
 * counts all the same, and its segment waits for the next start.
 */
final class Journal {
    private static final Logger LOG = LoggerFactory.getLogger(Journal.class);

    private final Home home;
    private final FileStoreLimits limits;
    private final Segment.Opener opener;
    private final Consumer<AppendBatch> onWritten;
    private final Consumer<AppendBatch> onFlushed;
    private final Runnable onSealed;

    private final ReentrantLock lock = new ReentrantLock();
    private final AppendBatch.Progress progress;
    private final Condition hasWaiting = lock.newCondition();
    private final Condition hasUnforced = lock.newCondition();
    private final Deque<AppendBatch> queue = new ArrayDeque<>();
    private final List<Segment> sealed = new ArrayList<>();
    private List<AppendBatch> unforced = new ArrayList<>();
    private Set<Segment> unforcedSegments = new LinkedHashSet<>();
    private @Nullable Segment current;
    private long waitingBytes;
    private long nextNumber;
    private boolean isClosing;
    private boolean isWriterDone;

    private final DiskProblem writing = new DiskProblem(LOG, "the journal cannot be written");
    private final DiskProblem forcing = new DiskProblem(LOG, "the journal cannot be flushed to the disk");
    private final Thread writer = new Thread(this::write, "throughline-journal-writer");
    private final Thread forcer = new Thread(this::force, "throughline-journal-forcer");

    /**
     * Who is told how far batches are, on the journal's threads and in the journal's order.
     *
     * @param written a batch was written
     * @param flushed a batch was flushed
     * @param sealed a segment is written to no longer
     */
    record Listeners(Consumer<AppendBatch> written, Consumer<AppendBatch> flushed, Runnable sealed) {}

    Journal(Home home, FileStoreLimits limits, Segment.Opener opener, Listeners listeners) {
        this.home = home;
        this.limits = limits;
        this.opener = opener;
        this.progress = new AppendBatch.Progress(lock, FileStoreLimits.PATIENCE);
        this.onWritten = listeners.written();
        this.onFlushed = listeners.flushed();
        this.onSealed = listeners.sealed();
    }

    /** Starts after what an earlier process left: its segments, and the number after its last record. */
    void start(List<Segment> earlier, long firstNumber) {
        sealed.addAll(earlier);
        nextNumber = firstNumber;
        writer.setDaemon(true);
        forcer.setDaemon(true);
        writer.start();
        forcer.start();
    }

    /** Numbers the batch's lines and lets it wait for the writer. */
    void append(AppendBatch batch) {
        lock.lock();
        try {
            if (isClosing) {
                throw refused("the store is closed; open it again");
            }
            if (waitingBytes + batch.size > limits.waitingBytes()) {
                throw refused("the disk is falling behind, " + waitingBytes + " bytes wait for it; try again later");
            }
            SessionFile session = batch.session;
            batch.first = session.assigned + 1;
            session.assigned = batch.last();
            progress.appended(batch);
            waitingBytes += batch.size;
            queue.add(batch);
            hasWaiting.signal();
        } finally {
            lock.unlock();
        }
    }

    /** What became of batches, to be waited for. */
    AppendBatch.Progress progress() {
        return progress;
    }

    /** The sequence of the session's newest entry; the caller waited until all is written. */
    long lastSequence(SessionFile session) {
        lock.lock();
        try {
            return session.assigned;
        } finally {
            lock.unlock();
        }
    }

    /** Says that these bytes wait no longer. */
    void release(long bytes) {
        locked(() -> waitingBytes -= bytes);
    }

    /** Segments that are written to no longer, oldest first, up to the first that only the next start may delete. */
    List<Segment> sealed() {
        lock.lock();
        try {
            return sealed.stream().takeWhile(segment -> !segment.isKept()).toList();
        } finally {
            lock.unlock();
        }
    }

    /** Deletes segments whose records are all in flushed session files. */
    void delete(List<Segment> done) throws IOException {
        for (Segment segment : done) {
            segment.delete();
            locked(() -> sealed.remove(segment));
        }
    }

    /** What keeps the journal from writing; empty when nothing does. */
    String problem() {
        return writing.text().isEmpty() ? forcing.text() : writing.text();
    }

    /** Takes no more, writes and flushes what waits, and seals the last segment. */
    void close() {
        locked(() -> {
            isClosing = true;
            hasWaiting.signalAll();
        });
        join(writer);
        locked(() -> {
            isWriterDone = true;
            hasUnforced.signalAll();
        });
        join(forcer);
        seal();
    }

    private void write() {
        for (List<AppendBatch> group = takeWaiting(); !group.isEmpty(); group = takeWaiting()) {
            @Nullable Segment segment = written(group);
            if (segment != null) {
                writing.isOver();
                passOn(group, segment);
            }
        }
    }

    /** Writes a group and returns where it stands; null if that failed, and then nothing of it counts. */
    private @Nullable Segment written(List<AppendBatch> group) {
        try {
            group.forEach(AppendBatch::makeLines);
            Segment segment = segment();
            long number = nextNumber;
            nextNumber += group.size();
            segment.write(group, number);
            return segment;
        } catch (IOException | RuntimeException | Error e) {
            // Whatever it is, what waits must learn of it, and the thread must go on: without it nobody can append.
            nextNumber++;
            fail(group, e);
            return null;
        }
    }

    private List<AppendBatch> takeWaiting() {
        lock.lock();
        try {
            while (queue.isEmpty() && !isClosing) {
                hasWaiting.awaitUninterruptibly();
            }
            List<AppendBatch> group = new ArrayList<>(queue);
            queue.clear();
            return group;
        } finally {
            lock.unlock();
        }
    }

    private Segment segment() throws IOException {
        Segment open = current;
        if (open != null && open.size() < limits.segmentBytes() && !open.isSuspect()) {
            return open;
        }
        seal();
        Segment fresh = Segment.create(home, nextNumber, opener);
        current = fresh;
        return fresh;
    }

    private void seal() {
        Segment full = current;
        if (full == null) {
            return;
        }
        current = null;
        locked(() -> sealed.add(full));
        onSealed.run();
    }

    private void passOn(List<AppendBatch> group, Segment segment) {
        for (AppendBatch batch : group) {
            segment.touched().add(batch.session.ref());
            var _ = accepts(onWritten, batch);
        }
        lock.lock();
        try {
            group.forEach(progress::written);
            unforced.addAll(group);
            unforcedSegments.add(segment);
            hasUnforced.signal();
        } finally {
            lock.unlock();
        }
        for (AppendBatch batch : group) {
            batch.writeDone.complete(null);
            batch.written.complete(null);
        }
    }

    /**
     * Tells a listener of a batch, and says whether it took it. A record that was written stays: its sequences are used
     * up, and its caller is told so, also if a listener fails.
     */
    private static boolean accepts(Consumer<AppendBatch> listener, AppendBatch batch) {
        try {
            listener.accept(batch);
            return true;
        } catch (RuntimeException | Error e) {
            LOG.error("what was appended to session {} is in the journal only", batch.session.ref(), e);
            return false;
        }
    }

    /**
     * Frees the sequences of what failed. The forcer completes its futures, after those that came before are flushed.
     */
    private void fail(List<AppendBatch> group, Throwable cause) {
        writing.found(cause);
        ProxyException failure = Home.failed("write to the journal in " + home.journal(), cause);
        List<AppendBatch> failed = new ArrayList<>(group);
        lock.lock();
        try {
            failed.addAll(queue);
            queue.clear();
            for (AppendBatch batch : failed.reversed()) {
                batch.session.assigned = batch.first - 1;
                batch.failure = failure;
                progress.written(batch);
            }
            unforced.addAll(failed);
            hasUnforced.signal();
        } finally {
            lock.unlock();
        }
        failed.forEach(batch -> batch.writeDone.complete(null));
    }

    private void force() {
        while (true) {
            List<AppendBatch> batches;
            Set<Segment> segments;
            lock.lock();
            try {
                while (unforced.isEmpty() && !isWriterDone) {
                    hasUnforced.awaitUninterruptibly();
                }
                batches = unforced;
                segments = unforcedSegments;
                unforced = new ArrayList<>();
                unforcedSegments = new LinkedHashSet<>();
            } finally {
                lock.unlock();
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
                segment.suspect();
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
            if (batch.failure == null) {
                if (!accepts(onFlushed, batch)) {
                    // Nobody will copy it into its session's file, so the next start has to.
                    segments.forEach(Segment::keep);
                }
            } else {
                batch.session.withdrawn(batch);
            }
            progress.flushed(batch);
        }
        // Whoever waits for these may do anything next, so it is not done on our thread.
        Thread.startVirtualThread(() -> batches.forEach(batch -> {
            finish(batch.written, batch.failure);
            finish(batch.durable, batch.failure == null ? failure : batch.failure);
        }));
    }

    private void locked(Runnable action) {
        lock.lock();
        try {
            action.run();
        } finally {
            lock.unlock();
        }
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
