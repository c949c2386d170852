package dev.throughline.mcp;

import io.modelcontextprotocol.spec.McpSchema;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Semaphore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves one agent over a pair of streams, one message a line. Nothing else may be written to the output: logs go to
 * the error stream.
 *
 * <pre>
 *   a blank line       skipped
 *   no JSON            answered with -32700
 *   no message         answered with -32600
 *   the end            ends it, when all that was asked before is answered
 * </pre>
 *
 * <p>The SDK's transport is not used, because it stops at the first line that it cannot read and drops open calls when
 * the input ends.
 */
public final class McpStdioServer {
    private static final Logger LOG = LoggerFactory.getLogger(McpStdioServer.class);

    /** How long a tool may go on after its agent closed the input. */
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** Calls that are answered at the same time; an agent that asks more waits. */
    private static final int MOST_AT_ONCE = 16;

    private final ServerIdentity identity;
    private final List<McpTool> tools;

    public McpStdioServer(ServerIdentity identity, List<McpTool> tools) {
        this.identity = identity;
        this.tools = List.copyOf(tools);
    }

    /** Serves until the input ends and all that was asked before is answered. */
    public void serve(InputStream in, OutputStream out) throws InterruptedException {
        try (McpProtocol protocol = new McpProtocol(identity, tools)) {
            Conversation conversation = new Conversation(protocol, out);
            LimitedLines lines = new LimitedLines(in);
            for (Optional<LimitedLines.LimitedLine> line = next(lines); line.isPresent(); line = next(lines)) {
                conversation.receive(line.get());
            }
            conversation.awaitAnswers();
        }
    }

    private static Optional<LimitedLines.LimitedLine> next(LimitedLines lines) {
        try {
            return lines.next();
        } catch (IOException e) {
            LOG.info("the agent's output ended with an error", e);
            return Optional.empty();
        }
    }

    /** A request that is not answered yet; the number distinguishes two with the same id. */
    private record Call(long number, Object id) {}

    /** One conversation. Its monitor guards the open calls and the output. */
    private static final class Conversation {
        private final McpProtocol protocol;
        private final OutputStream out;
        private final Semaphore permits = new Semaphore(MOST_AT_ONCE);
        private final Set<Call> open = new LinkedHashSet<>();
        private long calls;

        Conversation(McpProtocol protocol, OutputStream out) {
            this.protocol = protocol;
            this.out = out;
        }

        void receive(LimitedLines.LimitedLine line) throws InterruptedException {
            if (line.text().isEmpty()) {
                return;
            }
            try {
                if (!line.isWhole()) {
                    throw McpProtocol.invalid("Expected a message of at most " + LimitedLines.MOST_BYTES + " bytes.");
                }
                receive(protocol.read(line.text()));
            } catch (McpProtocol.Malformed e) {
                write(protocol.answer(e));
            }
        }

        private void receive(McpSchema.JSONRPCMessage message) throws InterruptedException {
            if (message instanceof McpSchema.JSONRPCRequest request) {
                permits.acquire();
                Call call = begin(request.id());
                Thread.ofVirtual().name("mcp").start(() -> answer(call, request));
            } else if (message instanceof McpSchema.JSONRPCNotification notification
                    && notification.method().equals("notifications/cancelled")
                    && notification.params() instanceof Map<?, ?> params) {
                cancel(String.valueOf(params.get("requestId")));
            }
        }

        private synchronized Call begin(Object id) {
            Call call = new Call(++calls, id);
            open.add(call);
            return call;
        }

        /** Its answer is not written. It is not interrupted, since an index does not survive that. */
        private synchronized void cancel(String id) {
            open.removeIf(call -> call.id().toString().equals(id));
        }

        private void answer(Call call, McpSchema.JSONRPCRequest request) {
            try {
                protocol.answer(request).ifPresent(answer -> writeIfOpen(call, answer));
            } finally {
                permits.release();
                end(call);
            }
        }

        private synchronized void writeIfOpen(Call call, String answer) {
            if (open.contains(call)) {
                write(answer);
            }
        }

        private synchronized void end(Call call) {
            open.remove(call);
            notifyAll();
        }

        private synchronized void write(String answer) {
            try {
                out.write((answer + "\n").getBytes(StandardCharsets.UTF_8));
                out.flush();
            } catch (IOException e) {
                LOG.info("the agent no longer reads its answers", e);
            }
        }

        synchronized void awaitAnswers() throws InterruptedException {
            long deadlineNanos = System.nanoTime() + PATIENCE.toNanos();
            for (long left = PATIENCE.toMillis(); !open.isEmpty() && left > 0; ) {
                wait(left);
                left = (deadlineNanos - System.nanoTime()) / 1_000_000;
            }
        }
    }
}
