package dev.throughline.search.index;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.store.FilterDirectory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexOutput;
import org.apache.lucene.store.Lock;

/**
 * A folder of an index whose files only their owner may read, whatever the process's umask says: an index holds the
 * words of what it indexes. Lucene creates its files itself, so they are made private right after that; the folder is
 * from the start.
 */
final class PrivateDirectory extends FilterDirectory {
    private static final Set<PosixFilePermission> OWNER_FOLDER = PosixFilePermissions.fromString("rwx------");
    private static final Set<PosixFilePermission> OWNER_FILE = PosixFilePermissions.fromString("rw-------");
    private static final FileAttribute<Set<PosixFilePermission>> PRIVATE_FOLDER =
            PosixFilePermissions.asFileAttribute(OWNER_FOLDER);
    private static final FileAttribute<Set<PosixFilePermission>> PRIVATE_FILE =
            PosixFilePermissions.asFileAttribute(OWNER_FILE);

    private final Path folder;

    private PrivateDirectory(FSDirectory files) {
        super(files);
        this.folder = files.getDirectory();
    }

    static PrivateDirectory open(Path folder) throws IOException {
        return new PrivateDirectory(FSDirectory.open(folder));
    }

    /** Makes a folder and those above it, or makes one private that was there. */
    static void create(Path folder) throws IOException {
        Files.createDirectories(folder, PRIVATE_FOLDER);
        Files.setPosixFilePermissions(folder, OWNER_FOLDER);
    }

    /** Opens a file, which is private if it was not there. */
    static FileChannel channel(Path file, OpenOption... options) throws IOException {
        return FileChannel.open(file, Set.of(options), PRIVATE_FILE);
    }

    /** Writes a short text in place of what a file held. */
    static void write(Path file, String text) throws IOException {
        try (FileChannel _ = channel(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            Files.setPosixFilePermissions(file, OWNER_FILE);
        }
        Files.writeString(
                file, text, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.SYNC);
    }

    @Override
    public IndexOutput createOutput(String name, IOContext context) throws IOException {
        IndexOutput output = super.createOutput(name, context);
        own(name);
        return output;
    }

    @Override
    public IndexOutput createTempOutput(String prefix, String suffix, IOContext context) throws IOException {
        IndexOutput output = super.createTempOutput(prefix, suffix, context);
        own(output.getName());
        return output;
    }

    @Override
    public Lock obtainLock(String name) throws IOException {
        Lock lock = super.obtainLock(name);
        own(name);
        return lock;
    }

    private void own(String name) throws IOException {
        Files.setPosixFilePermissions(folder.resolve(name), OWNER_FILE);
    }
}
