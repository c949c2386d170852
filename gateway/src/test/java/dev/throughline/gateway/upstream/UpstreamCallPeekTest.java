package dev.throughline.gateway.upstream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.engine.exchange.Exchange;
import dev.throughline.gateway.socket.RawSocket;
import dev.throughline.gateway.socket.Replies;
import dev.throughline.gateway.socket.ScriptedUpstream;
import dev.throughline.gateway.socket.TestGateway;
import dev.throughline.gateway.socket.TestLimits;
import dev.throughline.model.Bytes;
import dev.throughline.model.Headers;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Peeking at a reply sends nothing to the client. Afterwards the reply is relayed completely or dropped. */
final class UpstreamCallPeekTest {
    private static final int MOST = 64 << 10;
    private static final int WAIT = 30;
    private static final String ERROR = "{\"error\": {\"code\": \"context_length_exceeded\"}}";

    private static final Map<String, byte[]> REPLIES = Map.of(
            "measured", Replies.withLength("400 Bad Request", ERROR),
            "chunked", Replies.chunked("400 Bad Request", ERROR.substring(0, 9), ERROR.substring(9)),
            "zipped", Replies.gzipped("400 Bad Request", ERROR),
            "again", Replies.withLength("200 OK", "ok"));

    private final BlockingQueue<String> seen = new LinkedBlockingQueue<>();
    private final CountDownLatch goOn = new CountDownLatch(1);

    private String seen() throws InterruptedException {
        return String.valueOf(seen.poll(WAIT, TimeUnit.SECONDS));
    }

    /** Peeks, waits for {@link #goOn}, and relays. */
    private TestGateway peekingThenRelaying(ScriptedUpstream upstream, int most) {
        return TestGateway.before(upstream.url())
                .handling((sender, request, client) -> {
                    try (Exchange exchange = sender.send(request, client)) {
                        seen.add(exchange.peek(most).utf8());
                        assertFalse(client.hasBegun());
                        assertTrue(goOn.await(WAIT, TimeUnit.SECONDS));
                        seen.add(Bytes.of(exchange.relay(Headers.NONE).readAllBytes())
                                .utf8());
                        exchange.finish();
                    }
                })
                .start();
    }

    @ParameterizedTest
    @ValueSource(strings = {"measured", "chunked", "zipped"})
    void a_peeked_reply_is_relayed_unchanged(String kind) throws Exception {
        try (ScriptedUpstream upstream = ScriptedUpstream.answering(REPLIES);
                TestGateway gateway = peekingThenRelaying(upstream, MOST);
                RawSocket client = gateway.client()) {
            client.send(TestGateway.post("/v1/responses", kind));
            assertEquals(ERROR, seen());
            assertFalse(client.hasBytes());
            goOn.countDown();
            RawSocket.Message reply = client.read();
            assertEquals("HTTP/1.1 400 Bad Request", reply.firstLine());
            Bytes body = kind.equals("zipped") ? Bytes.of(Replies.gzip(ERROR)) : Bytes.of(ERROR);
            assertEquals(body, reply.body());
            assertEquals(ERROR, seen());
            assertEquals(
                    "ok",
                    client.send(TestGateway.post("/v1/responses", "again"))
                            .read()
                            .text());
        }
    }

    @Test
    void peek_waits_only_for_the_requested_bytes() throws Exception {
        CountDownLatch rest = new CountDownLatch(1);
        try (ScriptedUpstream upstream = ScriptedUpstream.running(wire -> {
                    wire.read();
                    wire.send(Replies.CHUNKED).sendChunk("one").sendChunk("two");
                    rest.await(WAIT, TimeUnit.SECONDS);
                    wire.sendChunk("three").send("0\r\n\r\n").readByte();
                });
                TestGateway gateway = peekingThenRelaying(upstream, 5);
                RawSocket client = gateway.client()) {
            client.send(TestGateway.post("/v1/responses", "{}"));
            assertEquals("onetw", seen());
            goOn.countDown();
            client.readHead();
            assertEquals("onetwo", client.readChunkedText(6));
            rest.countDown();
            assertEquals("three", client.readChunkedText(5));
            assertEquals("onetwothree", seen());
        }
    }

    @Test
    void peek_can_return_more_than_is_read_early() throws Exception {
        String body = "0123456789".repeat(100_000);
        try (ScriptedUpstream upstream = ScriptedUpstream.answering(Map.of("{}", Replies.withLength("500 Oh", body)));
                TestGateway gateway = peekingThenRelaying(upstream, body.length());
                RawSocket client = gateway.client()) {
            goOn.countDown();
            assertEquals(
                    body,
                    client.send(TestGateway.post("/v1/responses", "{}")).read().text());
            assertEquals(body, seen());
        }
    }

