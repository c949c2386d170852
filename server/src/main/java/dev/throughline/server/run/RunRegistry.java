package dev.throughline.server.run;

import dev.throughline.files.PrivateFiles;
import dev.throughline.server.json.ViewJson;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;

/**
 * The runs of a home, each in a file {@code runs/<id>.json}. A run writes its file before it looks for a gateway and
 * removes it at its end. The gateway of the home reads it, also if it is started later, and removes the files of runs
 * that were killed. Safe for use by many threads and processes.
 */
public final class RunRegistry {
    private static final Logger LOG = LoggerFactory.getLogger(RunRegistry.class);

    private final Path folder;

    public RunRegistry(Path home) {
        this.folder = home.resolve("runs");
    }

    /** Adds or replaces a run. */
    public void put(RegisteredRun run) throws IOException {
        PrivateFiles.createDirectories(folder);
        PrivateFiles.replace(file(run.run()), ViewJson.write(run).toArray());
    }

    public void remove(UUID run) {
        delete(file(run));
    }

    /** Whether a run is registered. */
    public boolean has(UUID run) {
        return Files.exists(file(run));
    }

    /** The run with this id; empty if it is not registered, or if the text is not an id. */
    public Optional<RegisteredRun> find(String id) {
        try {
            return read(file(UUID.fromString(id)));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** The runs of which a process is running. */
    public List<RegisteredRun> live() {
        return all().stream().filter(RegisteredRun::isAlive).toList();
    }

    /** Removes the files of runs that were killed. */
    public void sweep() {
        all().stream().filter(run -> !run.isAlive()).forEach(run -> remove(run.run()));
    }

    private List<RegisteredRun> all() {
        List<RegisteredRun> runs = new ArrayList<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*.json")) {
            files.forEach(file -> read(file).ifPresent(runs::add));
        } catch (NoSuchFileException | NotDirectoryException e) {
            return List.of();
        } catch (IOException e) {
            LOG.warn("the folder {} cannot be read: {}", folder, e.getMessage());
        }
        return runs;
    }

    private static Optional<RegisteredRun> read(Path file) {
        try {
            return Optional.of(ViewJson.read(Files.readAllBytes(file), RegisteredRun.class));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException | JacksonException e) {
            LOG.warn("{} does not describe a run: {}", file, e.getMessage());
            return Optional.empty();
        }
    }

    private Path file(UUID run) {
        return folder.resolve(run + ".json");
    }

    private static void delete(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            LOG.warn("{} cannot be removed: {}", file, e.getMessage());
        }
    }
}
