package dev.throughline.cli.run;

import dev.throughline.files.PrivateFiles;
import dev.throughline.model.ProxyException;
import dev.throughline.server.sessions.GatewayClient;
import dev.throughline.server.wiring.HomeAccess;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/**
 * Finds, starts and stops the gateway of a home. A gateway that is started here runs in the background and outlives the
 * process that started it. Only one process can open a home: of several gateways that are started at once, all but one
 * exit, and all callers use that one.
 */
public final class GatewayProcesses {
    /** The log of a background gateway, in its home. */
    public static final String LOG_FILE = "gateway.log";

    /** Twice as long as a gateway waits for requests in progress. */
    public static final Duration STOP_TIME = Duration.ofSeconds(60);

    private static final Duration START_TIME = Duration.ofSeconds(90);
    private static final Duration POLL_INTERVAL = Duration.ofMillis(100);
    private static final long MAX_LOG_BYTES = 16L << 20;
    private static final int MAX_STARTS = 3;
    private static final String LISTENING = "listening on ";

    /**
     * Detaches a process from the terminal, so that it receives no signals from it: in a new session if the system has
     * a program that creates one, otherwise by ignoring the signals.
     */
    private static final String DETACH = """
        trap '' HUP INT QUIT TSTP TTIN TTOU
        command -v setsid >/dev/null 2>&1 && exec setsid "$@"
        command -v perl >/dev/null 2>&1 && exec perl -MPOSIX -e 'POSIX::setsid(); exec { $ARGV[0] } @ARGV' "$@"
        exec "$@"
        """;

    /**
     * A running gateway.
     *
     * @param isStartedHere whether this process started it
     */
    public record RunningGateway(long pid, URI address, boolean isStartedHere) {}

    /**
     * The command that starts a gateway.
     *
     * @param program the command line of this program
     * @param variables variables that are added to its environment
     * @param flags more arguments of {@code serve}
     */
    public record StartCommand(List<String> program, Map<String, String> variables, List<String> flags) {
        public StartCommand {
            program = List.copyOf(program);
            variables = Map.copyOf(variables);
            flags = List.copyOf(flags);
        }
    }

    private final Path home;
    private final Supplier<Optional<HomeAccess.HomeProcess>> homeProcess;
    private final StartCommand startCommand;

    public GatewayProcesses(
            Path home, Supplier<Optional<HomeAccess.HomeProcess>> homeProcess, StartCommand startCommand) {
        this.home = home;
        this.homeProcess = homeProcess;
        this.startCommand = startCommand;
    }

    /** The gateway that has the home open, if it answers. */
    public Optional<RunningGateway> running() {
        return homeProcess
                .get()
                .flatMap(process -> process.address()
                        .filter(GatewayProcesses::isAnswering)
                        .map(address -> new RunningGateway(process.pid(), address, /* isStartedHere= */ false)));
    }

    /**
     * Finds the gateway of the home, or starts one.
     *
     * @param port the port of a gateway that is started; 0 for any
     * @throws ProxyException if there is none and none can be started
     */
    public RunningGateway findOrStart(int port) {
        long deadline = System.nanoTime() + START_TIME.toNanos();
        int starts = 0;
        while (!Thread.currentThread().isInterrupted()) {
            Optional<RunningGateway> found = running();
            if (found.isPresent()) {
                return found.get();
            }
            if (homeProcess.get().isEmpty()) {
                try {
                    return start(port);
                } catch (IOException e) {
                    if (++starts >= MAX_STARTS && homeProcess.get().isEmpty()) {
                        throw notStarted(String.valueOf(e.getMessage()));
                    }
                }
            }
            if (System.nanoTime() > deadline) {
                throw notStarted("process "
                        + homeProcess.get().map(HomeAccess.HomeProcess::pid).orElse(0L)
                        + " has the home open but does not answer");
            }
            pause(POLL_INTERVAL);
        }
        throw notStarted("the wait was interrupted");
    }

    public Optional<HomeAccess.HomeProcess> homeProcess() {
        return homeProcess.get();
    }

