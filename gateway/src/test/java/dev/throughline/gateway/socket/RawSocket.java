package dev.throughline.gateway.socket;

import dev.throughline.model.Bytes;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;

/** One end of a TCP connection, read and written by hand. */
public final class RawSocket implements AutoCloseable {
    private static final int TIMEOUT_MILLIS = 30_000;

    private final Socket socket;
    private final InputStream in;

    public RawSocket(Socket socket) throws IOException {
        this.socket = socket;
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(TIMEOUT_MILLIS);
        this.in = new BufferedInputStream(socket.getInputStream());
    }

    /** A request or a reply. */
    public record Message(String head, Bytes body) {
        public String text() {
            return body.utf8();
        }

        public String firstLine() {
            return head.substring(0, head.indexOf("\r\n"));
        }

        public Optional<String> header(String name) {
            return head.lines()
                    .filter(line -> line.toLowerCase(Locale.ROOT).startsWith(name.toLowerCase(Locale.ROOT) + ":"))
                    .map(line -> line.substring(name.length() + 1).strip())
                    .findFirst();
        }

        public int status() {
            return Integer.parseInt(head.substring(9, 12));
        }
    }

    public RawSocket send(String text) {
        return send(text.getBytes(StandardCharsets.UTF_8));
    }

    public RawSocket send(byte[] bytes) {
        try {
            socket.getOutputStream().write(bytes);
            socket.getOutputStream().flush();
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Closes the sending side; the socket can still be read. */
    public RawSocket endSending() {
        try {
            socket.shutdownOutput();
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Sends one chunk of a chunked body. */
    public RawSocket sendChunk(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return send(Integer.toHexString(bytes.length) + "\r\n").send(bytes).send("\r\n");
    }

    /** Reads a head and the body that belongs to it. */
    public Message read() {
        String head = readHead();
        return new Message(head, Bytes.of(readBody(head)));
    }

    /** Reads up to the empty line and returns the text before it. */
    public String readHead() {
        StringBuilder head = new StringBuilder();
        while (head.length() < 4 || !head.substring(head.length() - 4).equals("\r\n\r\n")) {
            int next = readByte();
            if (next < 0) {
                throw new IllegalStateException("expected a head, found the end after '" + head + "'");
            }
            head.append((char) next);
        }
        return head.substring(0, head.length() - 2);
    }

    private byte[] readBody(String head) {
        Message message = new Message(head, Bytes.EMPTY);
        if (message.header("transfer-encoding").isPresent()) {
            return readChunks();
        }
        return message.header("content-length")
                .map(text -> readExactly(Integer.parseInt(text)))
                .orElse(new byte[0]);
    }

    public byte[] readExactly(int length) {
        try {
            byte[] bytes = in.readNBytes(length);
            if (bytes.length < length) {
                throw new IllegalStateException("expected " + length + " bytes, found " + bytes.length);
            }
            return bytes;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private byte[] readChunks() {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        for (byte[] chunk = readChunk(); chunk.length > 0; chunk = readChunk()) {
            body.writeBytes(chunk);
        }
        return body.toByteArray();
    }

    /** Reads one chunk; the last one is empty. */
    public byte[] readChunk() {
        int length = Integer.parseInt(readLine(), 16);
        byte[] chunk = readExactly(length);
        readLine();
        return chunk;
    }

    /** Reads chunks until they contain this number of characters. */
    public String readChunkedText(int length) {
        StringBuilder text = new StringBuilder();
        while (text.length() < length) {
            text.append(new String(readChunk(), StandardCharsets.UTF_8));
        }
        return text.toString();
    }

    private String readLine() {
        StringBuilder line = new StringBuilder();
        for (int next = readByte(); next != '\n'; next = readByte()) {
            if (next < 0) {
                throw new IllegalStateException("expected a line, found the end after '" + line + "'");
            }
            line.append((char) next);
        }
        return line.toString().strip();
    }

    /** The next byte, or -1 at the end; a reset is an end too. */
    public int readByte() {
        try {
            return in.read();
        } catch (java.net.SocketTimeoutException e) {
            throw new UncheckedIOException(e);
        } catch (IOException e) {
            return -1;
        }
    }

    /** Everything up to the end of the connection. */
    public String readToEnd() {
        ByteArrayOutputStream rest = new ByteArrayOutputStream();
        for (int next = readByte(); next >= 0; next = readByte()) {
            rest.write(next);
        }
        return rest.toString(StandardCharsets.UTF_8);
    }

    /** Reads a reply that may be cut; returns the length of its body, or 0 if the connection ended first. */
    public int readToEndOfReply() {
        try {
            return read().body().length();
        } catch (IllegalStateException | NumberFormatException e) {
            return 0; // The connection ended first.
        }
    }

    /** Whether a byte can be read without waiting. */
    public boolean hasBytes() {
        try {
            return in.available() > 0;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Ends the connection with a reset instead of an orderly end. */
    public void reset() {
        try {
            socket.setSoLinger(true, 0);
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
