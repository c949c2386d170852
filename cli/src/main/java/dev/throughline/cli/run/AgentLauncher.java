package dev.throughline.cli.run;

import dev.throughline.model.Cause;
import dev.throughline.model.ProxyException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Starts an agent on the user's terminal and waits until it exits. */
public final class AgentLauncher {
    /** The exit code of a process that was ended by a signal is this plus the number of the signal. */
    private static final int SIGNALLED = 128;

    private static final Pattern SYSTEM_MESSAGE = Pattern.compile("error: \\d+ \\(([^()]+)\\)$");

    private AgentLauncher() {}

    /**
     * Runs the agent to its end and returns its exit code.
     *
     * @param started receives the process of the agent
     */
    public static int run(Agents.AgentLaunch launch, Consumer<ProcessHandle> started) {
        try {
            for (Map.Entry<Path, String> file : launch.files().entrySet()) {
                write(file.getKey(), file.getValue());
            }
            ProcessBuilder builder = new ProcessBuilder(launch.command()).inheritIO();
            builder.environment().putAll(launch.variables());
            Signals.on("INT", () -> {});
            Optional<TerminalModes> terminal = TerminalModes.ofInput();
            return terminal.isPresent() ? run(builder, started, terminal.get()) : await(start(builder, started));
        } catch (IOException e) {
            throw new ProxyException(
                    ProxyException.Kind.CALLER,
                    "agent_not_started",
                    "Cannot start '" + launch.command().getFirst() + "': " + reason(e)
                            + ". Check that it is installed and on the PATH.",
                    e);
        }
    }

    /** The message of the operating system, which Java puts in parentheses after its own. */
    private static String reason(IOException e) {
        String words = Cause.words(e);
        Matcher inside = SYSTEM_MESSAGE.matcher(words);
        return inside.find() ? inside.group(1) : words;
    }

    /** Replaces a file that only its owner may read. Several runs may write and read it at the same time. */
    private static void write(Path file, String content) throws IOException {
        Path folder = file.toAbsolutePath().resolveSibling("");
        if (Files.notExists(folder)) {
            Files.createDirectories(
                    folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        }
        Path temporary = Files.createTempFile(folder, "", ".part");
        try {
            Files.writeString(temporary, content);
            Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(temporary);
        }
    }

    private static Process start(ProcessBuilder builder, Consumer<ProcessHandle> started) throws IOException {
        Process agent = builder.start();
        started.accept(agent.toHandle());
        return agent;
    }

    /** The guard is started first, so that it also restores the terminal if this process is killed at once. */
    static int run(ProcessBuilder builder, Consumer<ProcessHandle> started, TerminalModes terminal) throws IOException {
        int code;
        try (TerminalModes.Guard guard = terminal.guard()) {
            Process agent = start(builder, process -> {
                guard.watch(process.pid());
                started.accept(process);
            });
            code = await(agent);
        }
        if (code > SIGNALLED) {
            terminal.restore();
        }
        return code;
    }

    private static int await(Process agent) {
        Signals.on("TERM", agent::destroy);
        Signals.on("HUP", agent::destroy);
        try {
            return agent.waitFor();
        } catch (InterruptedException e) {
            agent.destroy();
            Thread.currentThread().interrupt();
            return 1;
        }
    }
}
