package dev.throughline.memory.workspace;

import java.io.IOException;
import java.nio.file.Path;

/**
 * What the workspace does to the disk, in steps that a crash may fall between. Each returns when its effect is durable,
 * except that names need {@link #settle} of their folder.
 */
public interface FileOperations {
    /** Makes a folder and those above it, for its owner only. */
    void makeFolders(Path folder) throws IOException;

    /** Makes or overwrites a file, for its owner only; a crash may leave half of it. */
    void write(Path file, byte[] bytes) throws IOException;

    /** Adds to the end of a file, whoever else adds to it; makes it if there is none. */
    void append(Path file, byte[] bytes) throws IOException;

    /** Gives a file or folder another name in one step; a file of that name is replaced, and its mode is kept. */
    void move(Path from, Path to) throws IOException;

    /** Removes a file or an empty folder, if it is there. */
    void delete(Path file) throws IOException;

    /** Makes the names in a folder durable. */
    void settle(Path folder) throws IOException;
}
