package dev.throughline.search.embed;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class NativeRuntimeTest {
    /** Twenty prompts of a page each on the command line. */
    private static final int LONG = 60_000;

    /** What the test starts in a process of its own, since a native overflow would end this one. */
    static final class Child {
        public static void main(String[] arguments) {
            System.out.println(NativeRuntime.environment() != null ? "started" : "none");
        }
    }

    @Test
    void it_starts_in_a_process_with_a_long_command_line() throws IOException, InterruptedException {
        Process child = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin/java").toString(),
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Child.class.getName(),
                        "x".repeat(LONG))
                .redirectErrorStream(true)
                .start();
        String said = new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(true, child.waitFor(60, TimeUnit.SECONDS));
        assertEquals("started", said.strip());
        assertEquals(0, child.exitValue());
    }
}
