package dev.throughline.cli.run;

import dev.throughline.model.ProxyException;
import dev.throughline.server.sessions.GatewayClient;
import dev.throughline.server.wiring.Homes;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
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
 * The gateway of a home, for those who run agents: the one that serves it, or one that is started in the background and
 * outlives whoever started it. Only one process can have a home; of several that are started at once the others end,
 * and all who wait use the one that is left.
 */
public final class GatewayProcesses {
    /** The log of a gateway that runs in the background, in its home. */
    public static final String LOG_FILE = "gateway.log";

    private static final Duration START_TIME = Duration.ofSeconds(90);
    private static final Duration LOOK_AGAIN = Duration.ofMillis(100);
    private static final long MOST_LOG_BYTES = 16L << 20;
    private static final int MOST_STARTS = 3;
    private static final String LISTENING = "listening on ";

    /**
     * Leaves the terminal behind: no signal of its keys or of its end arrives, by a session of its own where the system
     * has a program for that.
     */
    private static final String DETACH = """
        trap '' HUP INT QUIT TSTP TTIN TTOU
        command -v setsid >/dev/null 2>&1 && exec setsid "$@"
        command -v perl >/dev/null 2>&1 && exec perl -MPOSIX -e 'POSIX::setsid(); exec { $ARGV[0] } @ARGV' "$@"
        exec "$@"
        """;

    /**
     * A gateway that serves.
     *
     * @param isOurs whether it was started here
     */
    public record Running(long pid, URI address, boolean isOurs) {}

    /**
     * How one is started.
     *
     * @param program the words that call this program
     * @param variables what is set in its environment
     * @param flags more words for {@code serve}
     */
    public record Start(List<String> program, Map<String, String> variables, List<String> flags) {
        public Start {
            program = List.copyOf(program);
            variables = Map.copyOf(variables);
            flags = List.copyOf(flags);
        }
    }

    private final Path home;
    private final Supplier<Optional<Homes.Holder>> holders;
    private final Start start;

    public GatewayProcesses(Path home, Supplier<Optional<Homes.Holder>> holders, Start start) {
        this.home = home;
        this.holders = holders;
        this.start = start;
    }

    /** The gateway that serves the home now, if it answers. */
    public Optional<Running> running() {
        return holders.get()
                .flatMap(holder -> holder.address()
                        .filter(GatewayProcesses::answers)
                        .map(address -> new Running(holder.pid(), address, /* isOurs= */ false)));
    }

    /**
     * The gateway that serves the home, started if there is none.
     *
     * @param port where it should listen if it is started; 0 for any
     * @throws ProxyException if there is none and none can be started
     */
    public Running use(int port) {
        long deadline = System.nanoTime() + START_TIME.toNanos();
        int starts = 0;
        while (!Thread.currentThread().isInterrupted()) {
            Optional<Running> found = running();
            if (found.isPresent()) {
                return found.get();
            }
            if (holders.get().isEmpty()) {
                Outcome outcome = start(port);
                if (outcome.running().isPresent()) {
                    return outcome.running().get();
                }
                if (++starts >= MOST_STARTS && holders.get().isEmpty()) {
                    throw failed(outcome.why());
                }
            }
            if (System.nanoTime() > deadline) {
                throw failed("process " + holders.get().map(Homes.Holder::pid).orElse(0L)
                        + " has the home open but does not answer");
            }
            pause(LOOK_AGAIN);
        }
        throw failed("the wait was interrupted");
    }

    /** Who has the home now. */
    public Optional<Homes.Holder> holder() {
        return holders.get();
    }

    private record Outcome(Optional<Running> running, String why) {}

    private Outcome start(int port) {
        Path log = home.resolve(LOG_FILE);
        try {
            turnOver(log);
            makePrivate(log);
            List<String> command = new ArrayList<>(List.of("sh", "-c", DETACH, "throughline"));
            command.addAll(start.program());
            command.addAll(List.of("serve", "--background", "--port", Integer.toString(port)));
            command.addAll(start.flags());
            ProcessBuilder builder = new ProcessBuilder(command)
                    .directory(home.toFile())
                    .redirectInput(new File("/dev/null"))
                    .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()));
            builder.environment().putAll(start.variables());
            long logged = Files.size(log);
            Process process = builder.start();
            return listening(process)
                    .map(address -> new Outcome(Optional.of(new Running(process.pid(), address, true)), ""))
                    .orElseGet(() -> new Outcome(Optional.empty(), complaint(log, logged)));
        } catch (IOException e) {
            return new Outcome(Optional.empty(), String.valueOf(e.getMessage()));
        }
    }

    /** Where the process says that it listens; empty if it exits before, or says nothing for too long. */
    private static Optional<URI> listening(Process process) {
        CompletableFuture<Optional<URI>> said = new CompletableFuture<>();
        Thread.ofVirtual().start(() -> {
            try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
                String line = lines.readLine();
                while (line != null && !line.startsWith(LISTENING)) {
                    line = lines.readLine();
                }
                said.complete(Optional.ofNullable(line).map(text -> URI.create(text.substring(LISTENING.length()))));
            } catch (IOException e) {
                said.complete(Optional.empty());
            }
        });
        try {
            return said.get(START_TIME.toSeconds(), TimeUnit.SECONDS);
        } catch (TimeoutException | ExecutionException e) {
            process.destroy();
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    /** What a process that did not start wrote to the log last. */
    private static String complaint(Path log, long from) {
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

    /** A log that grew large is put aside, in place of the one before it. */
    private static void turnOver(Path log) throws IOException {
        if (Files.exists(log) && Files.size(log) > MOST_LOG_BYTES) {
            Files.move(log, Path.of(log + ".1"), StandardCopyOption.REPLACE_EXISTING);
        }
    }

    /** The shell that opens the log would make one that others may read. */
    private static void makePrivate(Path log) throws IOException {
        if (Files.notExists(log)) {
            Files.createFile(log, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        }
    }

    /** One that is about to end still has the home, and answers nothing any more. */
    private static boolean answers(URI address) {
        try (GatewayClient client = new GatewayClient(address)) {
            return client.ask("status").isPresent();
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

    private static ProxyException failed(String why) {
        return new ProxyException(
                ProxyException.Kind.STORE, "gateway_not_started", "the gateway did not start: " + why);
    }
}
