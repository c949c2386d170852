package dev.throughline.clients;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The gateway as a user starts it: the launcher, in a process of its own. The launcher becomes the Java process, so a
 * signal to this process is one to the gateway.
 */
final class GatewayProcess implements AutoCloseable {
    /** The first start of a checkout may have to build. */
    private static final int START_SECONDS = 300;

    private static final int STOP_SECONDS = 60;
    private static final Pattern LISTENING = Pattern.compile("listening on http://[^:]+:(\\d+)");

    private final Process process;
    private final Path log;
    private final int port;

    private GatewayProcess(Process process, Path log, int port) {
        this.process = process;
        this.log = log;
        this.port = port;
    }

    /** Starts a gateway for a model on a free port; it listens when this returns. */
    static GatewayProcess start(Path home, String model) throws IOException, InterruptedException {
        return start(home, model, List.of());
    }

    /** The same with additional arguments. */
    static GatewayProcess start(Path home, String model, List<String> more) throws IOException, InterruptedException {
        Path log = Path.of(home + ".log");
        List<String> command = new ArrayList<>(
                List.of(Installed.launcher().toString(), "serve", "--port", "0", "--home", home.toString()));
        command.addAll(List.of("--openai-url", model, "--anthropic-url", model));
        command.addAll(List.of("--helper-mode", "off")); // Scripts know the agents' requests and no others.
        command.addAll(more);
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()));
        cleanse(builder.environment(), home);
        Process process = builder.start();
        process.getOutputStream().close();
        CompletableFuture<Integer> port = new CompletableFuture<>();
        Thread.ofVirtual().start(() -> listen(process, port));
        try {
            return new GatewayProcess(process, log, port.get(START_SECONDS, TimeUnit.SECONDS));
        } catch (ExecutionException | TimeoutException e) {
            process.destroyForcibly();
            throw new AssertionError("the gateway did not start:\n" + Files.readString(log), e);
        }
    }

    /** Removes the environment variables by which the developer configured an own gateway. */
    static void cleanse(Map<String, String> environment, Path home) {
        List<String> ours = environment.keySet().stream()
                .filter(name -> name.startsWith("THROUGHLINE_"))
                .filter(name -> !name.equals("THROUGHLINE_JAVA_HOME"))
                .toList();
        ours.forEach(environment::remove);
        environment.put("XDG_CONFIG_HOME", home + ".config");
    }

    private static void listen(Process process, CompletableFuture<Integer> port) {
        try (BufferedReader lines = process.inputReader()) {
            String line = lines.readLine();
            while (line != null) {
                Matcher matcher = LISTENING.matcher(line);
                if (matcher.find()) {
                    port.complete(Integer.parseInt(Objects.requireNonNull(matcher.group(1))));
                }
                line = lines.readLine();
            }
            port.completeExceptionally(new IllegalStateException("it ended without a line 'listening on …'"));
        } catch (IOException e) {
            port.completeExceptionally(e);
        }
    }

    int port() {
        return port;
    }

    /** What it wrote to its log so far. */
    String log() {
        try {
            return Files.readString(log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Stops it and waits for its end. */
    void stop() throws InterruptedException {
        process.destroy();
        if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly().waitFor();
            throw new AssertionError("the gateway did not stop within " + STOP_SECONDS + " s:\n" + log());
        }
    }

    /** Kills it, as {@code kill -9} does. */
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
