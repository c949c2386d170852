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
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The lock on a home, held while this process has the store open. The lock file names the process, in one line:
 *
 * <pre>{"pid":4711,"epoch":1772355600,"address":"http://127.0.0.1:8484"}</pre>
 *
 * {@code epoch} grows with every process that opened the home; {@link FileLease} counts fences from it. It is the time
 * in seconds, or the last epoch plus one if the clock went back. {@code address} is written once the process serves.
 *
 * <p>On POSIX systems a process loses its lock on a file when it closes <em>any</em> descriptor of that file. So the
 * process that holds a home must not open its lock file a second time, not even to read it. {@link #HELD} answers
 * instead, and refuses a second store on the same home.
 */
final class HomeLock implements AutoCloseable {
    private static final Map<Path, HomeLock> HELD = new ConcurrentHashMap<>();
    private static final int MOST_BYTES = 4096;

    /** {@link #isHeld} holds the lock for a moment, so a first failure does not mean that the home is in use. */
    private static final int TRIES = 3;

    private final Path file;
    private @Nullable FileLock lock;
    private long epoch;
    private Optional<String> address = Optional.empty();

    private HomeLock(Path file) {
        this.file = file;
    }

    static HomeLock take(Home home) {
        HomeLock taken = new HomeLock(home.lock());
        if (HELD.putIfAbsent(home.lock(), taken) != null) {
            throw locked(home, Optional.of(thisProcess(Optional.empty())));
        }
        boolean isTaken = false;
        try {
            for (int i = 0; i < TRIES && !isTaken; i++) {
                isTaken = taken.acquire(home.clock().instant().getEpochSecond());
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

    /** The process that holds the home, if it is running. */
    static Optional<FileStore.LockHolder> holder(Path root) {
        Path file;
        try {
            file = root.toRealPath().resolve("lock");
        } catch (IOException e) {
            return Optional.empty();
        }
        HomeLock own = HELD.get(file);
        if (own != null) {
            return Optional.of(thisProcess(own.address()));
        }
        return isHeld(file) ? read(file) : Optional.empty();
    }

    /** Asks the system: a process that was killed leaves its lock file, and another process may have its id now. */
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

    private synchronized Optional<String> address() {
        return address;
    }

    /** Writes the address of this process into the lock file. */
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
        try (FileChannel closing = lock == null ? null : lock.channel()) {
            if (closing != null) {
                lock = null;
                write(closing, new JsonLineWriter().open().field("epoch", epoch).close());
            }
        } catch (IOException e) {
            throw Home.failed("release " + file, e);
        } finally {
            HELD.remove(file, this);
        }
    }

    private boolean acquire(long now) throws IOException {
        FileChannel opened = FileChannel.open(
                file,
                Set.of(StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE),
                PrivateFiles.PRIVATE_FILE);
        try {
            lock = opened.tryLock();
        } finally {
            if (lock == null) {
                opened.close();
            }
        }
        if (lock == null) {
            return false;
        }
        epoch = Math.max(now, lastEpoch(opened) + 1);
        write();
        return true;
    }

    private synchronized void write() throws IOException {
        FileLock held = lock;
        if (held == null || !held.isValid()) {
            throw new IOException("the lock is not held any more");
        }
        write(
                held.channel(),
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
            return JsonFields.of(Arrays.copyOf(buffer.array(), buffer.position()))
                    .number("epoch");
        } catch (DamagedException e) {
            return 0;
        }
    }

    private static Optional<FileStore.LockHolder> read(Path file) {
        try {
            if (!Files.exists(file) || Files.size(file) > MOST_BYTES) {
                return Optional.empty();
            }
            JsonFields fields = JsonFields.of(Files.readAllBytes(file));
            return fields.has("pid")
                    ? Optional.of(new FileStore.LockHolder(fields.number("pid"), fields.maybe("address")))
                    : Optional.empty();
        } catch (IOException | DamagedException e) {
            return Optional.empty();
        }
    }

    private static FileStore.LockHolder thisProcess(Optional<String> address) {
        return new FileStore.LockHolder(ProcessHandle.current().pid(), address);
    }

    private static ProxyException locked(Home home, Optional<FileStore.LockHolder> holder) {
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
