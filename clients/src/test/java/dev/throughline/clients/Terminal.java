package dev.throughline.clients;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A program in a tmux terminal, whose screen can be read and which accepts keys. Must be closed. */
final class Terminal implements AutoCloseable {
    private static final int MOST_LOOKS = 600;

    private final Program program;
    private final Path socket;

    private Terminal(Program program) {
        this.program = program;
        this.socket = program.folder().resolve("terminal");
    }

    /** Starts a program in a terminal. */
    static Terminal open(Program program, String... command) throws IOException, InterruptedException {
        Terminal terminal = new Terminal(program);
        List<String> words = new ArrayList<>(List.of("new-session", "-d", "-x", "120", "-y", "40"));
        words.addAll(List.of(command));
        terminal.tmux(words).expectSuccess();
        return terminal;
    }

    /** Waits until the screen shows a text. */
    void shows(String text) throws IOException, InterruptedException {
        String look =
                "for i in $(seq " + MOST_LOOKS + "); do tmux -S \"$1\" capture-pane -p | grep -qF \"$2\" && exit 0;"
                        + " sleep 0.1; done; tmux -S \"$1\" capture-pane -p; exit 1";
        program.run("sh", "-c", look, "sh", socket.toString(), text).expectSuccess();
    }

    private Program.Ended tmux(List<String> words) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("tmux", "-u", "-f", "/dev/null", "-S", socket.toString()));
        command.addAll(words);
        return program.run(command);
    }

    /** Closes the terminal, as when its window is closed. */
    @Override
    public void close() throws IOException {
        try {
            tmux(List.of("kill-server"));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
