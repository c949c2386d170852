package dev.throughline.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.store.file.FileStore;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Runs of agents as processes, in one home. An agent writes its base URL to a file and waits for a signal to exit. */
final class RunProcesses {
    private static final int SECONDS = 180;
    private static final String AGENT =
            "echo \"$ANTHROPIC_BASE_URL\" >\"$1.part\"; mv \"$1.part\" \"$1.url\"; while [ ! -e \"$1.go\" ]; do sleep"
                    + " 0.1; done";
    private static final String BODY =
            "{\"model\":\"claude-x\",\"max_tokens\":9,\"messages\":[{\"role\":\"user\",\"content\":\"hello\"}]}";

    private final Path folder;
    private final String model;
    private final HttpClient client = HttpClient.newHttpClient();
    private final List<Run> runs = new ArrayList<>();
    private final Map<Long, Integer> names = new HashMap<>();
    private int calls;

    RunProcesses(Path folder, String model) {
        this.folder = folder;
        this.model = model;
    }

    record Ended(int code, String out, String err) {}

    /** A run whose agent waits. */
    final class Run {
        private final Path base;
        private final Process process;

        private Run(Path base, Process process) {
            this.base = base;
            this.process = process;
        }

        Process process() {
            return process;
        }

        /** The base URL that the agent was given. */
        URI address() throws Exception {
            return URI.create(content(Path.of(base + ".url")));
        }

        void endAgent() throws IOException {
            Files.writeString(Path.of(base + ".go"), "");
        }

        /** Lets the agent end and waits for its run. */
        Ended end() throws Exception {
            endAgent();
            return await(process);
        }
    }

    Path home() {
        return folder.resolve("home");
    }

    Run run(String name, String... options) throws IOException {
        return run(Map.of(), name, options);
    }

    /** A run in whose shell these variables are set. */
    Run run(Map<String, String> variables, String name, String... options) throws IOException {
        List<String> words = new ArrayList<>(List.of("run"));
        words.addAll(List.of(options));
        Path base = folder.resolve(name);
        words.addAll(List.of("sh", "-c", AGENT, "agent", base.toString()));
        Run run = new Run(base, start(Java.program(words.toArray(String[]::new)), variables));
        runs.add(run);
        return run;
    }

    /** Runs a command to its end. */
    Ended call(String... words) throws Exception {
        return await(start(Java.program(words)));
    }

    /** A command as a line for a shell. */
    String line(String... words) {
        return String.join(
                " ", Java.program(words).stream().map(word -> "'" + word + "'").toList());
    }

    Process start(List<String> command) throws IOException {
        return start(command, Map.of());
    }

    private Process start(List<String> command, Map<String, String> variables) throws IOException {
        calls++;
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectInput(new File("/dev/null"))
                .redirectOutput(folder.resolve(calls + ".out").toFile())
                .redirectError(folder.resolve(calls + ".err").toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("THROUGHLINE_") || name.endsWith("_BASE_URL"));
        builder.environment().put("HOME", folder.toString());
        builder.environment().put("THROUGHLINE_HOME", home().toString());
        builder.environment().put("THROUGHLINE_SEARCH_EMBEDDINGS", "none");
        builder.environment().put("THROUGHLINE_OPENAI_URL", model);
        builder.environment().put("THROUGHLINE_ANTHROPIC_URL", model);
        builder.environment().putAll(variables);
        Process process = builder.start();
        names.put(process.pid(), calls);
        return process;
    }

    Ended await(Process process) throws Exception {
        int call = names.getOrDefault(process.pid(), 0);
        boolean isOver = process.waitFor(SECONDS, TimeUnit.SECONDS);
        Ended ended = new Ended(
                isOver ? process.exitValue() : -1,
                Files.readString(folder.resolve(call + ".out")),
                Files.readString(folder.resolve(call + ".err")));
        assertTrue(isOver, () -> "no end: " + ended);
        return ended;
    }

    /** The content of a file as soon as it is not empty. */
    static String content(Path file) throws Exception {
        awaitContent(file);
        return Files.readString(file).strip();
    }

    static void awaitContent(Path file) throws Exception {
        for (int i = 0; i < SECONDS * 10; i++) {
            if (Files.exists(file) && Files.size(file) > 0) {
                return;
            }
            pause();
        }
        throw new AssertionError("nothing in " + file);
    }

    private static void pause() throws InterruptedException {
        boolean _ = new CountDownLatch(1).await(100, TimeUnit.MILLISECONDS);
    }

    HttpResponse<String> ask(URI base) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(base + "/v1/messages"))
                .header("anthropic-version", "2023-06-01")
                .header("x-api-key", "sk-ant-dummy")
                .header("content-type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(BODY))
                .build();
        HttpResponse<String> reply = client.send(request, HttpResponse.BodyHandlers.ofString());
        assertEquals(200, reply.statusCode(), reply.body());
        return reply;
    }

    /** Sends a request with retries, as an agent does. */
    HttpResponse<String> askUntilAnswered(URI base) throws Exception {
        for (int i = 0; i < SECONDS * 10; i++) {
            try {
                return ask(base);
            } catch (IOException e) {
                pause();
            }
        }
        throw new AssertionError("no answer at " + base);
    }

    /** The files in the home that others may read. */
    List<Path> readableByOthers() throws IOException {
        try (Stream<Path> files = Files.find(home(), Integer.MAX_VALUE, (file, _) -> !isPrivate(file))) {
            return files.toList();
        }
    }

    private static boolean isPrivate(Path file) {
        try {
            return PosixFilePermissions.toString(Files.getPosixFilePermissions(file))
                    .endsWith("------");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void awaitGateway() throws Exception {
        for (int i = 0; i < SECONDS * 10; i++) {
            if (FileStore.holder(home()).flatMap(FileStore.LockHolder::address).isPresent()) {
                return;
            }
            pause();
        }
        throw new AssertionError("no gateway serves");
    }

    void awaitNoGateway() throws Exception {
        for (int i = 0; i < SECONDS * 10; i++) {
            if (FileStore.holder(home()).isEmpty()) {
                return;
            }
            pause();
        }
        throw new AssertionError("the gateway runs on");
    }

    /** Ends all processes. */
    void close() throws Exception {
        for (Run run : runs) {
            run.endAgent();
            run.process().waitFor(SECONDS, TimeUnit.SECONDS);
        }
        FileStore.holder(home())
                .flatMap(holder -> ProcessHandle.of(holder.pid()))
                .ifPresent(gateway -> {
                    gateway.destroyForcibly();
                    gateway.onExit().join();
                });
        client.close();
    }
}
