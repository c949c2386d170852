package dev.throughline.files;

import java.io.BufferedOutputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.AtomicMoveNotSupportedException;
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
 * Creates and replaces files and directories that only their owner can read.
 *
 * <p>A file is replaced by writing {@code <name>.new} beside it and renaming that: a reader finds the old content or
 * the new one, never a part, and a crash leaves one of the two. Two threads or processes must not replace the same file
 * at the same time. Files are written through streams and not through channels, because a channel is closed for
 * everyone when a thread that uses it is interrupted.
 */
public final class PrivateFiles {
    private static final int BUFFER_BYTES = 64 << 10;

    private static final Set<PosixFilePermission> OWNER_DIRECTORY = PosixFilePermissions.fromString("rwx------");

    /** For {@link Files#createDirectories}: readable by the owner only. */
    public static final FileAttribute<Set<PosixFilePermission>> PRIVATE_DIRECTORY =
            PosixFilePermissions.asFileAttribute(OWNER_DIRECTORY);

    /** For {@link Files#createFile}: readable by the owner only. */
    public static final FileAttribute<Set<PosixFilePermission>> PRIVATE_FILE =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

    private PrivateFiles() {}

    /** Writes the content of a file, piece by piece. */
    public interface FileContent {
        void writeTo(OutputStream out) throws IOException;
    }

    /** Creates a directory and its parents where they are missing. */
    public static void createDirectories(Path directory) throws IOException {
        if (!Files.isDirectory(directory)) {
            Files.createDirectories(directory, PRIVATE_DIRECTORY);
        }
    }

    /** Makes an existing directory readable by its owner only. */
    public static void restrictDirectory(Path directory) throws IOException {
        Files.setPosixFilePermissions(directory, OWNER_DIRECTORY);
    }

    /** Opens a file for reading and writing; creates it if it is missing. */
    public static RandomAccessFile open(Path file) throws IOException {
        if (!Files.exists(file)) {
            try {
                Files.createFile(file, PRIVATE_FILE);
            } catch (FileAlreadyExistsException _) {
                return new RandomAccessFile(file.toFile(), "rw"); // Somebody else created it in between.
            }
        }
        return new RandomAccessFile(file.toFile(), "rw");
    }

    /** Replaces a file atomically. A power failure may bring the old content back. */
    public static void replace(Path file, byte[] content) throws IOException {
        replace(file, out -> out.write(content), /* isForced= */ false);
    }

    /** Replaces a file atomically; the new content survives a power failure once this returns. */
    public static void replaceForced(Path file, byte[] content) throws IOException {
        replaceForced(file, out -> out.write(content));
    }

    /** The same for content that need not be in memory as a whole. */
    public static void replaceForced(Path file, FileContent content) throws IOException {
        replace(file, content, /* isForced= */ true);
    }

    private static void replace(Path file, FileContent content, boolean isForced) throws IOException {
        Path temporary = file.resolveSibling(file.getFileName() + ".new");
        Files.deleteIfExists(temporary);
        Files.createFile(temporary, PRIVATE_FILE);
        try (FileOutputStream out = new FileOutputStream(temporary.toFile())) {
            OutputStream buffered = new BufferedOutputStream(out, BUFFER_BYTES);
            content.writeTo(buffered);
            buffered.flush();
            if (isForced) {
                out.getFD().sync();
            }
        }
        move(temporary, file);
        if (isForced) {
            forceDirectory(file.toAbsolutePath().resolveSibling(""));
        }
    }

    /** Renames a file over another one, atomically where the file system can do that. */
    public static void move(Path from, Path to) throws IOException {
        try {
            Files.move(from, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (AtomicMoveNotSupportedException _) {
            Files.move(from, to, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    /** Flushes the names in a directory to the disk. Only a channel can do that; an interrupt is kept for later. */
    public static void forceDirectory(Path directory) throws IOException {
        boolean wasInterrupted = false;
        try {
            while (true) {
                try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
                    channel.force(true);
                    return;
                } catch (ClosedByInterruptException _) {
                    wasInterrupted |= Thread.interrupted();
                }
            }
        } finally {
            if (wasInterrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
