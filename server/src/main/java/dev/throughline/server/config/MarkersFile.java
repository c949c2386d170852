package dev.throughline.server.config;

import dev.throughline.engine.session.AgentMarkers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** The table of markers that a user's file adds to the one that is built in. */
final class MarkersFile {
    /** A table is a page or two; what is longer is another file. */
    private static final long MOST_BYTES = 1 << 20;

    private MarkersFile() {}

    /**
     * The markers in force.
     *
     * @throws IllegalArgumentException that says what is wrong with the file, and in which line
     */
    static AgentMarkers of(Optional<Path> file) {
        AgentMarkers builtIn = AgentMarkers.builtIn();
        return file.map(path -> builtIn.and(read(path))).orElse(builtIn);
    }

    private static AgentMarkers read(Path file) {
        try {
            if (Files.size(file) > MOST_BYTES) {
                throw new IllegalArgumentException(file + " is larger than " + MOST_BYTES + " bytes. Name a table.");
            }
            return AgentMarkers.parse(Files.readAllLines(file));
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    file + " cannot be read as UTF-8 text. Name a file that exists, or remove the setting.", e);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(file + ": " + e.getMessage(), e);
        }
    }
}
