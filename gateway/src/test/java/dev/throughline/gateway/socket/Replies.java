package dev.throughline.gateway.socket;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPOutputStream;

/** Replies of a provider, as bytes. */
public final class Replies {
    public static final String CHUNKED = "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n";

    private Replies() {}

    /** A reply with a length. */
    public static byte[] withLength(String status, String body) {
        return withLength(status, body.getBytes(StandardCharsets.UTF_8));
    }

    private static byte[] withLength(String headers, byte[] body) {
        String head = "HTTP/1.1 " + headers + "\r\ncontent-length: " + body.length + "\r\n\r\n";
        return joined(head.getBytes(StandardCharsets.UTF_8), body);
    }

    /** A reply in one chunk for each text. */
    public static byte[] chunked(String status, String... chunks) {
        StringBuilder reply = new StringBuilder("HTTP/1.1 " + status + "\r\ntransfer-encoding: chunked\r\n\r\n");
        for (String chunk : chunks) {
            reply.append(Integer.toHexString(chunk.length()))
                    .append("\r\n")
                    .append(chunk)
                    .append("\r\n");
        }
        return reply.append("0\r\n\r\n").toString().getBytes(StandardCharsets.UTF_8);
    }

    /** A compressed reply with a length. */
    public static byte[] gzipped(String status, String body) {
        return withLength(status + "\r\ncontent-encoding: gzip", gzip(body));
    }

    public static byte[] gzip(String text) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream zip = new GZIPOutputStream(bytes)) {
            zip.write(text.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    private static byte[] joined(byte[] first, byte[] second) {
        ByteArrayOutputStream both = new ByteArrayOutputStream();
        both.writeBytes(first);
        both.writeBytes(second);
        return both.toByteArray();
    }
}
