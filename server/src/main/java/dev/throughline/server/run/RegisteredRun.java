package dev.throughline.server.run;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * One {@code throughline run} as it tells gateways about itself, in one line of JSON:
 *
 * <pre>{"run":"0198…","agent":"claude","port":40123,"processes":[{"pid":4711,"started":"…Z"}],"settings":{"policy":"off"}}</pre>
 *
 * @param agent the word that was run
 * @param port where its agent expects the gateway; 0 while that is not known
 * @param processes the run itself, and its agent once that is started
 * @param settings what holds for its requests instead of the gateway's own settings, by the names of keys
 */
public record RegisteredRun(
        UUID run, String agent, int port, List<RunningProcess> processes, Map<String, String> settings) {
    /** The keys of the settings that a run may choose for itself. */
    public static final String POLICY = "policy";

    public static final String MEMORY = "memory.apply_to";

    /** A process, told apart from a later one of the same number by when it started. */
    public record RunningProcess(long pid, Instant started) {
        /** The system says when a process started in its own ticks; two readers may differ a little. */
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

    /** Whether one of its processes lives. */
    public boolean isAlive() {
        return processes.stream().anyMatch(RunningProcess::isAlive);
    }

    /** The same at a gateway of this port. */
    public RegisteredRun at(int newPort) {
        return new RegisteredRun(run, agent, newPort, processes, settings);
    }

    /** The same with one more process. */
    public RegisteredRun with(ProcessHandle process) {
        List<RunningProcess> all = new ArrayList<>(processes);
        all.add(RunningProcess.of(process));
        return new RegisteredRun(run, agent, port, all, settings);
    }
}
