package dev.throughline.server.wiring;

import dev.throughline.files.PrivateFiles;
import dev.throughline.server.json.ViewJson;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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

    /**
     * The entry of one {@code throughline run} in the registry, in one line of JSON:
     *
     * <pre>{"run":"0198…","agent":"claude","port":40123,"processes":[{"pid":4711,"started":"…Z"}],"settings":{"policy":"off"}}</pre>
     *
     * @param agent the program that was run
     * @param port the port at which its agent expects the gateway; 0 while that is not known
     * @param processes the run itself, and its agent once it is started
     * @param settings settings for its requests, by the names of keys; they override those of the gateway
     */
    public record RegisteredRun(
            UUID run, String agent, int port, List<RunningProcess> processes, Map<String, String> settings) {
        /** A process. Its start time distinguishes it from a later process with the same id. */
        public record RunningProcess(long pid, Instant started) {
            /** Systems report start times in ticks, so two readings may differ a little. */
            private static final Duration SAME = Duration.ofSeconds(5);

            public static RunningProcess of(ProcessHandle process) {
                return new RunningProcess(
                        process.pid(), process.info().startInstant().orElse(Instant.EPOCH));
            }

            boolean isAlive() {
                Optional<ProcessHandle> found = ProcessHandle.of(pid).filter(ProcessHandle::isAlive);
                return found.isPresent()
                        && found.get()
                                .info()
                                .startInstant()
                                .map(now -> Duration.between(started, now).abs().compareTo(SAME) < 0)
                                .orElse(true);
            }
        }

        public RegisteredRun {
            processes = List.copyOf(processes);
            settings = Map.copyOf(settings);
        }

        public boolean isAlive() {
            return processes.stream().anyMatch(RunningProcess::isAlive);
        }

        public RegisteredRun at(int newPort) {
            return new RegisteredRun(run, agent, newPort, processes, settings);
        }

        public RegisteredRun with(ProcessHandle process) {
            List<RunningProcess> all = new ArrayList<>(processes);
            all.add(RunningProcess.of(process));
            return new RegisteredRun(run, agent, port, all, settings);
        }
    }

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
