package dev.throughline.store.file;

import dev.throughline.model.ProxyException;
import dev.throughline.model.SessionRef;
import dev.throughline.model.Tenant;
import java.io.BufferedOutputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * The directory in which a store lives, and the few things that are done to its files:
 *
 * <pre>
 * lock                                     who has the home, see {@link HomeLock}
 * journal/0000000000000001.log             see {@link Segment}
 * journal/checkpoint.json                  see {@link Replay}
 * sessions.json                            see {@link CardIndex}
 * sessions/&lt;id&gt;/archive.jsonl              see {@link SessionFile}
 * sessions/&lt;id&gt;/meta.json                  see {@link dev.throughline.store.file.line.CardLine}
 * sessions/&lt;id&gt;/state.json                 see {@link StateFile}
 * sessions/&lt;id&gt;/todo.md and others         see {@link dev.throughline.store.file.note.NoteFiles}
 * tenants/&lt;tenant&gt;/sessions/&lt;id&gt;/…         the same for every tenant but {@code local}
 * damaged/                                 see {@link Aside}
 * </pre>
 *
 * Only its owner can read any of it. Files are written through streams and not through channels: a channel is closed
 * for everyone when a thread that uses it is interrupted, and callers of a store are interrupted all the time.
 */
record Home(Path root) {
    private static final int WRITE_BYTES = 64 << 10;

    private static final Set<PosixFilePermission> OWNER_DIRECTORY = PosixFilePermissions.fromString("rwx------");
    private static final Set<PosixFilePermission> OWNER_FILE = PosixFilePermissions.fromString("rw-------");

    static final FileAttribute<Set<PosixFilePermission>> PRIVATE_DIRECTORY =
            PosixFilePermissions.asFileAttribute(OWNER_DIRECTORY);
    static final FileAttribute<Set<PosixFilePermission>> PRIVATE_FILE =
            PosixFilePermissions.asFileAttribute(OWNER_FILE);

    /** Makes the directory, or takes it over, and checks that it can be written to. */
    static Home at(Path root) {
        try {
            Files.createDirectories(root, PRIVATE_DIRECTORY);
            Files.setPosixFilePermissions(root, OWNER_DIRECTORY);
            Home home = new Home(root.toRealPath());
            Files.createDirectories(home.journal(), PRIVATE_DIRECTORY);
            Files.createDirectories(home.sessions(Tenant.LOCAL), PRIVATE_DIRECTORY);
            if (!Files.isWritable(home.root) || !Files.isWritable(home.journal())) {
                throw new IOException("no right to write there");
            }
            return home;
        } catch (IOException e) {
            throw new ProxyException(
                    ProxyException.Kind.STORE,
                    "home_unwritable",
                    "expected to write to the home " + root + ", found: " + said(e)
                            + "; make it writable for this user, or name another home",
                    e);
        }
    }

    Path lock() {
        return root.resolve("lock");
    }

    Path journal() {
        return root.resolve("journal");
    }

    Path index() {
        return root.resolve("sessions.json");
    }

    Path keys() {
        return root.resolve("keys.json");
    }

    Path damaged() {
        return root.resolve("damaged");
    }

    Path tenants() {
        return root.resolve("tenants");
    }

    Path sessions(Tenant tenant) {
        Path parent = tenant.equals(Tenant.LOCAL) ? root : tenants().resolve(tenant.name());
        return parent.resolve("sessions");
    }

    Path session(SessionRef ref) {
        return sessions(ref.tenant()).resolve(ref.id().toString());
    }

    Path archive(SessionRef ref) {
        return session(ref).resolve("archive.jsonl");
    }

    Path meta(SessionRef ref) {
        return session(ref).resolve("meta.json");
    }

    /** Makes the directory of a session where it is missing. */
    void makeSession(SessionRef ref) throws IOException {
        Path directory = session(ref);
        if (!Files.isDirectory(directory)) {
            Files.createDirectories(directory, PRIVATE_DIRECTORY);
        }
    }

    /** Flushes the names of a session's files, and its own name, to the disk. */
    void forceNames(SessionRef ref) throws IOException {
        forceDirectory(session(ref));
        forceDirectory(sessions(ref.tenant()));
        if (!ref.tenant().equals(Tenant.LOCAL)) {
            forceDirectory(tenants().resolve(ref.tenant().name()));
            forceDirectory(tenants());
        }
    }

    /** Opens a file for reading and writing, and makes it where it is missing. */
    static RandomAccessFile open(Path file) throws IOException {
        try {
            if (!Files.exists(file)) {
                Files.createFile(file, PRIVATE_FILE);
            }
        } catch (FileAlreadyExistsException e) {
            return new RandomAccessFile(file.toFile(), "rw");
        }
        return new RandomAccessFile(file.toFile(), "rw");
    }

    /** Replaces a file as a whole: a reader finds the old or the new one, never a part. */
    static void replace(Path file, byte[] content) throws IOException {
        replace(file, out -> out.write(content), /* isForced= */ false);
    }

    /** Replaces a file as a whole, and returns when the new one outlives the machine. */
    static void replaceForced(Path file, byte[] content) throws IOException {
        replaceForced(file, out -> out.write(content));
    }

    /** What a file shall hold, written piece by piece. */
    interface Content {
        void to(OutputStream out) throws IOException;
    }

    /** The same with a content that need not be in memory as a whole. */
    static void replaceForced(Path file, Content content) throws IOException {
        replace(file, content, /* isForced= */ true);
    }

    private static void replace(Path file, Content content, boolean isForced) throws IOException {
        Path temporary = file.resolveSibling(file.getFileName() + ".new");
        Files.deleteIfExists(temporary);
        Files.createFile(temporary, PRIVATE_FILE);
        try (FileOutputStream out = new FileOutputStream(temporary.toFile())) {
            OutputStream buffered = new BufferedOutputStream(out, WRITE_BYTES);
            content.to(buffered);
            buffered.flush();
            if (isForced) {
                out.getFD().sync();
            }
        }
        Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        if (isForced) {
            forceDirectory(parent(file));
        }
    }

    /** Flushes the names in a directory to the disk. Only a channel can; an interrupt is kept for later. */
    static void forceDirectory(Path directory) throws IOException {
        boolean wasInterrupted = false;
        try {
            while (true) {
                try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
                    channel.force(true);
                    return;
                } catch (ClosedByInterruptException e) {
                    wasInterrupted |= Thread.interrupted();
                }
            }
        } finally {
            if (wasInterrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    static Path parent(Path file) {
        Path parent = file.getParent();
        if (parent == null) {
            throw new IllegalStateException("expected a file inside a home, found " + file);
        }
        return parent;
    }

    /** What an exception says, with its kind where its words alone say too little. */
    static String said(Throwable e) {
        String name = e.getClass().getSimpleName();
        return e.getMessage() == null ? name : name + ": " + e.getMessage();
    }

    /** A failure of the disk in the words of the house. */
    static ProxyException failed(String what, Throwable cause) {
        return new ProxyException(
                ProxyException.Kind.STORE,
                "store_failed",
                "expected to " + what + ", found: " + said(cause) + "; check the disk's free space and its health",
                cause);
    }
}