    /** @throws IOException with the last line of its log if the gateway does not start */
    private RunningGateway start(int port) throws IOException {
        Path log = home.resolve(LOG_FILE);
        rotate(log);
        createPrivate(log);
        List<String> command = new ArrayList<>(List.of("sh", "-c", DETACH, "throughline"));
        command.addAll(startCommand.program());
        command.addAll(List.of("serve", "--background", "--port", Integer.toString(port)));
        command.addAll(startCommand.flags());
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(home.toFile())
                .redirectInput(new File("/dev/null"))
                .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()));
        builder.environment().putAll(startCommand.variables());
        long logSize = Files.size(log);
        Process process = builder.start();
        URI address = awaitAddress(process).orElseThrow(() -> new IOException(lastLine(log, logSize)));
        return new RunningGateway(process.pid(), address, /* isStartedHere= */ true);
    }

    /** The address that the process prints; empty if it exits before, or prints none in time. */
    private static Optional<URI> awaitAddress(Process process) {
        CompletableFuture<Optional<URI>> address = new CompletableFuture<>();
        Thread.ofVirtual().start(() -> {
            try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
                String line = lines.readLine();
                while (line != null && !line.startsWith(LISTENING)) {
                    line = lines.readLine();
                }
                address.complete(Optional.ofNullable(line).map(text -> URI.create(text.substring(LISTENING.length()))));
            } catch (IOException e) {
                address.complete(Optional.empty());
            }
        });
        try {
            return address.get(START_TIME.toSeconds(), TimeUnit.SECONDS);
        } catch (TimeoutException | ExecutionException e) {
            process.destroy();
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    /** The last line that a process that did not start wrote to the log. */
    private static String lastLine(Path log, long from) {
        try {
            byte[] all = Files.readAllBytes(log);
            int start = (int) Math.min(from, all.length);
            String text = new String(all, start, all.length - start, StandardCharsets.UTF_8);
            return text.lines()
                    .filter(line -> !line.isBlank())
                    .reduce((_, last) -> last)
                    .map(line -> line.replaceFirst("^throughline: ", ""))
                    .orElse("it exited without an error message");
        } catch (IOException e) {
            return "it exited, and its log " + log + " cannot be read";
        }
    }

    /** Renames a large log, which replaces the previously renamed one. */
    private static void rotate(Path log) throws IOException {
        if (Files.exists(log) && Files.size(log) > MAX_LOG_BYTES) {
            Files.move(log, Path.of(log + ".1"), StandardCopyOption.REPLACE_EXISTING);
        }
    }

    /**
     * Creates the log as a private file. Otherwise it would be created with the default permissions, and other users
     * could read it.
     */
    private static void createPrivate(Path log) throws IOException {
        if (Files.notExists(log)) {
            Files.createFile(log, PrivateFiles.PRIVATE_FILE);
        }
    }

    /** A gateway that is exiting still has the home open but no longer answers. */
    private static boolean isAnswering(URI address) {
        try (GatewayClient client = new GatewayClient(address)) {
            return client.fetch("status").isPresent();
        } catch (ProxyException e) {
            return false;
        }
    }

    static void pause(Duration time) {
        try {
            boolean _ = new CountDownLatch(1).await(time.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static ProxyException notStarted(String why) {
        return new ProxyException(
                ProxyException.Kind.STORE, "gateway_not_started", "the gateway did not start: " + why);
    }

    /**
     * Stops a gateway: it accepts no new requests, finishes those in progress, and closes its home.
     *
     * @throws ProxyException if this user may not stop it, or if it does not exit in time
     */
    public static void stop(long pid, Duration time) {
        Optional<ProcessHandle> process = ProcessHandle.of(pid);
        if (process.isEmpty()) {
            return;
        }
        if (!process.get().destroy() && process.get().isAlive()) {
            throw notStopped("process " + pid + " belongs to another user; ask them to stop it");
        }
        try {
            process.get().onExit().get(time.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException | ExecutionException e) {
            throw notStopped("process " + pid + " is still running after " + time.toSeconds()
                    + " seconds; wait for its requests, or run: kill -9 " + pid);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw notStopped("interrupted while waiting for process " + pid);
        }
    }

    private static ProxyException notStopped(String why) {
        return new ProxyException(ProxyException.Kind.CALLER, "gateway_not_stopped", why);
    }
}
