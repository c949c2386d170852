package dev.throughline.gateway.upstream;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.engine.exchange.Exchange;
import dev.throughline.gateway.socket.RawSocket;
import dev.throughline.gateway.socket.ScriptedUpstream;
import dev.throughline.gateway.socket.TestGateway;
import dev.throughline.model.Bytes;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** How a reply is transferred and how a transfer ends. */
final class ReplyTransferTest {
    private static final String CHUNKED = "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n";
    private static final int WAIT = 30;

    private final ReplyRecorder recorder = new ReplyRecorder();

    @Test
    void each_event_reaches_the_client_before_the_next_one_is_sent() throws Exception {
        BlockingQueue<Integer> next = new LinkedBlockingQueue<>();
        try (ScriptedUpstream upstream = ScriptedUpstream.running(wire -> {
                    wire.read();
                    wire.send(CHUNKED);
                    for (int n = next.take(); n < 20; n = next.take()) {
                        wire.sendChunk("data: " + n + "\n\n");
                    }
                    wire.send("0\r\n\r\n");
                });
                TestGateway gateway = recorder.gateway(upstream);
                RawSocket client = gateway.client()) {
            client.send(TestGateway.post("/v1/responses", "{}")).readHead();
            StringBuilder all = new StringBuilder();
            for (int n = 0; n < 20; n++) {
                next.add(n);
                String event = "data: " + n + "\n\n";
                assertEquals(event, client.readChunkedText(event.length()));
                all.append(event);
            }
            next.add(20);
            assertEquals(0, client.readChunk().length);
            assertEquals(
                    new ReplyRecorder.Recorded(Bytes.of(all.toString()), Exchange.Outcome.COMPLETE), recorder.next());
        }
    }

    @Test
    void random_bytes_in_random_pieces_arrive_exactly() throws Exception {
        long seed = System.nanoTime();
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        byte[] body = new byte[3 << 20];
        random.nextBytes(body);
        try (ScriptedUpstream upstream = ScriptedUpstream.running(wire -> {
                    wire.read();
                    wire.send(CHUNKED);
                    int at = 0;
                    while (at < body.length) {
                        int length = Math.min(body.length - at, 1 + random.nextInt(60_000));
                        wire.send(Integer.toHexString(length) + "\r\n");
                        wire.send(java.util.Arrays.copyOfRange(body, at, at + length))
                                .send("\r\n");
                        at += length;
                    }
                    wire.send("0\r\n\r\n").readByte();
                });
                TestGateway gateway = recorder.gateway(upstream);
                RawSocket client = gateway.client()) {
            RawSocket.Message reply =
                    client.send(TestGateway.post("/v1/messages", "{}")).read();
            assertArrayEquals(body, reply.body().toArray());
            assertEquals(new ReplyRecorder.Recorded(Bytes.of(body), Exchange.Outcome.COMPLETE), recorder.next());
        }
    }

    @Test
    void a_cut_upstream_reply_is_cut_for_the_client() throws Exception {
        try (ScriptedUpstream upstream = ScriptedUpstream.running(wire -> {
                    wire.read();
                    wire.send(CHUNKED).sendChunk("one").send("5\r\ntw");
                });
                TestGateway gateway = recorder.gateway(upstream);
                RawSocket client = gateway.client()) {
            client.send(TestGateway.post("/v1/responses", "{}")).readHead();
            String rest = client.readToEnd();
            assertTrue(rest.startsWith("3\r\none\r\n") || rest.startsWith("5\r\nonetw\r\n"), rest);
            assertFalse(rest.contains("0\r\n\r\n"), rest);
            assertEquals(new ReplyRecorder.Recorded(Bytes.of("onetw"), Exchange.Outcome.UPSTREAM_CUT), recorder.next());
        }
    }

    @Test
    void a_reply_shorter_than_its_length_is_cut() throws Exception {
        try (ScriptedUpstream upstream = ScriptedUpstream.running(wire -> {
                    wire.read();
                    wire.send("HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nshort");
                });
                TestGateway gateway = recorder.gateway(upstream);
                RawSocket client = gateway.client()) {
            client.send(TestGateway.post("/v1/responses", "{}")).readHead();
            assertEquals("short", client.readToEnd());
            assertEquals(new ReplyRecorder.Recorded(Bytes.of("short"), Exchange.Outcome.UPSTREAM_CUT), recorder.next());
        }
    }

    @Test
    void a_reset_cuts_a_reply_that_ends_with_its_connection() throws Exception {
        CountDownLatch goOn = new CountDownLatch(1);
        try (ScriptedUpstream upstream = ScriptedUpstream.running(wire -> {
                    wire.read();
                    wire.send("HTTP/1.1 200 OK\r\n\r\none");
                    goOn.await(WAIT, TimeUnit.SECONDS);
                    wire.reset();
                });
                TestGateway gateway = recorder.gateway(upstream);
                RawSocket client = gateway.client()) {
            client.send(TestGateway.post("/v1/responses", "{}")).readHead();
            assertEquals("one", client.readChunkedText(3));
            goOn.countDown();
            assertEquals("", client.readToEnd());
            assertEquals(new ReplyRecorder.Recorded(Bytes.of("one"), Exchange.Outcome.UPSTREAM_CUT), recorder.next());
        }
    }

    @Test
    void a_reply_that_ends_with_its_connection_is_complete() throws Exception {
        try (ScriptedUpstream upstream = ScriptedUpstream.running(wire -> {
                    wire.read();
                    wire.send("HTTP/1.0 200 OK\r\n\r\nall of it");
                });
                TestGateway gateway = recorder.gateway(upstream);
                RawSocket client = gateway.client()) {
            assertEquals(
                    "all of it",
                    client.send(TestGateway.post("/v1/responses", "{}")).read().text());
            assertEquals(Exchange.Outcome.COMPLETE, recorder.next().outcome());
        }
    }

    @Test
    void a_client_that_disconnects_while_the_upstream_is_silent_stops_the_call() throws Exception {
        CompletableFuture<Integer> upstreamSaw = new CompletableFuture<>();
        try (ScriptedUpstream upstream = ScriptedUpstream.running(wire -> {
                    wire.read();
                    wire.send(CHUNKED).sendChunk("one");
                    upstreamSaw.complete(wire.readByte());
                });
                TestGateway gateway = recorder.gateway(upstream)) {
            try (RawSocket client = gateway.client()) {
                client.send(TestGateway.post("/v1/responses", "{}")).readHead();
                client.readChunkedText(3);
            }
            assertEquals(-1, upstreamSaw.get(WAIT, TimeUnit.SECONDS));
            assertEquals(new ReplyRecorder.Recorded(Bytes.of("one"), Exchange.Outcome.CLIENT_GONE), recorder.next());
        }
    }

    @Test
    void a_client_that_disconnects_before_the_head_stops_the_call() throws Exception {
        CompletableFuture<Integer> upstreamSaw = new CompletableFuture<>();
        CountDownLatch asked = new CountDownLatch(1);
        try (ScriptedUpstream upstream = ScriptedUpstream.running(wire -> {
                    wire.read();
                    asked.countDown();
                    upstreamSaw.complete(wire.readByte());
                });
                TestGateway gateway = recorder.gateway(upstream)) {
            try (RawSocket client = gateway.client()) {
                client.send(TestGateway.post("/v1/responses", "{}"));
                assertTrue(asked.await(WAIT, TimeUnit.SECONDS));
            }
            assertEquals(-1, upstreamSaw.get(WAIT, TimeUnit.SECONDS));
        }
    }
}
