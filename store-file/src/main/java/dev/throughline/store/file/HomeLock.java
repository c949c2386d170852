package dev.throughline.store.file;

import dev.throughline.files.PrivateFiles;
import dev.throughline.model.ProxyException;
import dev.throughline.store.file.format.DamagedException;
import dev.throughline.store.file.format.JsonFields;
import dev.throughline.store.file.format.JsonLineWriter;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The lock on a home, held as long as this process has the store open. Its file says who holds it, in one line:
 *
 * <pre>{"pid":4711,"epoch":1772355600,"address":"http://127.0.0.1:8484"}</pre>
 *
 * {@code epoch} grows with every process that had the home; {@link FileLease} counts fences from it. It is the time in
 * seconds, or one more than the last, if a clock went back. {@code address} is there once the process serves.
 *
 * <p>On POSIX systems a process loses its lock on a file when it closes <em>any</em> descriptor of that file. So within
 * the process that holds a home, nobody may open its lock file a second time, not even to read: {@link #HELD} answers
 * instead, and refuses a second store on the same home before it could do harm.
 */
final class HomeLock implements AutoCloseable {
    private static final Map<Path, HomeLock> HELD = new ConcurrentHashMap<>();
    private static final int MOST_BYTES = 4096;

    private final Path file;
    private @Nullable FileChannel channel;
    private @Nullable FileLock lock;
    /** Somebody who only looks whether the lock is held holds it for a moment, so one refusal is none. */
    private static final int TRIES = 3;

    private long epoch;
    private Optional<String> address = Optional.empty();

    private HomeLock(Path file) {
        this.file = file;
    }

    /** Takes the lock. */
    static HomeLock take(Home home, Clock clock) {
        HomeLock taken = new HomeLock(home.lock());
        if (HELD.putIfAbsent(home.lock(), taken) != null) {
            throw locked(
                    home,
                    Optional.of(new FileStore.Holder(ProcessHandle.current().pid(), Optional.empty())));
        }
        boolean isTaken = false;
        try {
            for (int i = 0; i < TRIES && !isTaken; i++) {
                isTaken = taken.acquire(clock);
            }
        } catch (IOException e) {
            throw new ProxyException(
                    ProxyException.Kind.STORE,
                    "home_unwritable",
                    "cannot lock " + home.lock() + ": " + Home.describe(e) + "; make the home writable",
                    e);
        } finally {
            if (!isTaken) {
                HELD.remove(home.lock(), taken);
            }
        }
        if (!isTaken) {
            throw locked(home, read(home.lock()));
        }
        return taken;
    }

    /** Who holds the home, as far as its file tells and if that process lives. */
    static Optional<FileStore.Holder> holder(Path root) {
        Path file;
        try {
            file = root.toRealPath().resolve("lock");
        } catch (IOException e) {
            return Optional.empty();
        }
        HomeLock own = HELD.get(file);
        if (own != null) {
            return Optional.of(own.describe());
        }
        return isHeld(file) ? read(file) : Optional.empty();
    }

    /** Asks the system and not the file: a process that was killed leaves its file, and its number may live on. */
    private static boolean isHeld(Path file) {
        if (!Files.exists(file)) {
            return false;
        }
        try (FileChannel probe = FileChannel.open(file, StandardOpenOption.READ);
                FileLock free = probe.tryLock(0, Long.MAX_VALUE, /* shared= */ true)) {
            return free == null;
        } catch (IOException e) {
            return true;
        }
    }

    long epoch() {
        return epoch;
    }

    /** Writes down where this process serves. */
    synchronized void serveAt(String newAddress) {
        address = Optional.of(newAddress);
        try {
            write();
        } catch (IOException e) {
            throw Home.failed("write the address into " + file, e);
        }
    }

    @Override
    public synchronized void close() {
        try (FileChannel closing = channel) {
            if (closing != null) {
                channel = null;
                write(closing, new JsonLineWriter().open().field("epoch", epoch).close());
            }
        } catch (IOException e) {
            throw Home.failed("release " + file, e);
        } finally {
            HELD.remove(file, this);
        }
    }

    private boolean acquire(Clock clock) throws IOException {
        FileChannel opened = FileChannel.open(
                file,
                Set.of(StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE),
                PrivateFiles.PRIVATE_FILE);
        @Nullable FileLock got = null;
        try {
            got = opened.tryLock();
        } finally {
            if (got == null) {
                opened.close();
            }
        }
        if (got == null) {
            return false;
        }
        channel = opened;
        lock = got;
        epoch = Math.max(clock.instant().getEpochSecond(), lastEpoch(opened) + 1);
        write();
        return true;
    }

    private synchronized FileStore.Holder describe() {
        return new FileStore.Holder(ProcessHandle.current().pid(), address);
    }

    private synchronized void write() throws IOException {
        FileLock held = lock;
        FileChannel open = channel;
        if (held == null || open == null || !held.isValid()) {
            throw new IOException("the lock is not held any more");
        }
        write(
                open,
                new JsonLineWriter()
                        .open()
                        .field("pid", ProcessHandle.current().pid())
                        .field("epoch", epoch)
                        .field("address", address)
                        .close());
    }

    private static void write(FileChannel channel, JsonLineWriter json) throws IOException {
        byte[] line = json.text("\n").toArray();
        channel.write(ByteBuffer.wrap(line), 0);
        channel.truncate(line.length);
    }

    private static long lastEpoch(FileChannel channel) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(MOST_BYTES);
        channel.read(buffer, 0);
        try {
            return JsonFields.of(buffer.array(), 0, buffer.position()).number("epoch");
        } catch (DamagedException e) {
            return 0;
        }
    }

    private static Optional<FileStore.Holder> read(Path file) {
        try {
            if (!Files.exists(file) || Files.size(file) > MOST_BYTES) {
                return Optional.empty();
            }
            JsonFields fields = JsonFields.of(Files.readAllBytes(file));
            return fields.has("pid")
                    ? Optional.of(new FileStore.Holder(fields.number("pid"), fields.maybe("address")))
                    : Optional.empty();
        } catch (IOException | DamagedException e) {
            return Optional.empty();
        }
    }

    private static ProxyException locked(Home home, Optional<FileStore.Holder> holder) {
        String who = holder.map(found -> "another gateway (process " + found.pid()
                        + found.address().map(address -> " at " + address).orElse("")
                        + ")")
                .orElse("another process");
        return new ProxyException(
                ProxyException.Kind.STORE,
                "home_locked",
                who + " is using the home " + home.root() + "; stop it, or pass another --home");
    }
}
