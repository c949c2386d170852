package dev.throughline.gateway.upstream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.engine.exchange.ClientStream;
import dev.throughline.engine.exchange.Exchange;
import dev.throughline.engine.exchange.ReplyTransform;
import dev.throughline.engine.exchange.Upstream;
import dev.throughline.engine.exchange.UpstreamRequest;
import dev.throughline.gateway.socket.RawSocket;
import dev.throughline.gateway.socket.Replies;
import dev.throughline.gateway.socket.ScriptedUpstream;
import dev.throughline.gateway.socket.TestGateway;
import dev.throughline.model.Bytes;
import dev.throughline.model.Headers;
import dev.throughline.model.ProxyException;
import dev.throughline.model.Span;
import dev.throughline.simulator.answer.Answer;
import dev.throughline.simulator.server.ModelOptions;
import dev.throughline.simulator.server.ModelServer;
import dev.throughline.simulator.server.Script;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One client's reply that is made of several calls. */
final class RoundsTest {
    private static final int WAIT = 30;
    private static final ReplyTransform SAME =
            (bytes, offset, length) -> Bytes.of(bytes, new Span(offset, offset + length));
    private static final ReplyTransform NOTHING = (bytes, offset, length) -> Bytes.EMPTY;
    private static final Map<String, byte[]> REPLIES = Map.of(
            "1", Replies.chunked("200 OK\r\nx-round: 1", "one;"),
            "2", Replies.measured("200 OK\r\nx-round: 2", "two;"),
            "3", Replies.zipped("200 OK\r\nx-round: 3", "three;"),
            "busy", Replies.measured("529 Busy", "{\"error\":\"busy\"}"));

    private final BlockingQueue<Exchange.Outcome> outcomes = new LinkedBlockingQueue<>();

    private Exchange.Outcome outcome() throws InterruptedException {
        Exchange.Outcome next = outcomes.poll(WAIT, TimeUnit.SECONDS);
        if (next == null) {
            throw new IllegalStateException("expected a round that ended, found none");
        }
        return next;
    }

    /** A round after which the client's reply goes on. */
    private void round(Upstream way, UpstreamRequest request, ClientStream client, ReplyTransform passage)
            throws IOException {
        try (Exchange exchange = way.send(request, client)) {
            TestGateway.drain(
                    exchange.relay(Headers.of("x-added", request.body().utf8()), passage));
            outcomes.add(exchange.outcome());
            exchange.leaveOpen();
        }
    }

    private void lastRound(Upstream way, UpstreamRequest request, ClientStream client) throws IOException {
        try (Exchange exchange = way.send(request, client)) {
            TestGateway.drain(
                    exchange.relay(Headers.of("x-added", request.body().utf8()), SAME));
            outcomes.add(exchange.outcome());
            exchange.finish(Bytes.of("end"));
        }
    }

