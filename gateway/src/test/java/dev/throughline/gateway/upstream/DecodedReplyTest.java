package dev.throughline.gateway.upstream;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.engine.exchange.Exchange;
import dev.throughline.gateway.socket.RawSocket;
import dev.throughline.gateway.socket.Replies;
import dev.throughline.gateway.socket.ScriptedUpstream;
import dev.throughline.gateway.socket.TestGateway;
import dev.throughline.model.Bytes;
import dev.throughline.model.Headers;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

final class DecodedReplyTest {
    private static final String TEXT = "data: {\"a\":1}\n\n".repeat(1000);

    /** Collects bytes and counts failures. */
    private static final class Collected {
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        private int failures;

        void take(byte[] more) {
            bytes.writeBytes(more);
        }

        void fail() {
            failures++;
        }
    }

    private static DecodedReply reading(byte[] zipped, Collected collected) {
        return new DecodedReply(new ByteArrayInputStream(zipped), "gzip", collected::take, collected::fail);
    }

    private static String read(InputStream encoded) throws IOException {
        try (InputStream plain = new DecodedReply(encoded, "gzip")) {
            return Bytes.of(plain.readAllBytes()).utf8();
        }
    }

    @Test
    void a_compressed_stream_is_decoded() throws IOException {
        assertEquals(TEXT, read(new ByteArrayInputStream(Replies.gzip(TEXT))));
    }

    @Test
    void a_malformed_stream_is_empty_and_is_read_to_its_end() throws IOException {
        InputStream garbage = new ByteArrayInputStream(new byte[5000]);
        assertEquals("", read(garbage));
        assertEquals(-1, garbage.read());
    }

    @Test
    void a_truncated_stream_is_decoded_as_far_as_possible() throws IOException {
        byte[] whole = Replies.gzip(TEXT);
        String half = read(new ByteArrayInputStream(Arrays.copyOf(whole, whole.length - 12)));
        assertEquals(TEXT.substring(0, half.length()), half);
    }

    @Test
    void bytes_are_handed_over_before_read_returns_them() throws Exception {
        Collected collected = new Collected();
        try (DecodedReply copy = reading(Replies.gzip("one two"), collected)) {
            assertEquals('o', copy.read());
            assertEquals("o", collected.bytes.toString(StandardCharsets.UTF_8));
            assertEquals("ne two", new String(copy.readAllBytes(), StandardCharsets.UTF_8));
        }
        assertEquals("one two", collected.bytes.toString(StandardCharsets.UTF_8));
        assertEquals(0, collected.failures);
    }

    @Test
    void a_reader_that_stops_early_hands_over_the_rest() throws Exception {
        Collected collected = new Collected();
        reading(Replies.gzip("one two"), collected).close();
        assertEquals("one two", collected.bytes.toString(StandardCharsets.UTF_8));
    }

    @Test
    void truncated_and_malformed_streams_are_reported() throws IOException {
        byte[] whole = Replies.gzip(TEXT);
        assertEquals(0, failures(whole));
        assertEquals(1, failures(Arrays.copyOf(whole, whole.length - 12)));
        assertEquals(1, failures(new byte[5000]));
    }

    private static int failures(byte[] encoded) throws IOException {
        Collected collected = new Collected();
        reading(encoded, collected).close();
        return collected.failures;
    }

    @Test
    void a_malformed_stream_is_reported_once() throws Exception {
        Collected collected = new Collected();
        try (DecodedReply copy = reading(new byte[100], collected)) {
            assertEquals(-1, copy.read());
            assertEquals(-1, copy.read());
        }
        assertEquals(1, collected.failures);
    }

    @Test
    void a_compressed_stream_is_forwarded_event_by_event() throws Exception {
        BlockingQueue<String> next = new LinkedBlockingQueue<>();
        try (ScriptedUpstream upstream = ScriptedUpstream.running(wire -> {
                    wire.read();
                    wire.send(Replies.CHUNKED.replace("OK", "OK\r\ncontent-encoding: gzip"));
                    ByteArrayOutputStream zipped = new ByteArrayOutputStream();
                    GZIPOutputStream zip = new GZIPOutputStream(zipped, /* syncFlush= */ true);
                    for (String event = next.take(); !event.isEmpty(); event = next.take()) {
                        zip.write(event.getBytes(StandardCharsets.UTF_8));
                        zip.flush();
                        sendChunk(wire, zipped);
                    }
                    zip.close();
                    sendChunk(wire, zipped);
                    wire.send("0\r\n\r\n").readByte();
                });
                TestGateway gateway = TestGateway.before(upstream.url())
                        .handling((sender, request, client) -> {
                            try (Exchange exchange = sender.send(request, client)) {
                                TestGateway.drain(
                                        exchange.relay(Headers.NONE, (bytes, offset, length) -> Bytes.of(bytes)));
                                assertEquals(Exchange.Outcome.COMPLETE, exchange.outcome());
                                exchange.finish();
                            }
                        })
                        .start();
                RawSocket client = gateway.client()) {
            client.send(TestGateway.post("/v1/responses", "{}"));
            for (int i = 0; i < 20; i++) {
                String event = "data: " + i + "\n\n";
                next.add(event);
                if (i == 0) {
                    client.readHead();
                }
                assertEquals(event, client.readChunkedText(event.length()));
            }
            next.add("");
            assertEquals(0, client.readChunk().length);
        }
    }

    private static void sendChunk(RawSocket wire, ByteArrayOutputStream bytes) {
        wire.send(Integer.toHexString(bytes.size()) + "\r\n")
                .send(bytes.toByteArray())
                .send("\r\n");
        bytes.reset();
    }
}
