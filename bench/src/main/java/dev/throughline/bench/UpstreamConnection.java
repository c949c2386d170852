package dev.throughline.bench;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * One connection to the {@link ScriptedUpstream}, and the script that its request asked for.
 *
 * <pre>
 *   x-bench-events: N        a stream of N events; without it the answer is one small JSON document
 *   x-bench-gap-micros: G    the time between two events; without it, or 0, all events are sent at once
 * </pre>
 *
 * <p>Each event contains the time at which it was written, as {@code @nanos}, by the clock that all processes share.
 */
final class UpstreamConnection implements Comparable<UpstreamConnection> {
    private static final String ANSWER = """
        {"id":"chatcmpl-bench","object":"chat.completion","created":1700000000,"model":"bench-model",\
        "choices":[{"index":0,"message":{"role":"assistant","content":"%s"},"finish_reason":"stop"}],\
        "usage":{"prompt_tokens":100,"completion_tokens":9,"total_tokens":109}}\
        """.formatted(Conversation.REPLY);
    private static final byte[] WHOLE = ascii("HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: "
            + ANSWER.length() + "\r\n\r\n" + ANSWER);
    private static final byte[] STREAM_HEAD =
            ascii("HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n");
    private static final byte[] STREAM_END = ascii("0\r\n\r\n");
    private static final String CHUNK =
            "data: {\"id\":\"chatcmpl-bench\",\"object\":\"chat.completion.chunk\",\"created\":1700000000,"
                    + "\"model\":\"bench-model\",\"choices\":[{\"index\":0,\"delta\":{\"content\":\"@";
    private static final String CHUNK_END = "\"},\"finish_reason\":null}]}\n\n";
    private static final String LAST = "data: {\"id\":\"chatcmpl-bench\",\"object\":\"chat.completion.chunk\","
            + "\"created\":1700000000,\"model\":\"bench-model\",\"choices\":[{\"index\":0,\"delta\":{},"
            + "\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n";
    private static final int EVENT_BYTES = 256;

    private final SocketChannel channel;
    private final SelectionKey key;
    private final StringBuilder head = new StringBuilder();
    private @Nullable ByteBuffer unsent;
    private long bodyLeft;
    private int eventsLeft;
    private long gapNanos;
    private long dueNanos;

    UpstreamConnection(SocketChannel channel, SelectionKey key) {
        this.channel = channel;
        this.key = key;
    }

    SocketChannel channel() {
        return channel;
    }

    long dueNanos() {
        return dueNanos;
    }

    void left() {
        eventsLeft = 0;
    }

    @Override
    public int compareTo(UpstreamConnection other) {
        return Long.compare(dueNanos, other.dueNanos);
    }

    /** Processes received bytes; returns true if the request is complete and its events are due later. */
    boolean take(ByteBuffer read) throws IOException {
        if (bodyLeft == 0 && !takeHead(read)) {
            return false;
        }
        int body = (int) Math.min(bodyLeft, read.remaining());
        read.position(read.position() + body);
        bodyLeft -= body;
        return bodyLeft == 0 && answer();
    }

    /** Reads the head byte by byte until its empty line; it is short. */
    private boolean takeHead(ByteBuffer read) {
        while (read.hasRemaining()) {
            head.append((char) (read.get() & 0xff));
            int length = head.length();
            if (length >= 4 && head.charAt(length - 1) == '\n' && head.charAt(length - 3) == '\n') {
                String lines = head.toString().toLowerCase(Locale.ROOT);
                head.setLength(0);
                bodyLeft = number(lines, "\r\ncontent-length:");
                eventsLeft = (int) number(lines, "\r\nx-bench-events:");
                gapNanos = 1000 * number(lines, "\r\nx-bench-gap-micros:");
                return true;
            }
        }
        return false;
    }

    private static long number(String lines, String name) {
        int at = lines.indexOf(name);
        return at < 0
                ? 0
                : Long.parseLong(lines.substring(at + name.length(), lines.indexOf('\r', at + 2))
                        .strip());
    }

    private boolean answer() throws IOException {
        if (eventsLeft == 0) {
            write(ByteBuffer.wrap(WHOLE));
            return false;
        }
        dueNanos = System.nanoTime();
        if (gapNanos > 0) {
            write(ByteBuffer.wrap(STREAM_HEAD));
            return true;
        }
        burst();
        return false;
    }

    private void burst() throws IOException {
        ByteBuffer all = ByteBuffer.allocate(2 * EVENT_BYTES + eventsLeft * EVENT_BYTES + LAST.length());
        all.put(STREAM_HEAD);
        for (; eventsLeft > 0; eventsLeft--) {
            all.put(chunk(CHUNK + System.nanoTime() + CHUNK_END));
        }
        all.put(chunk(LAST)).put(STREAM_END);
        write(all.flip());
    }

    /** Sends the event that is due; returns true if another one is due later. */
    boolean sendDueEvents(long now) {
        try {
            if (eventsLeft == 0) {
                return false;
            }
            write(ByteBuffer.wrap(chunk(CHUNK + System.nanoTime() + CHUNK_END)));
            dueNanos = Math.max(now, dueNanos + gapNanos);
            if (--eventsLeft > 0) {
                return true;
            }
            write(ByteBuffer.wrap(chunk(LAST)));
            write(ByteBuffer.wrap(STREAM_END));
            return false;
        } catch (IOException left) {
            eventsLeft = 0;
            return false;
        }
    }

    private static byte[] chunk(String event) {
        return ascii(Integer.toHexString(event.length()) + "\r\n" + event + "\r\n");
    }

    private void write(ByteBuffer bytes) throws IOException {
        if (unsent == null) {
            channel.write(bytes);
        }
        if (bytes.hasRemaining()) {
            ByteBuffer before = unsent == null ? ByteBuffer.allocate(0) : unsent;
            unsent = ByteBuffer.allocate(before.remaining() + bytes.remaining())
                    .put(before)
                    .put(bytes)
                    .flip();
            key.interestOpsOr(SelectionKey.OP_WRITE);
        }
    }

    /** Sends the rest of what did not fit into the socket buffer. */
    void writeRest() throws IOException {
        ByteBuffer rest = unsent;
        if (rest != null) {
            channel.write(rest);
        }
        if (rest == null || !rest.hasRemaining()) {
            unsent = null;
            key.interestOpsAnd(~SelectionKey.OP_WRITE);
        }
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
