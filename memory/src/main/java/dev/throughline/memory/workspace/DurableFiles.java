package dev.throughline.memory.workspace;

import dev.throughline.files.PrivateFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;

/**
 * Writes the files of a workspace, in steps between which a crash may happen. The effect of each step is
 * durable when it returns; names also need {@link #sync} of their folder. Tests override the steps in order to stop
 * between them.
 */
public class DurableFiles {
    /** Creates a folder and its parents, readable by the owner only. */
    public void createFolders(Path folder) throws IOException {
        PrivateFiles.createDirectories(folder);
    }

    /** Creates or overwrites a file, readable by the owner only. A crash may leave half of it. */
    public void write(Path file, byte[] bytes) throws IOException {
        write(file, bytes, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING);
    }

    /** Adds to the end of a file, even if others add to it; creates it if it is missing. */
    public void append(Path file, byte[] bytes) throws IOException {
        write(file, bytes, StandardOpenOption.WRITE, StandardOpenOption.APPEND);
    }

    private static void write(Path file, byte[] bytes, OpenOption... options) throws IOException {
        Set<OpenOption> all = Set.of(StandardOpenOption.CREATE, LinkOption.NOFOLLOW_LINKS, options[0], options[1]);
        try (FileChannel channel = FileChannel.open(file, all, PrivateFiles.PRIVATE_FILE)) {
            ByteBuffer left = ByteBuffer.wrap(bytes);
            while (left.hasRemaining()) {
                channel.write(left);
            }
            channel.force(true);
        }
    }

    /** Renames a file or folder atomically. A file of that name is replaced and its permissions are kept. */
    public void move(Path from, Path to) throws IOException {
        if (Files.isRegularFile(to, LinkOption.NOFOLLOW_LINKS)) {
            Files.setPosixFilePermissions(from, Files.getPosixFilePermissions(to));
        }
        PrivateFiles.move(from, to);
    }

    /** Removes a file or an empty folder if it exists. */
    public void delete(Path file) throws IOException {
        Files.deleteIfExists(file);
    }

    /** Makes the names in a folder durable. */
    public void sync(Path folder) throws IOException {
        PrivateFiles.forceDirectory(folder);
    }
}
