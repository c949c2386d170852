package dev.throughline.search.index;

import dev.throughline.files.PrivateFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.store.FilterDirectory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexOutput;
import org.apache.lucene.store.Lock;

/**
 * A Lucene directory whose files only their owner can read, whatever the umask is: an index contains the texts that it
 * indexes. Lucene creates its files itself, so they are made private right after that; the folder is private from the
 * start.
 */
final class PrivateDirectory extends FilterDirectory {
    private static final Set<PosixFilePermission> OWNER_FILE = PosixFilePermissions.fromString("rw-------");

    private final Path folder;

    private PrivateDirectory(FSDirectory files) {
        super(files);
        this.folder = files.getDirectory();
    }

    static PrivateDirectory open(Path folder) throws IOException {
        return new PrivateDirectory(FSDirectory.open(folder));
    }

    /** Creates a folder and its parents, or makes an existing folder private. */
    static void create(Path folder) throws IOException {
        PrivateFiles.createDirectories(folder);
        PrivateFiles.restrictDirectory(folder);
    }

    /** Replaces the content of a short file. */
    static void write(Path file, String text) throws IOException {
        PrivateFiles.replaceForced(file, text.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public IndexOutput createOutput(String name, IOContext context) throws IOException {
        IndexOutput output = super.createOutput(name, context);
        restrict(name);
        return output;
    }

    @Override
    public IndexOutput createTempOutput(String prefix, String suffix, IOContext context) throws IOException {
        IndexOutput output = super.createTempOutput(prefix, suffix, context);
        restrict(output.getName());
        return output;
    }

    @Override
    public Lock obtainLock(String name) throws IOException {
        Lock lock = super.obtainLock(name);
        restrict(name);
        return lock;
    }

    private void restrict(String name) throws IOException {
        Files.setPosixFilePermissions(folder.resolve(name), OWNER_FILE);
    }
}
