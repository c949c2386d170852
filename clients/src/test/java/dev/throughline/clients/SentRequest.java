package dev.throughline.clients;

import dev.throughline.model.Bytes;
import dev.throughline.model.Headers;
import dev.throughline.model.Headers.Header;
import dev.throughline.model.Span;
import dev.throughline.simulator.server.ReceivedRequest;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** One HTTP request as a client wrote it. */
record SentRequest(String method, String target, Headers headers, Bytes body) {
    private static final byte[] HEAD_END = "\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1);
    private static final byte[] LINE_END = "\r\n".getBytes(StandardCharsets.ISO_8859_1);

    /** A request as it arrived at the other end. */
    static SentRequest of(ReceivedRequest received) {
        return new SentRequest(received.method(), received.target(), received.headers(), received.body());
    }

    String path() {
        int query = target.indexOf('?');
        return query < 0 ? target : target.substring(0, query);
    }

    /** The requests that one connection carried, in order; one that was cut off is left out. */
    static List<SentRequest> all(byte[] connection) {
        Reader reader = new Reader(connection);
        List<SentRequest> requests = new ArrayList<>();
        while (reader.hasHead()) {
            String[] lines = reader.until(HEAD_END).split("\r\n", -1);
            String[] first = lines[0].split(" ", -1);
            List<Header> headers = new ArrayList<>();
            for (int i = 1; i < lines.length; i++) {
                int colon = lines[i].indexOf(':');
                headers.add(new Header(
                        lines[i].substring(0, colon).toLowerCase(Locale.ROOT),
                        lines[i].substring(colon + 1).strip()));
            }
            Headers all = new Headers(headers);
            if (!reader.hasBody(all)) {
                break;
            }
            requests.add(new SentRequest(first[0], first[1], all, reader.body(all)));
        }
        return requests;
    }

    /** A place in the bytes of a connection. */
    private static final class Reader {
        private final byte[] bytes;
        private int at;

        Reader(byte[] bytes) {
            this.bytes = bytes;
        }

        boolean hasHead() {
            return find(HEAD_END) >= 0;
        }

        boolean hasBody(Headers headers) {
            return isChunked(headers) || at + length(headers) <= bytes.length;
        }

        Bytes body(Headers headers) {
            return isChunked(headers) ? chunks() : take(length(headers));
        }

        private Bytes chunks() {
            ByteArrayOutputStream body = new ByteArrayOutputStream();
            int size = chunkSize();
            while (size > 0) {
                body.writeBytes(take(size).toArray());
                until(LINE_END);
                size = chunkSize();
            }
            until(LINE_END);
            return Bytes.of(body.toByteArray());
        }

        private int chunkSize() {
            return Integer.parseInt(until(LINE_END).strip(), 16);
        }

        private Bytes take(int length) {
            Bytes taken = Bytes.of(bytes).slice(new Span(at, at + length));
            at += length;
            return taken;
        }

        String until(byte[] end) {
            int found = find(end);
            String text = new String(bytes, at, found - at, StandardCharsets.ISO_8859_1);
            at = found + end.length;
            return text;
        }

        private int find(byte[] wanted) {
            for (int i = at; i + wanted.length <= bytes.length; i++) {
                if (java.util.Arrays.equals(bytes, i, i + wanted.length, wanted, 0, wanted.length)) {
                    return i;
                }
            }
            return -1;
        }

        private static boolean isChunked(Headers headers) {
            return headers.first("transfer-encoding").filter("chunked"::equals).isPresent();
        }

        private static int length(Headers headers) {
            return headers.first("content-length").map(Integer::parseInt).orElse(0);
        }
    }
}