    @Test
    void after_a_dropped_reply_the_client_and_the_connection_can_be_used() throws Exception {
        try (ScriptedUpstream upstream = ScriptedUpstream.answering(REPLIES);
                TestGateway gateway = TestGateway.before(upstream.url())
                        .handling((sender, request, client) -> {
                            for (String kind : new String[] {"measured", "chunked", "zipped"}) {
                                try (Exchange dropped = sender.send(TestGateway.with(request, kind), client)) {
                                    seen.add(dropped.peek(MOST).utf8());
                                }
                            }
                            assertFalse(client.hasBegun());
                            try (Exchange again = sender.send(TestGateway.with(request, "again"), client)) {
                                TestGateway.drain(again.relay(Headers.NONE));
                                again.finish();
                            }
                        })
                        .start();
                RawSocket client = gateway.client()) {
            for (int i = 0; i < 2; i++) {
                RawSocket.Message reply =
                        client.send(TestGateway.post("/v1/responses", "{}")).read();
                assertEquals("ok", reply.text());
                assertEquals(Optional.of("2"), reply.header("content-length"));
                assertEquals(ERROR + ERROR + ERROR, seen() + seen() + seen());
            }
            assertEquals(1, upstream.connections());
        }
    }

    @Test
    void dropping_an_incomplete_reply_closes_its_connection() throws Exception {
        CompletableFuture<Integer> upstreamSaw = new CompletableFuture<>();
        try (ScriptedUpstream upstream = ScriptedUpstream.running(wire -> {
                    if (wire.read().text().equals("again")) {
                        wire.send(Replies.withLength("200 OK", "ok")).readByte();
                    } else {
                        wire.send("HTTP/1.1 400 No\r\ncontent-length: 1000\r\n\r\nlong");
                        upstreamSaw.complete(wire.readByte());
                    }
                });
                TestGateway gateway = TestGateway.before(upstream.url())
                        .handling((sender, request, client) -> {
                            try (Exchange dropped = sender.send(request, client)) {
                                seen.add(dropped.peek(4).utf8());
                            }
                            try (Exchange again = sender.send(TestGateway.with(request, "again"), client)) {
                                TestGateway.drain(again.relay(Headers.NONE));
                                again.finish();
                            }
                        })
                        .start();
                RawSocket client = gateway.client()) {
            assertEquals(
                    "ok",
                    client.send(TestGateway.post("/v1/responses", "{}")).read().text());
            assertEquals("long", seen());
            assertEquals(-1, upstreamSaw.get(WAIT, TimeUnit.SECONDS));
            assertEquals(2, upstream.connections());
        }
    }

    @Test
    void peek_returns_the_received_bytes_of_a_cut_reply() throws Exception {
        goOn.countDown();
        try (ScriptedUpstream upstream = ScriptedUpstream.running(wire -> {
                    wire.read();
                    wire.send("HTTP/1.1 400 No\r\ncontent-length: 1000\r\n\r\nlong");
                });
                TestGateway gateway = peekingThenRelaying(upstream, MOST);
                RawSocket client = gateway.client()) {
            client.send(TestGateway.post("/v1/responses", "{}")).readHead();
            assertEquals("long", seen());
            assertEquals("long", client.readToEnd());
        }
    }

    @Test
    void a_disconnect_of_the_client_ends_the_peek_and_the_call() throws Exception {
        CompletableFuture<Integer> upstreamSaw = new CompletableFuture<>();
        CountDownLatch asked = new CountDownLatch(1);
        goOn.countDown();
        try (ScriptedUpstream upstream = ScriptedUpstream.running(wire -> {
                    wire.read();
                    wire.send("HTTP/1.1 400 No\r\ncontent-length: 1000\r\n\r\nlong");
                    asked.countDown();
                    upstreamSaw.complete(wire.readByte());
                });
                TestGateway gateway = peekingThenRelaying(upstream, MOST)) {
            try (RawSocket client = gateway.client()) {
                client.send(TestGateway.post("/v1/responses", "{}"));
                assertTrue(asked.await(WAIT, TimeUnit.SECONDS));
            }
            assertEquals(-1, upstreamSaw.get(WAIT, TimeUnit.SECONDS));
            assertTrue("long".startsWith(seen()));
        }
    }

    @Test
    void a_peek_at_a_stalled_reply_ends_after_the_timeout() throws Exception {
        UpstreamLimits limits = TestLimits.firstByteTime(Duration.ofMillis(300));
        try (ScriptedUpstream upstream = ScriptedUpstream.running(wire -> {
                    wire.read();
                    wire.send("HTTP/1.1 400 No\r\ncontent-length: 1000\r\n\r\nlong")
                            .readByte();
                });
                TestGateway gateway = TestGateway.before(upstream.url(), limits)
                        .handling((sender, request, client) -> {
                            try (Exchange stalled = sender.send(request, client)) {
                                client.answer(200, Headers.NONE, stalled.peek(MOST));
                            }
                        })
                        .start();
                RawSocket client = gateway.client()) {
            assertEquals(
                    "long",
                    client.send(TestGateway.post("/v1/responses", "{}")).read().text());
        }
    }
}
