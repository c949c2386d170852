package dev.throughline.clients;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Runs a program to its end: no input, exactly these environment variables, and a time limit, because some agents wait
 * forever without an answer.
 */
final class Program {
    /** A run takes a few seconds; a busy machine may need many more. */
    private static final Duration LONGEST = Duration.ofMinutes(4);

    private final Path folder;
    private final Map<String, String> variables = new LinkedHashMap<>();

    /** Programs that run in this folder, which is also their home. */
    Program(Path folder) {
        this.folder = folder;
        variables.put("HOME", folder.toString());
        variables.put("PATH", Installed.path());
        variables.put("TERM", "xterm");
        variables.put("LANG", "C.UTF-8");
    }

    /** Stops the gateway that runs left behind in the home of a test. */
    static void stopGateway(Path folder) throws IOException, InterruptedException {
        new Program(folder)
                .with("THROUGHLINE_HOME", folder.resolve("home").toString())
                .run(Installed.launcher().toString(), "stop")
                .expectSuccess();
    }

    Program with(String name, String value) {
        variables.put(name, value);
        return this;
    }

    Path folder() {
        return folder;
    }

    /** The output and the exit status of a program. */
    record Ended(int code, String out, String err) {
        Ended expectSuccess() {
            assertEquals(0, code, () -> "the program failed\n--- out\n" + out + "\n--- err\n" + err);
            return this;
        }
    }

    Ended run(String... command) throws IOException, InterruptedException {
        return run(List.of(command));
    }

    Ended run(List<String> command) throws IOException, InterruptedException {
        Path out = Files.createTempFile(folder, "out", ".txt");
        Path err = Files.createTempFile(folder, "err", ".txt");
        List<String> full = new ArrayList<>(command);
        ProcessBuilder builder = new ProcessBuilder(full)
                .directory(folder.toFile())
                .redirectInput(new File("/dev/null"))
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        builder.environment().clear();
        builder.environment().putAll(variables);
        Process process = builder.start();
        boolean isOver = process.waitFor(LONGEST.toSeconds(), TimeUnit.SECONDS);
        if (!isOver) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly().waitFor();
        }
        Ended ended = new Ended(isOver ? process.exitValue() : -1, Files.readString(out), Files.readString(err));
        if (!isOver) {
            throw new AssertionError("no end within " + LONGEST + ": " + command + "\n--- out\n" + ended.out()
                    + "\n--- err\n" + ended.err());
        }
        return ended;
    }
}
