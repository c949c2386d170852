package dev.throughline.memory.workspace;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** The real disk. Holds no state. */
public final class DurableFiles implements FileOperations {
    private static final FileAttribute<Set<PosixFilePermission>> PRIVATE_FOLDER =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
    private static final FileAttribute<Set<PosixFilePermission>> PRIVATE_FILE =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

    @Override
    public void makeFolders(Path folder) throws IOException {
        Files.createDirectories(folder, PRIVATE_FOLDER);
    }

    @Override
    public void write(Path file, byte[] bytes) throws IOException {
        put(
                file,
                bytes,
                Set.of(
                        StandardOpenOption.CREATE,
                        StandardOpenOption.WRITE,
                        StandardOpenOption.TRUNCATE_EXISTING,
                        LinkOption.NOFOLLOW_LINKS));
    }

    @Override
    public void append(Path file, byte[] bytes) throws IOException {
        put(file, bytes, Set.of(StandardOpenOption.CREATE, StandardOpenOption.APPEND, LinkOption.NOFOLLOW_LINKS));
    }

    private static void put(Path file, byte[] bytes, Set<? extends OpenOption> how) throws IOException {
        try (FileChannel channel = FileChannel.open(file, how, PRIVATE_FILE)) {
            ByteBuffer left = ByteBuffer.wrap(bytes);
            while (left.hasRemaining()) {
                channel.write(left);
            }
            channel.force(true);
        }
    }

    @Override
    public void move(Path from, Path to) throws IOException {
        if (Files.isRegularFile(to, LinkOption.NOFOLLOW_LINKS)) {
            Files.setPosixFilePermissions(from, Files.getPosixFilePermissions(to));
        }
        Files.move(from, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    @Override
    public void delete(Path file) throws IOException {
        Files.deleteIfExists(file);
    }

    @Override
    public void settle(Path folder) throws IOException {
        try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }
}
