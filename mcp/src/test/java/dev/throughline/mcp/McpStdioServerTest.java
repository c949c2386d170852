package dev.throughline.mcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PrintStream;
import java.nio.channels.Channels;
import java.nio.channels.Pipe;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class McpStdioServerTest {
    private static final int PIPE = 1 << 16;
    private static final int CALLS = 500;

    /** An earlier SDK hung after about a hundred quick calls. */
    @Test
    void many_calls_are_answered_and_the_server_stops_at_the_end_of_the_input()
            throws IOException, InterruptedException {
        PipedInputStream in = new PipedInputStream(PIPE);
        PipedOutputStream questions =
                new PipedOutputStream(in); // Connected before the server reads, or its read fails.
        Pipe pipe = Pipe.open();
        OutputStream out = Channels.newOutputStream(pipe.sink());
        Thread server = Thread.ofPlatform().daemon().start(() -> serve(in, out));
        try (PrintStream agent = new PrintStream(questions, true, StandardCharsets.UTF_8);
                BufferedReader output = new BufferedReader(
                        new InputStreamReader(Channels.newInputStream(pipe.source()), StandardCharsets.UTF_8))) {
            agent.println(EchoTools.initialize(0));
            assertTrue(output.readLine().contains("throughline"));
            agent.println("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
            for (int i = 1; i <= CALLS; i++) {
                agent.println(EchoTools.call(i, "echo", "{\"text\":\"" + i + "\"}"));
                String line = output.readLine();
                assertTrue(line.contains("again: " + i), line);
            }
        }
        assertTrue(server.join(Duration.ofSeconds(30)), "still serving");
        assertEquals(Thread.State.TERMINATED, server.getState());
    }

    @Test
    void requests_before_the_end_of_the_input_are_answered() throws InterruptedException {
        StringBuilder input = new StringBuilder(EchoTools.initialize(0)).append('\n');
        input.append("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}\n");
        for (int i = 1; i <= 20; i++) {
            input.append(EchoTools.call(i, "echo", "{\"text\":\"" + i + "\"}")).append(i == 20 ? "" : "\n");
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        new McpStdioServer(EchoTools.IDENTITY, EchoTools.TOOLS)
                .serve(new ByteArrayInputStream(input.toString().getBytes(StandardCharsets.UTF_8)), out);
        assertEquals(21, out.toString(StandardCharsets.UTF_8).lines().count());
    }

    @Test
    void a_blank_line_is_skipped_and_a_malformed_message_is_answered_with_an_error() throws InterruptedException {
        List<String> output = output("\n \r\nnot json\n" + EchoTools.initialize(0) + "\n[]\n{\"x\":1}\n\n"
                + EchoTools.call(1, "echo", "{\"text\":\"still there\"}") + "\n\n");
        assertEquals(5, output.size(), output::toString);
        assertTrue(output.getFirst().startsWith("{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{"), output::toString);
        assertEquals(1, output.stream().filter(line -> line.contains("-32700")).count(), output::toString);
        assertEquals(2, output.stream().filter(line -> line.contains("-32600")).count(), output::toString);
        assertTrue(output.toString().contains("again: still there"), output::toString);
        assertEquals(List.of(), output("\n\n"));
    }

    @Test
    void a_line_longer_than_the_limit_is_answered_with_an_error() throws InterruptedException {
        String tooLong = EchoTools.call(1, "echo", "{\"text\":\"" + "x".repeat(LimitedLines.MOST_BYTES) + "\"}");
        List<String> output = output(tooLong + "\n" + EchoTools.request(2, "ping", "{}"));
        assertEquals(2, output.size(), output::toString);
        assertTrue(output.getFirst().contains("at most 4194304 bytes"), output::toString);
        assertTrue(output.getLast().contains("\"id\":2"), output::toString);
    }

    /** The client no longer waits for a cancelled call, so the server does not wait for it either. */
    @Test
    void a_cancelled_call_does_not_delay_the_end() throws InterruptedException {
        CountDownLatch never = new CountDownLatch(1);
        McpTool slow =
                new McpTool("slow", "Slow", "Takes long.", "{\"type\":\"object\"}", McpTool.ToolEffect.READS, _ -> {
                    try {
                        never.await();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                    return McpTool.McpAnswer.text("late");
                });
        String input = EchoTools.call(7, "slow", "{}") + "\n" + EchoTools.request(8, "ping", "{}")
                + "\n{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":7}}\n";
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        long begin = System.nanoTime();
        new McpStdioServer(EchoTools.IDENTITY, List.of(slow))
                .serve(new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)), out);
        never.countDown();
        assertTrue(
                Duration.ofNanos(System.nanoTime() - begin).toSeconds() < 30,
                "the server waited for the cancelled call");
        String output = out.toString(StandardCharsets.UTF_8);
        assertTrue(output.contains("\"id\":8") && !output.contains("late"), output);
    }

    private static List<String> output(String input) throws InterruptedException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        new McpStdioServer(EchoTools.IDENTITY, EchoTools.TOOLS)
                .serve(new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)), out);
        return out.toString(StandardCharsets.UTF_8).lines().toList();
    }

    private static void serve(InputStream in, OutputStream out) {
        try {
            new McpStdioServer(EchoTools.IDENTITY, EchoTools.TOOLS).serve(in, out);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
