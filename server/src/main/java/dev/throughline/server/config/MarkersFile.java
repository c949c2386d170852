package dev.throughline.server.config;

import dev.throughline.engine.session.AgentMarkers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Reads the markers that a user's file adds to the built-in ones. */
final class MarkersFile {
    private static final long MOST_BYTES = 1 << 20;

    private MarkersFile() {}

    /**
     * The built-in markers, and those of the file.
     *
     * @throws IllegalArgumentException with the problem of the file and its line
     */
    static AgentMarkers of(Optional<Path> file) {
        AgentMarkers builtIn = AgentMarkers.builtIn();
        return file.map(path -> builtIn.and(read(path))).orElse(builtIn);
    }

    private static AgentMarkers read(Path file) {
        try {
            if (Files.size(file) > MOST_BYTES) {
                throw new IllegalArgumentException(
                        file + " is larger than " + MOST_BYTES + " bytes; name a file of markers");
            }
            return AgentMarkers.parse(Files.readAllLines(file));
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    file + " cannot be read as UTF-8 text; name a file that exists, or remove the setting", e);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(file + ": " + e.getMessage(), e);
        }
    }
}
