package dev.throughline.app.run;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The terminal that an agent is started on, with the modes that it had before. Agents switch it to raw mode and back;
 * one that is killed does not switch back, and one whose {@code run} is killed goes on as if the terminal were its own.
 */
final class Terminal {
    private static final ProcessBuilder.Redirect OURS = ProcessBuilder.Redirect.INHERIT;

    private final String modes;

    private Terminal(String modes) {
        this.modes = modes;
    }

    /** The terminal that is our standard input; none if that is something else. */
    static Optional<Terminal> ofInput() {
        try {
            Process stty = new ProcessBuilder("stty", "-g")
                    .redirectInput(OURS)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            try (InputStream said = stty.getInputStream()) {
                String modes = new String(said.readAllBytes(), StandardCharsets.UTF_8).strip();
                return stty.waitFor() == 0 && !modes.isEmpty() ? Optional.of(new Terminal(modes)) : Optional.empty();
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
            System.getLogger(Terminal.class.getName()).log(System.Logger.Level.DEBUG, "no stty", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Has somebody look after it who outlives us, until {@link Guard#close}. */
    Guard guard(long agent) throws IOException {
        return new Guard(shell(Agents.resource("guard.sh"), List.of(modes, Long.toString(agent)))
                .start());
    }

    private static ProcessBuilder shell(String script, List<String> arguments) {
        List<String> command = new ArrayList<>(List.of("sh", "-c", script, "throughline"));
        command.addAll(arguments);
        return new ProcessBuilder(command)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD);
    }

    /** Who acts when our end of its standard input closes without a word, as it does when we are killed. */
    record Guard(Process process) implements AutoCloseable {
        @Override
        public void close() throws IOException {
            try (OutputStream line = process.getOutputStream()) {
                line.write('\n');
            }
        }
    }
}
