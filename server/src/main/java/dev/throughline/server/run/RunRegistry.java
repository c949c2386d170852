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
 * The runs of a home: a file for each in its folder {@code runs}, named by the run's id. A run writes its file before
 * it looks for a gateway and removes it at its end; whatever gateway serves the home, also one that is started later,
 * finds it there. The file of a run that was killed is removed by a gateway. Safe for use by many threads and
 * processes.
 */
public final class RunRegistry {
    private static final Logger LOG = LoggerFactory.getLogger(RunRegistry.class);

    private final Path folder;

    public RunRegistry(Path home) {
        this.folder = home.resolve("runs");
    }

    /** Writes a run down, in place of what was written of it before. */
    public void put(RegisteredRun run) throws IOException {
        PrivateFiles.createDirectories(folder);
        PrivateFiles.replace(file(run.run()), ViewJson.write(run).toArray());
    }

    public void remove(UUID run) {
        delete(file(run));
    }

    /** Whether a run is written down. */
    public boolean has(UUID run) {
        return Files.exists(file(run));
    }

    /** The run of this name; none if the name is no id of ours or if nothing is written of it. */
    public Optional<RegisteredRun> find(String name) {
        try {
            return read(file(UUID.fromString(name)));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** The runs that live. */
    public List<RegisteredRun> live() {
        return all().stream().filter(RegisteredRun::isAlive).toList();
    }

    /** Removes what runs left that were killed. */
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