    /** Walks the rounds that the text of the request names. */
    private TestGateway rounds(String url) {
        return TestGateway.before(url)
                .walking((way, request, client) -> {
                    String rounds = request.body().utf8();
                    int last = rounds.length() - 1;
                    for (int i = 0; i < last; i++) {
                        round(way, TestGateway.with(request, rounds.substring(i, i + 1)), client, SAME);
                        assertTrue(client.hasBegun());
                    }
                    lastRound(way, TestGateway.with(request, rounds.substring(last)), client);
                })
                .start();
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "12", "21", "123", "321", "333", "12312"})
    void rounds_make_one_reply_and_the_connection_goes_on(String rounds) throws Exception {
        String body = rounds.replace("1", "one;").replace("2", "two;").replace("3", "three;") + "end";
        String first = rounds.substring(0, 1);
        try (ScriptedUpstream upstream = ScriptedUpstream.answering(REPLIES);
                TestGateway gateway = rounds(upstream.url());
                RawSocket client = gateway.client()) {
            for (int i = 0; i < 3; i++) {
                RawSocket.Message reply =
                        client.send(TestGateway.post("/v1/responses", rounds)).read();
                assertEquals(
                        List.of(
                                "HTTP/1.1 200 OK",
                                "x-round: " + first,
                                "x-added: " + first,
                                "transfer-encoding: chunked"),
                        reply.head().lines().toList());
                assertEquals(body, reply.text());
            }
            assertEquals(1, upstream.connections());
        }
    }

    @Test
    void a_first_round_that_let_nothing_out_leaves_the_head_to_the_next() throws Exception {
        try (ScriptedUpstream upstream = ScriptedUpstream.answering(REPLIES);
                TestGateway gateway = TestGateway.before(upstream.url())
                        .walking((way, request, client) -> {
                            round(way, TestGateway.with(request, "1"), client, NOTHING);
                            assertFalse(client.hasBegun());
                            lastRound(way, TestGateway.with(request, "2"), client);
                        })
                        .start();
                RawSocket client = gateway.client()) {
            RawSocket.Message reply =
                    client.send(TestGateway.post("/v1/responses", "{}")).read();
            assertEquals("two;end", reply.text());
            assertEquals("2", reply.header("x-added").orElse(""));
        }
    }

    @Test
    void an_old_client_gets_all_rounds_too() throws Exception {
        try (ScriptedUpstream upstream = ScriptedUpstream.answering(REPLIES);
                TestGateway gateway = rounds(upstream.url());
                RawSocket client = gateway.client()) {
            client.send("POST /v1/responses HTTP/1.0\r\nContent-Length: 3\r\n\r\n123")
                    .readHead();
            assertEquals("one;two;three;end", client.readToEnd());
        }
    }

    @Test
    void rounds_of_a_model_make_one_stream() throws Exception {
        Script script = Script.inOrder(Answer.text("alpha"), Answer.text("beta").inGzip(), Answer.text("gamma"));
        String body = "{\"model\":\"m\",\"stream\":true,\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}]}";
        try (ModelServer model =
                        ModelServer.start(ModelOptions.of(script).strictness(ModelOptions.Strictness.LENIENT));
                TestGateway gateway = TestGateway.before(model.url())
                        .walking((way, request, client) -> {
                            round(way, request, client, SAME);
                            round(way, request, client, SAME);
                            lastRound(way, request, client);
                        })
                        .start();
                RawSocket client = gateway.client()) {
            String text = client.send(TestGateway.post("/v1/chat/completions", body))
                    .read()
                    .text();
            assertTrue(text.contains("alpha") && text.contains("beta") && text.endsWith("end"), text);
            assertEquals(3, text.split("\\[DONE]", -1).length - 1, text);
            assertEquals(3, model.awaitFinished(3).size());
        }
    }

    @Test
    void a_client_that_leaves_in_a_later_round_stops_the_upstream() throws Exception {
        CompletableFuture<Integer> upstreamSaw = new CompletableFuture<>();
        try (ScriptedUpstream upstream = ScriptedUpstream.running(wire -> {
                    wire.read();
                    wire.send(Replies.chunked("200 OK", "one;"));
                    wire.read();
                    wire.send(Replies.CHUNKED).sendChunk("two;");
                    upstreamSaw.complete(wire.readByte());
                });
                TestGateway gateway = rounds(upstream.url())) {
            try (RawSocket client = gateway.client()) {
                client.send(TestGateway.post("/v1/responses", "12")).readHead();
                assertEquals("one;two;", client.readChunkedText(8));
            }
            assertEquals(-1, upstreamSaw.get(WAIT, TimeUnit.SECONDS));
            assertEquals(Exchange.Outcome.COMPLETE, outcome());
            assertEquals(Exchange.Outcome.CLIENT_GONE, outcome());
        }
    }

    @Test
    void a_client_that_left_between_rounds_is_not_asked_for_again() throws Exception {
        CountDownLatch left = new CountDownLatch(1);
        BlockingQueue<String> codes = new LinkedBlockingQueue<>();
        try (ScriptedUpstream upstream = ScriptedUpstream.answering(REPLIES);
                TestGateway gateway = TestGateway.before(upstream.url())
                        .walking((way, request, client) -> {
                            round(way, TestGateway.with(request, "1"), client, SAME);
                            assertTrue(left.await(WAIT, TimeUnit.SECONDS));
                            for (int i = 0; i < 10 * WAIT && !client.isGone(); i++) {
                                new CountDownLatch(1).await(100, TimeUnit.MILLISECONDS);
                            }
                            client.write(Bytes.of("nobody reads this"));
                            codes.add(assertThrows(ProxyException.class, () -> way.send(request, client))
                                    .code());
                        })
                        .start()) {
            try (RawSocket client = gateway.client()) {
                client.send(TestGateway.post("/v1/responses", "{}")).readHead();
                client.readChunkedText(4);
            }
            left.countDown();
            assertEquals("client_gone", codes.poll(WAIT, TimeUnit.SECONDS));
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void a_slow_client_holds_a_later_round_back(boolean isZipped) throws Exception {
        int pieces = 1500;
        String piece = "x".repeat(32 << 10);
        // Each member of a gzip stream stands for itself, so that each piece can be sent as one of its own.
        byte[] zipped = Replies.gzip(piece);
        AtomicLong sent = new AtomicLong();
        AtomicLong passed = new AtomicLong();
        try (ScriptedUpstream upstream = ScriptedUpstream.running(wire -> {
                    wire.read();
                    wire.send(Replies.chunked("200 OK", "one;"));
                    wire.read();
                    wire.send(
                            isZipped ? Replies.CHUNKED.replace("OK", "OK\r\ncontent-encoding: gzip") : Replies.CHUNKED);
                    for (int i = 0; i < pieces; i++) {
                        if (isZipped) {
                            wire.send(Integer.toHexString(zipped.length) + "\r\n")
                                    .send(zipped)
                                    .send("\r\n");
                        } else {
                            wire.sendChunk(piece);
                        }
                        sent.incrementAndGet();
                    }
                    wire.send("0\r\n\r\n").readByte();
                });
                TestGateway gateway = TestGateway.before(upstream.url())
                        .walking((way, request, client) -> {
                            round(way, request, client, SAME);
                            try (Exchange exchange = way.send(request, client)) {
                                TestGateway.drain(exchange.relay(Headers.NONE, (bytes, offset, length) -> {
                                    passed.addAndGet(length);
                                    return SAME.pass(bytes, offset, length);
                                }));
                                exchange.finish();
                            }
                        })
                        .start();
                RawSocket client = gateway.client()) {
            client.send(TestGateway.post("/v1/responses", "{}")).readHead();
            long before = -1;
            while (before != passed.get() || before == 0) {
                before = passed.get();
                new CountDownLatch(1).await(500, TimeUnit.MILLISECONDS);
            }
            long all = (long) pieces * piece.length();
            assertTrue(before < all / 2, before + " bytes passed to a client that read none");
            assertTrue(isZipped || sent.get() < pieces, "the upstream could send everything");
            long read = 0;
            for (byte[] chunk = client.readChunk(); chunk.length > 0; chunk = client.readChunk()) {
                read += chunk.length;
            }
            assertEquals("one;".length() + all, read);
        }
    }

    @Test
    void an_error_in_a_later_round_can_be_told_in_the_open_reply() throws Exception {
        try (ScriptedUpstream upstream = ScriptedUpstream.answering(REPLIES);
                TestGateway gateway = TestGateway.before(upstream.url())
                        .walking((way, request, client) -> {
                            round(way, TestGateway.with(request, "1"), client, SAME);
                            try (Exchange busy = way.send(TestGateway.with(request, "busy"), client)) {
                                assertEquals(529, busy.status());
                                assertThrows(IllegalStateException.class, () -> busy.relay(Headers.NONE));
                                client.write(busy.peek(1000));
                            }
                            client.write(Bytes.of(";sorry"));
                            client.end();
                            assertThrows(IllegalStateException.class, client::end);
                        })
                        .start();
                RawSocket client = gateway.client()) {
            for (int i = 0; i < 2; i++) {
                assertEquals(
                        "one;{\"error\":\"busy\"};sorry",
                        client.send(TestGateway.post("/v1/responses", "{}"))
                                .read()
                                .text());
            }
            assertEquals(1, upstream.connections());
        }
    }

    @Test
    void an_unreachable_upstream_in_a_later_round_can_cut_the_client() throws Exception {
        try (ScriptedUpstream upstream = ScriptedUpstream.running(wire -> {
                    wire.read();
                    wire.send(Replies.chunked("200 OK", "one;"));
                    wire.read();
                });
                TestGateway gateway = TestGateway.before(upstream.url())
                        .walking((way, request, client) -> {
                            round(way, request, client, SAME);
                            assertThrows(ProxyException.class, () -> way.send(request, client));
                            client.cut();
                        })
                        .start();
                RawSocket client = gateway.client()) {
            client.send(TestGateway.post("/v1/responses", "{}")).readHead();
            assertEquals("4\r\none;\r\n", client.readToEnd());
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void a_later_round_that_is_cut_is_the_roads_to_decide(boolean isMended) throws Exception {
        try (ScriptedUpstream upstream = ScriptedUpstream.running(wire -> {
                    wire.read();
                    wire.send(Replies.chunked("200 OK", "one;"));
                    wire.read();
                    wire.send(Replies.CHUNKED).send("4\r\ntwo;\r\n4\r\nth");
                });
                TestGateway gateway = TestGateway.before(upstream.url())
                        .walking((way, request, client) -> {
                            round(way, request, client, SAME);
                            if (isMended) {
                                round(way, request, client, SAME);
                                client.write(Bytes.of("ree;"));
                                client.end();
                            } else {
                                lastRound(way, request, client);
                            }
                        })
                        .start();
                RawSocket client = gateway.client()) {
            client.send(TestGateway.post("/v1/responses", "{}")).readHead();
            String expected = "one;two;th" + (isMended ? "ree;" : "end");
            assertEquals(expected, client.readChunkedText(expected.length()));
            assertEquals(Exchange.Outcome.COMPLETE, outcome());
            assertEquals(Exchange.Outcome.UPSTREAM_CUT, outcome());
            if (isMended) {
                assertEquals(0, client.readChunk().length);
            } else {
                assertEquals("", client.readToEnd());
            }
        }
    }

    @Test
    void a_reply_that_nobody_completes_is_cut_when_its_turn_is_over() throws Exception {
        try (ScriptedUpstream upstream = ScriptedUpstream.answering(REPLIES);
                TestGateway gateway = TestGateway.before(upstream.url())
                        .walking((way, request, client) -> round(way, request, client, SAME))
                        .start();
                RawSocket client = gateway.client()) {
            client.send(TestGateway.post("/v1/responses", "1")).readHead();
            assertEquals("4\r\none;\r\n", client.readToEnd());
        }
    }
}
