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
 * The modes of the terminal before an agent was started. Agents switch the terminal to raw mode and back. An agent that
 * is killed does not switch back, and an agent whose {@code run} is killed continues to use the terminal.
 */
final class TerminalModes {
    private static final Logger LOG = LoggerFactory.getLogger(TerminalModes.class);
    private static final ProcessBuilder.Redirect INHERITED = ProcessBuilder.Redirect.INHERIT;

    private final String modes;

    TerminalModes(String modes) {
        this.modes = modes;
    }

    /** The modes of the terminal on standard input; empty if standard input is not a terminal. */
    static Optional<TerminalModes> ofInput() {
        try {
            Process stty = new ProcessBuilder("stty", "-g")
                    .redirectInput(INHERITED)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            try (InputStream output = stty.getInputStream()) {
                String modes = new String(output.readAllBytes(), StandardCharsets.UTF_8).strip();
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

    void restore() {
        try {
            shell("trap '' TTOU; stty \"$1\"", List.of(modes))
                    .redirectInput(INHERITED)
                    .start()
                    .waitFor();
        } catch (IOException e) {
            LOG.warn("the modes of the terminal cannot be restored: {}", e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Starts a process that ends the agent and restores the terminal if this process is killed before {@link
     * Guard#close}. If it cannot be started, the agent runs without it.
     */
    Guard guard() {
        try {
            return new Guard(Optional.of(
                    shell(Agents.resource("guard.sh"), List.of(modes)).start()));
        } catch (IOException e) {
            LOG.warn("the process that guards the terminal cannot be started: {}", e.getMessage());
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

    /** A process that acts if its standard input closes early, which happens when this process is killed. */
    record Guard(Optional<Process> process) implements AutoCloseable {
        /** Names the agent, which was just started. */
        void watch(long agent) {
            write(Long.toString(agent));
        }

        /** Ends the guard, because the agent has ended or could not be started. */
        @Override
        public void close() {
            write("");
            process.ifPresent(guard -> {
                try {
                    guard.getOutputStream().close();
                } catch (IOException e) {
                    LOG.debug("the process that guards the terminal ended first: {}", e.getMessage());
                }
            });
        }

        private void write(String line) {
            process.ifPresent(guard -> {
                try {
                    OutputStream input = guard.getOutputStream();
                    input.write((line + "\n").getBytes(StandardCharsets.US_ASCII));
                    input.flush();
                } catch (IOException e) {
                    LOG.warn("the process that guards the terminal is no longer running: {}", e.getMessage());
                }
            });
        }
    }
}
