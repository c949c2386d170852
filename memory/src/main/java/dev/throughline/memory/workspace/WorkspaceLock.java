package dev.throughline.memory.workspace;

import dev.throughline.files.PrivateFiles;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The lock for changing a workspace: one thread of one process at a time. Readers do not need it, because pages are
 * replaced atomically.
 *
 * <p>Threads of this process first take a lock in memory, and only its holder opens the lock file: on POSIX systems a
 * process that closes any descriptor of a locked file loses the lock. The map of locks grows by one small object for
 * each workspace that this process writes to.
 */
final class WorkspaceLock implements AutoCloseable {
    static final Duration TIMEOUT = Duration.ofSeconds(30);

    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(2);
    private static final Map<Path, ReentrantLock> LOCKS = new ConcurrentHashMap<>();

    private final ReentrantLock threads;
    private final FileChannel channel;

    private WorkspaceLock(ReentrantLock threads, FileChannel channel) {
        this.threads = threads;
        this.channel = channel;
    }

    /** Waits for the lock of a workspace. */
    static WorkspaceLock of(Path root, Path file) throws IOException {
        ReentrantLock threads = LOCKS.computeIfAbsent(root.toRealPath(), _ -> new ReentrantLock());
        if (threads.isHeldByCurrentThread()) {
            throw new IllegalStateException("a change of " + root + " was begun inside another change of it");
        }
        long deadline = System.nanoTime() + TIMEOUT.toNanos();
        try {
            if (!threads.tryLock(TIMEOUT.toNanos(), TimeUnit.NANOSECONDS)) {
                throw WorkspaceErrors.busy(root);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw WorkspaceErrors.notWritten(root, e);
        }
        boolean isHeld = false;
        try {
            WorkspaceLock lock = new WorkspaceLock(threads, locked(root, file, deadline));
            isHeld = true;
            return lock;
        } finally {
            if (!isHeld) {
                threads.unlock();
            }
        }
    }

    private static FileChannel locked(Path root, Path file, long deadline) throws IOException {
        FileChannel channel = FileChannel.open(
                file,
                Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS),
                PrivateFiles.PRIVATE_FILE);
        boolean isLocked = false;
        try {
            FileLock lock = channel.tryLock();
            while (lock == null) {
                if (System.nanoTime() - deadline > 0) {
                    throw WorkspaceErrors.busy(root);
                }
                LockSupport.parkNanos(PAUSE_NANOS);
                lock = channel.tryLock();
            }
            isLocked = true;
            return channel;
        } finally {
            if (!isLocked) {
                channel.close();
            }
        }
    }

    /** Closing the channel releases the file's lock. */
    @Override
    public void close() throws IOException {
        try {
            channel.close();
        } finally {
            threads.unlock();
        }
    }
}
