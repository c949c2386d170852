package dev.throughline.server.run;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

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
    /** The keys that a run may set for itself. */
    public static final String POLICY = "policy";

    public static final String MEMORY = "memory.apply_to";

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

    /** Whether one of its processes is running. */
    public boolean isAlive() {
        return processes.stream().anyMatch(RunningProcess::isAlive);
    }

    /** This run at another port. */
    public RegisteredRun at(int newPort) {
        return new RegisteredRun(run, agent, newPort, processes, settings);
    }

    /** This run with one more process. */
    public RegisteredRun with(ProcessHandle process) {
        List<RunningProcess> all = new ArrayList<>(processes);
        all.add(RunningProcess.of(process));
        return new RegisteredRun(run, agent, port, all, settings);
    }
}
