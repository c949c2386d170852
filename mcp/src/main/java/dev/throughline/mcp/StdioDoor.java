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
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
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
 * <p>The SDK's own transport for this ends at the first line that it cannot read, keeps what was asked before it, and
 * drops what it is working on when the input ends; so lines are read and written here.
 */
public final class StdioDoor {
    private static final Logger LOG = LoggerFactory.getLogger(StdioDoor.class);

    /** A tool that takes longer than this after its agent hung up is not waited for. */
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** Calls that are answered at the same time; an agent that asks more waits. */
    private static final int MOST_AT_ONCE = 16;

    private final Identity identity;
    private final List<Tool> tools;

    public StdioDoor(Identity identity, List<Tool> tools) {
        this.identity = identity;
        this.tools = List.copyOf(tools);
    }

    /** Serves until the input ends, which is how an agent hangs up, and all that it asked before is answered. */
    public void serve(InputStream in, OutputStream out) throws InterruptedException {
        try (Protocol protocol = new Protocol(identity, tools)) {
            Talk talk = new Talk(protocol, out);
            Lines lines = new Lines(in);
            for (Optional<Lines.Line> line = next(lines); line.isPresent(); line = next(lines)) {
                talk.hear(line.get());
            }
            talk.awaitAnswers();
        }
    }

    private static Optional<Lines.Line> next(Lines lines) {
        try {
            return lines.next();
        } catch (IOException e) {
            LOG.info("the agent's output broke off", e);
            return Optional.empty();
        }
    }

    /** A request that is not answered yet; the number tells two of the same id apart. */
    private record Call(long number, Object id) {}

    /** One conversation. */
    private static final class Talk {
        private final Protocol protocol;
        private final OutputStream out;
        private final Semaphore room = new Semaphore(MOST_AT_ONCE);
        private final ReentrantLock lock = new ReentrantLock();
        private final Condition changed = lock.newCondition();
        private final Set<Call> open = new LinkedHashSet<>();
        private long calls;

        Talk(Protocol protocol, OutputStream out) {
            this.protocol = protocol;
            this.out = out;
        }

        void hear(Lines.Line line) throws InterruptedException {
            if (line.text().isEmpty()) {
                return;
            }
            try {
                if (!line.isWhole()) {
                    throw Protocol.invalid("Expected a message of at most " + Lines.MOST_BYTES + " bytes.");
                }
                hear(protocol.read(line.text()));
            } catch (Protocol.Malformed e) {
                write(protocol.answer(e));
            }
        }

        private void hear(McpSchema.JSONRPCMessage message) throws InterruptedException {
            if (message instanceof McpSchema.JSONRPCRequest request) {
                room.acquire();
                Call call = begun(request.id());
                Thread.ofVirtual().name("mcp").start(() -> answer(call, request));
            } else if (message instanceof McpSchema.JSONRPCNotification told
                    && told.method().equals("notifications/cancelled")
                    && told.params() instanceof Map<?, ?> params) {
                cancel(String.valueOf(params.get("requestId")));
            }
        }

        private Call begun(Object id) {
            lock.lock();
            try {
                Call call = new Call(++calls, id);
                open.add(call);
                return call;
            } finally {
                lock.unlock();
            }
        }

        /** Nobody waits for it any more: it is not interrupted, since an index does not survive that. */
        private void cancel(String id) {
            lock.lock();
            try {
                open.removeIf(call -> call.id().toString().equals(id));
            } finally {
                lock.unlock();
            }
        }

        private void answer(Call call, McpSchema.JSONRPCRequest request) {
            try {
                Optional<String> answer = protocol.answer(request);
                lock.lock();
                try {
                    if (open.contains(call)) {
                        answer.ifPresent(this::write);
                    }
                } finally {
                    lock.unlock();
                }
            } finally {
                ended(call);
            }
        }

        private void ended(Call call) {
            room.release();
            lock.lock();
            try {
                open.remove(call);
                changed.signalAll();
            } finally {
                lock.unlock();
            }
        }

        private void write(String answer) {
            lock.lock();
            try {
                out.write((answer + "\n").getBytes(StandardCharsets.UTF_8));
                out.flush();
            } catch (IOException e) {
                LOG.info("the agent does not read its answers any more", e);
            } finally {
                lock.unlock();
            }
        }

        void awaitAnswers() throws InterruptedException {
            lock.lock();
            try {
                long left = PATIENCE.toNanos();
                while (!open.isEmpty() && left > 0) {
                    left = changed.awaitNanos(left);
                }
            } finally {
                lock.unlock();
            }
        }
    }
}
