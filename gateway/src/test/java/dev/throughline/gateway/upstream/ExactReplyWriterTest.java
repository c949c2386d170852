package dev.throughline.gateway.upstream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.throughline.engine.exchange.Exchange;
import dev.throughline.gateway.socket.RawSocket;
import dev.throughline.gateway.socket.ScriptedUpstream;
import dev.throughline.gateway.socket.TestGateway;
import dev.throughline.model.Bytes;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** A reply that is forwarded unchanged and whose end is held back. */
final class ExactReplyWriterTest {
    private static final String CHUNKED = "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n";
    private static final int WAIT = 30;

    private final ReplyRecorder recorder = new ReplyRecorder();

    @Test
    void the_final_chunk_is_held_back_until_finish() throws Exception {
        CountDownLatch hold = new CountDownLatch(1);
        try (ScriptedUpstream upstream = ScriptedUpstream.answering(CHUNKED + "3\r\none\r\n0\r\n\r\n");
                TestGateway gateway = TestGateway.before(upstream.url())
                        .turns(sender -> recorder.handler(sender, hold))
                        .start();
                RawSocket client = gateway.client()) {
            client.send(TestGateway.post("/v1/responses", "{}")).readHead();
            assertEquals("one", client.readChunkedText(3));
            assertEquals(Exchange.Outcome.COMPLETE, recorder.next().outcome());
            assertFalse(client.hasBytes());
            hold.countDown();
            assertEquals(0, client.readChunk().length);
        }
    }

    @Test
    void the_last_piece_of_a_reply_with_a_length_is_held_back_until_finish() throws Exception {
        CountDownLatch hold = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        try (ScriptedUpstream upstream = ScriptedUpstream.running(wire -> {
                    wire.read();
                    wire.send("HTTP/1.1 200 OK\r\ncontent-length: 6\r\n\r\none");
                    goOn.await(WAIT, TimeUnit.SECONDS);
                    wire.send("two").readByte();
                });
                TestGateway gateway = TestGateway.before(upstream.url())
                        .turns(sender -> recorder.handler(sender, hold))
                        .start();
                RawSocket client = gateway.client()) {
            client.send(TestGateway.post("/v1/responses", "{}")).readHead();
            assertEquals("one", new String(client.readExactly(3), java.nio.charset.StandardCharsets.UTF_8));
            goOn.countDown();
            assertEquals(new ReplyRecorder.Recorded(Bytes.of("onetwo"), Exchange.Outcome.COMPLETE), recorder.next());
            assertFalse(client.hasBytes());
            hold.countDown();
            assertEquals("two", new String(client.readExactly(3), java.nio.charset.StandardCharsets.UTF_8));
        }
    }

    @Test
    void replies_without_a_body_end_at_their_head() throws Exception {
        try (ScriptedUpstream upstream = ScriptedUpstream.running(wire -> {
                    while (true) {
                        RawSocket.Message request = wire.read();
                        String status = request.firstLine().startsWith("HEAD")
                                ? "200 OK\r\ncontent-length: 1234"
                                : request.text().equals("304") ? "304 Not Modified\r\netag: a" : request.text() + " x";
                        wire.send("HTTP/1.1 " + status + "\r\n\r\n");
                    }
                });
                TestGateway gateway = recorder.gateway(upstream);
                RawSocket client = gateway.client()) {
            assertEquals(
                    204,
                    client.send(TestGateway.post("/v1/responses", "204")).read().status());
            assertEquals(
                    304,
                    client.send(TestGateway.post("/v1/responses", "304")).read().status());
            client.send("HEAD /v1/models HTTP/1.1\r\nHost: localhost\r\n\r\n");
            RawSocket.Message head = new RawSocket.Message(client.readHead(), Bytes.EMPTY);
            assertEquals(Optional.of("1234"), head.header("content-length"));
            assertEquals(
                    204,
                    client.send(TestGateway.post("/v1/responses", "204")).read().status());
        }
    }
}
