package dev.throughline.search.embed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Checks the version of ONNX Runtime that is used. Version 1.29 reports its use to its vendor, and overflows the stack,
 * which ends the process, when the command line is long.
 */
final class OnnxRuntimeTest {
    /** Twenty prompts of a page each on the command line. */
    private static final int LONG = 60_000;

    @TempDir
    Path home;

    /** Runs in a separate process, because a native stack overflow ends the process. */
    static final class Child {
        public static void main(String[] arguments) {
            System.out.println(new LocalEmbedder().runsHere() ? "started" : "not started");
        }
    }

    @Test
    void the_runtime_starts_with_a_long_command_line_and_a_small_stack_and_writes_no_files_to_the_home()
            throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin/java").toString(),
                "-Xss512k",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                Child.class.getName(),
                "x".repeat(LONG));
        builder.environment().put("HOME", home.toString());
        builder.environment().put("XDG_CACHE_HOME", home.resolve(".cache").toString());
        Process child = builder.redirectErrorStream(true).start();
        String output = new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertTrue(child.waitFor(60, TimeUnit.SECONDS));
        assertEquals("started", output.strip());
        assertEquals(0, child.exitValue());
        try (Stream<Path> files = Files.walk(home)) {
            assertEquals(List.of(home), files.toList());
        }
    }
}
