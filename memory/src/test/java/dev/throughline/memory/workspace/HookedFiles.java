package dev.throughline.memory.workspace;

import java.io.IOException;
import java.nio.file.Path;

/** A real disk with a moment before each step in which something may happen. */
public abstract class HookedFiles extends DurableFiles {
    private final DurableFiles real = new FastFiles();

    public abstract void beforeStep() throws IOException;

    @Override
    public void createFolders(Path folder) throws IOException {
        beforeStep();
        real.createFolders(folder);
    }

    @Override
    public void write(Path file, byte[] bytes) throws IOException {
        beforeStep();
        real.write(file, bytes);
    }

    @Override
    public void append(Path file, byte[] bytes) throws IOException {
        beforeStep();
        real.append(file, bytes);
    }

    /**
     * Nothing happens here: what an editor does between our last look and the rename is the one thing we cannot see.
     */
    @Override
    public void move(Path from, Path to) throws IOException {
        real.move(from, to);
    }

    @Override
    public void delete(Path file) throws IOException {
        real.delete(file);
    }

    @Override
    public void sync(Path folder) throws IOException {
        beforeStep();
        real.sync(folder);
    }
}
