package dev.throughline.importer;

import java.nio.file.Path;
import java.time.LocalDate;
import java.util.Optional;

/** The memory to which the memory files of other programs are added. */
public interface MemoryPages {
    /**
     * A memory file of another program.
     *
     * @param workspace the folder in which its agent works
     * @param agent the name of the agent, if it is not the only one
     * @param date the day to which its lines belong
     * @param program the program that wrote it
     */
    record MemoryFile(Path workspace, Optional<String> agent, LocalDate date, String program, String text) {}

    /**
     * Adds the lines of a file, as far as memory admits them; returns how many were added.
     *
     * @param isDryRun whether they are only counted
     */
    long add(MemoryFile file, boolean isDryRun);
}
