package dev.throughline.bench;

import dev.throughline.bench.BenchServers.BenchServer;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * A minimal client with a persistent connection: one write per request, and replies are parsed only as far as a
 * measurement needs. One call at a time; not thread-safe.
 */
final class ClientConnection implements Closeable {
    private static final int BUFFER_BYTES = 64 << 10;
    private static final int TIMEOUT_MILLIS = 600_000;

    private final Socket socket;
    private final InputStream in;
    private final OutputStream out;
    private final String head;
    private final byte[] buffer = new byte[BUFFER_BYTES];
    private int from;
    private int to;
    private long readNanos;

    ClientConnection(String path, BenchServer to) throws IOException {
        int port = to.port();
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(TIMEOUT_MILLIS);
        in = socket.getInputStream();
        out = socket.getOutputStream();
        head = "POST " + path + " HTTP/1.1\r\nhost: 127.0.0.1:" + port
                + "\r\nuser-agent: bench/1\r\ncontent-type: application/json\r\nauthorization: Bearer bench-key\r\n"
                + to.header();
    }

    /** The answer that the scripted model gives: without events one small JSON, with a gap of 0 all events at once. */
    record Script(int events, int gapMicros) {
        static final Script WHOLE = new Script(0, 0);
    }

    /** Times of one call, by {@link System#nanoTime()}. */
    record Times(long sent, long firstEvent, long lastEvent, long end) {}

    /** Receives the age of each event at its arrival, in nanoseconds. */
    interface Ages {
        void add(long nanos);
    }

    /** Sends a request in a session and reads its reply to the end. */
    Times call(String session, byte[] body, Script script, Ages ages) throws IOException {
        byte[] start = (head + "x-throughline-session: " + session + "\r\n"
                        + (script.events() == 0 ? "" : "x-bench-events: " + script.events() + "\r\n")
                        + (script.gapMicros() == 0 ? "" : "x-bench-gap-micros: " + script.gapMicros() + "\r\n")
                        + "content-length: " + body.length + "\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII);
        byte[] whole = new byte[start.length + body.length];
        System.arraycopy(start, 0, whole, 0, start.length);
        System.arraycopy(body, 0, whole, start.length, body.length);
        long sent = System.nanoTime();
        out.write(whole);
        long length = readHead();
        if (length >= 0) {
            skip(length);
            return new Times(sent, readNanos, readNanos, readNanos);
        }
        EventAges events = new EventAges(ages);
        readChunks(events);
        if (events.count() != script.events()) {
            throw new IOException("expected " + script.events() + " events, found " + events.count());
        }
        return new Times(sent, events.first(), events.last(), readNanos);
    }

    /** Reads the head of a reply and returns its content length, or -1 if it is chunked. */
    private long readHead() throws IOException {
        String status = connection();
        if (!status.startsWith("HTTP/1.1 200")) {
            throw new IOException("expected status 200, found: " + status);
        }
        long length = -1;
        for (String connection = connection(); !connection.isEmpty(); connection = connection()) {
            String lower = connection.toLowerCase(Locale.ROOT);
            if (lower.startsWith("content-length:")) {
                length = Long.parseLong(lower.substring(lower.indexOf(':') + 1).strip());
            } else if (lower.startsWith("x-throughline-bypass:")) {
                throw new IOException("expected the turn to be kept, found " + connection);
            }
        }
        return length;
    }

    private void readChunks(EventAges events) throws IOException {
        for (int length = Integer.parseInt(connection(), 16); length > 0; length = Integer.parseInt(connection(), 16)) {
            int left = length;
            while (left > 0) {
                fill();
                int step = Math.min(left, to - from);
                events.take(buffer, from, step, readNanos);
                from += step;
                left -= step;
            }
            connection();
        }
        connection();
    }

    private String connection() throws IOException {
        StringBuilder connection = new StringBuilder(80);
        while (true) {
            fill();
            char next = (char) (buffer[from++] & 0xff);
            if (next == '\n') {
                return connection.toString();
            }
            if (next != '\r') {
                connection.append(next);
            }
        }
    }

    private void skip(long length) throws IOException {
        long left = length;
        while (left > 0) {
            fill();
            int step = (int) Math.min(left, to - from);
            from += step;
            left -= step;
        }
    }

    private void fill() throws IOException {
        if (from < to) {
            return;
        }
        int count = in.read(buffer);
        readNanos = System.nanoTime();
        if (count < 0) {
            throw new EOFException("the connection ended within a reply");
        }
        from = 0;
        to = count;
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
