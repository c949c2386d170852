package dev.throughline.cli.run;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The terminal that an agent is started on, with the modes that it had before. Agents switch it to raw mode and back;
 * one that is killed does not switch back, and one whose {@code run} is killed goes on as if the terminal were its own.
 */
final class TerminalModes {
    private static final Logger LOG = LoggerFactory.getLogger(TerminalModes.class);
    private static final ProcessBuilder.Redirect OURS = ProcessBuilder.Redirect.INHERIT;

    private final String modes;

    TerminalModes(String modes) {
        this.modes = modes;
    }

    /** The terminal that is our standard input; none if that is something else. */
    static Optional<TerminalModes> ofInput() {
        try {
            Process stty = new ProcessBuilder("stty", "-g")
                    .redirectInput(OURS)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            try (InputStream said = stty.getInputStream()) {
                String modes = new String(said.readAllBytes(), StandardCharsets.UTF_8).strip();
                return stty.waitFor() == 0 && !modes.isEmpty()
                        ? Optional.of(new TerminalModes(modes))
                        : Optional.empty();
            }
        } catch (IOException e) {
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    /** Gives it the modes from before. */
    void restore() {
        try {
            shell("trap '' TTOU; stty \"$1\"", List.of(modes))
                    .redirectInput(OURS)
                    .start()
                    .waitFor();
        } catch (IOException e) {
            LOG.warn("the modes of the terminal cannot be restored: {}", e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Starts a process that outlives us and looks after the terminal until {@link Guard#close}. The agent runs already:
     * without a guard it goes on.
     */
    Guard guard(long agent) {
        try {
            return new Guard(Optional.of(shell(Agents.resource("guard.sh"), List.of(modes, Long.toString(agent)))
                    .start()));
        } catch (IOException e) {
            LOG.warn("no process guards the terminal: {}", e.getMessage());
            return new Guard(Optional.empty());
        }
    }

    private static ProcessBuilder shell(String script, List<String> arguments) {
        List<String> command = new ArrayList<>(List.of("sh", "-c", script, "throughline"));
        command.addAll(arguments);
        return new ProcessBuilder(command)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD);
    }

    /** Acts when our end of its standard input closes without a line, as it does when we are killed. */
    record Guard(Optional<Process> process) implements AutoCloseable {
        @Override
        public void close() {
            process.ifPresent(Guard::release);
        }

        private static void release(Process guard) {
            try (OutputStream line = guard.getOutputStream()) {
                line.write('\n');
            } catch (IOException e) {
                LOG.warn("the process that guards the terminal is gone: {}", e.getMessage());
            }
        }
    }
}
