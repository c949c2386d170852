package dev.throughline.mcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class StdioDoorTest {
    private static final int PIPE = 1 << 16;
    private static final int CALLS = 500;

    /** An earlier SDK hung after about a hundred quick calls. */
    @Test
    void many_calls_are_answered_and_the_end_of_the_input_is_the_end() throws IOException, InterruptedException {
        PipedInputStream in = new PipedInputStream(PIPE);
        PipedInputStream answers = new PipedInputStream(PIPE);
        PipedOutputStream out = new PipedOutputStream(answers);
        Thread door = Thread.ofPlatform().daemon().start(() -> serve(in, out));
        try (PrintStream agent = new PrintStream(new PipedOutputStream(in), true, StandardCharsets.UTF_8);
                BufferedReader said = new BufferedReader(new InputStreamReader(answers, StandardCharsets.UTF_8))) {
            agent.println(Echo.initialize(0));
            assertTrue(said.readLine().contains("throughline"));
            agent.println("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
            for (int i = 1; i <= CALLS; i++) {
                agent.println(Echo.call(i, "echo", "{\"text\":\"" + i + "\"}"));
                String line = said.readLine();
                assertTrue(line.contains("again: " + i), line);
            }
        }
        assertTrue(door.join(Duration.ofSeconds(30)), "still serving");
        assertEquals(Thread.State.TERMINATED, door.getState());
    }

    @Test
    void what_was_asked_before_the_end_is_answered() throws InterruptedException {
        StringBuilder asked = new StringBuilder(Echo.initialize(0)).append('\n');
        asked.append("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}\n");
        for (int i = 1; i <= 20; i++) {
            asked.append(Echo.call(i, "echo", "{\"text\":\"" + i + "\"}")).append(i == 20 ? "" : "\n");
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        new StdioDoor(Echo.IDENTITY, Echo.TOOLS)
                .serve(new ByteArrayInputStream(asked.toString().getBytes(StandardCharsets.UTF_8)), out);
        assertEquals(21, out.toString(StandardCharsets.UTF_8).lines().count());
    }

    private static void serve(PipedInputStream in, PipedOutputStream out) {
        try {
            new StdioDoor(Echo.IDENTITY, Echo.TOOLS).serve(in, out);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
