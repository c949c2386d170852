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
    void many_calls_are_answered_and_the_end_of_the_input_is_the_end() throws IOException, InterruptedException {
        PipedInputStream in = new PipedInputStream(PIPE);
        PipedOutputStream questions = new PipedOutputStream(in); // Before the door reads, or its input breaks off.
        Pipe pipe = Pipe.open();
        OutputStream out = Channels.newOutputStream(pipe.sink());
        Thread door = Thread.ofPlatform().daemon().start(() -> serve(in, out));
        try (PrintStream agent = new PrintStream(questions, true, StandardCharsets.UTF_8);
                BufferedReader said = new BufferedReader(
                        new InputStreamReader(Channels.newInputStream(pipe.source()), StandardCharsets.UTF_8))) {
            agent.println(EchoTools.initialize(0));
            assertTrue(said.readLine().contains("throughline"));
            agent.println("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
            for (int i = 1; i <= CALLS; i++) {
                agent.println(EchoTools.call(i, "echo", "{\"text\":\"" + i + "\"}"));
                String line = said.readLine();
                assertTrue(line.contains("again: " + i), line);
            }
        }
        assertTrue(door.join(Duration.ofSeconds(30)), "still serving");
        assertEquals(Thread.State.TERMINATED, door.getState());
    }

    @Test
    void what_was_asked_before_the_end_is_answered() throws InterruptedException {
        StringBuilder asked = new StringBuilder(EchoTools.initialize(0)).append('\n');
        asked.append("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}\n");
        for (int i = 1; i <= 20; i++) {
            asked.append(EchoTools.call(i, "echo", "{\"text\":\"" + i + "\"}")).append(i == 20 ? "" : "\n");
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        new McpStdioServer(EchoTools.IDENTITY, EchoTools.TOOLS)
                .serve(new ByteArrayInputStream(asked.toString().getBytes(StandardCharsets.UTF_8)), out);
        assertEquals(21, out.toString(StandardCharsets.UTF_8).lines().count());
    }

    @Test
    void a_blank_line_is_skipped_and_one_that_is_no_message_is_answered() throws InterruptedException {
        List<String> said = said("\n \r\nnot json\n" + EchoTools.initialize(0) + "\n[]\n{\"x\":1}\n\n"
                + EchoTools.call(1, "echo", "{\"text\":\"still there\"}") + "\n\n");
        assertEquals(5, said.size(), said::toString);
        assertTrue(said.getFirst().startsWith("{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{"), said::toString);
        assertEquals(1, said.stream().filter(line -> line.contains("-32700")).count(), said::toString);
        assertEquals(2, said.stream().filter(line -> line.contains("-32600")).count(), said::toString);
        assertTrue(said.toString().contains("again: still there"), said::toString);
        assertEquals(List.of(), said("\n\n"));
    }

    @Test
    void a_line_has_a_limit() throws InterruptedException {
        String much = EchoTools.call(1, "echo", "{\"text\":\"" + "x".repeat(LimitedLines.MOST_BYTES) + "\"}");
        List<String> said = said(much + "\n" + EchoTools.request(2, "ping", "{}"));
        assertEquals(2, said.size(), said::toString);
        assertTrue(said.getFirst().contains("at most 4194304 bytes"), said::toString);
        assertTrue(said.getLast().contains("\"id\":2"), said::toString);
    }

    /** Nobody waits for its answer, so the end does not either. */
    @Test
    void a_call_that_was_cancelled_does_not_hold_up_the_end() throws InterruptedException {
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
        String asked = EchoTools.call(7, "slow", "{}") + "\n" + EchoTools.request(8, "ping", "{}")
                + "\n{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":7}}\n";
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        long begin = System.nanoTime();
        new McpStdioServer(EchoTools.IDENTITY, List.of(slow))
                .serve(new ByteArrayInputStream(asked.getBytes(StandardCharsets.UTF_8)), out);
        never.countDown();
        assertTrue(Duration.ofNanos(System.nanoTime() - begin).toSeconds() < 30, "it was waited for");
        String said = out.toString(StandardCharsets.UTF_8);
        assertTrue(said.contains("\"id\":8") && !said.contains("late"), said);
    }

    private static List<String> said(String asked) throws InterruptedException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        new McpStdioServer(EchoTools.IDENTITY, EchoTools.TOOLS)
                .serve(new ByteArrayInputStream(asked.getBytes(StandardCharsets.UTF_8)), out);
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
