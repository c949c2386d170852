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

/** One client reply that consists of several upstream calls. */
final class RoundsTest {
    private static final int WAIT = 30;
    private static final ReplyTransform SAME =
            (bytes, offset, length) -> Bytes.of(bytes, new Span(offset, offset + length));
    private static final ReplyTransform NOTHING = (bytes, offset, length) -> Bytes.EMPTY;
    private static final Map<String, byte[]> REPLIES = Map.of(
            "1", Replies.chunked("200 OK\r\nx-round: 1", "one;"),
            "2", Replies.withLength("200 OK\r\nx-round: 2", "two;"),
            "3", Replies.gzipped("200 OK\r\nx-round: 3", "three;"),
            "busy", Replies.withLength("529 Busy", "{\"error\":\"busy\"}"));

    private final BlockingQueue<Exchange.Outcome> outcomes = new LinkedBlockingQueue<>();

    private Exchange.Outcome outcome() throws InterruptedException {
        Exchange.Outcome next = outcomes.poll(WAIT, TimeUnit.SECONDS);
        if (next == null) {
            throw new IllegalStateException("expected a round that ended, found none");
        }
        return next;
    }

    /** A round after which the client's reply stays open. */
    private void round(Upstream sender, UpstreamRequest request, ClientStream client, ReplyTransform transform)
            throws IOException {
        try (Exchange exchange = sender.send(request, client)) {
            TestGateway.drain(
                    exchange.relay(Headers.of("x-added", request.body().utf8()), transform));
            outcomes.add(exchange.outcome());
            exchange.leaveOpen();
        }
    }

    private void lastRound(Upstream sender, UpstreamRequest request, ClientStream client) throws IOException {
        try (Exchange exchange = sender.send(request, client)) {
            TestGateway.drain(
                    exchange.relay(Headers.of("x-added", request.body().utf8()), SAME));
            outcomes.add(exchange.outcome());
            exchange.finish(Bytes.of("end"));
        }
    }

    /** Runs the rounds that the body of the request lists. */
    private TestGateway rounds(String url) {
        return TestGateway.before(url)
                .handling((sender, request, client) -> {
                    String rounds = request.body().utf8();
                    int last = rounds.length() - 1;
                    for (int i = 0; i < last; i++) {
                        round(sender, TestGateway.with(request, rounds.substring(i, i + 1)), client, SAME);
                        assertTrue(client.hasBegun());
                    }
                    lastRound(sender, TestGateway.with(request, rounds.substring(last)), client);
                })
                .start();
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "12", "21", "123", "321", "333", "12312"})
    void rounds_form_one_reply_and_the_connection_stays_open(String rounds) throws Exception {
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
    void the_head_is_that_of_the_first_round_with_output() throws Exception {
        try (ScriptedUpstream upstream = ScriptedUpstream.answering(REPLIES);
                TestGateway gateway = TestGateway.before(upstream.url())
                        .handling((sender, request, client) -> {
                            round(sender, TestGateway.with(request, "1"), client, NOTHING);
                            assertFalse(client.hasBegun());
                            lastRound(sender, TestGateway.with(request, "2"), client);
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
    void an_http_1_0_client_gets_all_rounds() throws Exception {
        try (ScriptedUpstream upstream = ScriptedUpstream.answering(REPLIES);
                TestGateway gateway = rounds(upstream.url());
                RawSocket client = gateway.client()) {
            client.send("POST /v1/responses HTTP/1.0\r\nContent-Length: 3\r\n\r\n123")
                    .readHead();
            assertEquals("one;two;three;end", client.readToEnd());
        }
    }

    @Test
    void rounds_of_a_model_form_one_stream() throws Exception {
        Script script = Script.inOrder(Answer.text("alpha"), Answer.text("beta").inGzip(), Answer.text("gamma"));
        String body = "{\"model\":\"m\",\"stream\":true,\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}]}";
        try (ModelServer model =
                        ModelServer.start(ModelOptions.of(script).strictness(ModelOptions.Strictness.LENIENT));
                TestGateway gateway = TestGateway.before(model.url())
                        .handling((sender, request, client) -> {
                            round(sender, request, client, SAME);
                            round(sender, request, client, SAME);
                            lastRound(sender, request, client);
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
    void a_client_that_disconnects_in_a_later_round_stops_the_upstream() throws Exception {
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
    void no_round_is_sent_for_a_client_that_disconnected() throws Exception {
        CountDownLatch left = new CountDownLatch(1);
        BlockingQueue<String> codes = new LinkedBlockingQueue<>();
        try (ScriptedUpstream upstream = ScriptedUpstream.answering(REPLIES);
                TestGateway gateway = TestGateway.before(upstream.url())
                        .handling((sender, request, client) -> {
                            round(sender, TestGateway.with(request, "1"), client, SAME);
                            assertTrue(left.await(WAIT, TimeUnit.SECONDS));
                            for (int i = 0; i < 10 * WAIT && !client.isGone(); i++) {
                                new CountDownLatch(1).await(100, TimeUnit.MILLISECONDS);
                            }
                            client.write(Bytes.of("this is not read"));
                            codes.add(assertThrows(ProxyException.class, () -> sender.send(request, client))
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
    void a_slow_client_slows_a_later_round_down(boolean isGzipped) throws Exception {
        int pieces = 1500;
        String piece = "x".repeat(32 << 10);
        // A gzip stream may have several independent members, so each piece can be sent as one member.
        byte[] zipped = Replies.gzip(piece);
        AtomicLong sent = new AtomicLong();
        AtomicLong passed = new AtomicLong();
        try (ScriptedUpstream upstream = ScriptedUpstream.running(wire -> {
                    wire.read();
                    wire.send(Replies.chunked("200 OK", "one;"));
                    wire.read();
                    wire.send(
                            isGzipped
                                    ? Replies.CHUNKED.replace("OK", "OK\r\ncontent-encoding: gzip")
                                    : Replies.CHUNKED);
                    for (int i = 0; i < pieces; i++) {
                        if (isGzipped) {
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
                        .handling((sender, request, client) -> {
                            round(sender, request, client, SAME);
                            try (Exchange exchange = sender.send(request, client)) {
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
            assertTrue(isGzipped || sent.get() < pieces, "the upstream could send everything");
            long read = 0;
            for (byte[] chunk = client.readChunk(); chunk.length > 0; chunk = client.readChunk()) {
                read += chunk.length;
            }
            assertEquals("one;".length() + all, read);
        }
    }

    @Test
    void an_error_in_a_later_round_can_be_written_to_the_open_reply() throws Exception {
        try (ScriptedUpstream upstream = ScriptedUpstream.answering(REPLIES);
                TestGateway gateway = TestGateway.before(upstream.url())
                        .handling((sender, request, client) -> {
                            round(sender, TestGateway.with(request, "1"), client, SAME);
                            try (Exchange busy = sender.send(TestGateway.with(request, "busy"), client)) {
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
    void after_a_failed_later_round_the_client_can_be_disconnected() throws Exception {
        try (ScriptedUpstream upstream = ScriptedUpstream.running(wire -> {
                    wire.read();
                    wire.send(Replies.chunked("200 OK", "one;"));
                    wire.read();
                });
                TestGateway gateway = TestGateway.before(upstream.url())
                        .handling((sender, request, client) -> {
                            round(sender, request, client, SAME);
                            assertThrows(ProxyException.class, () -> sender.send(request, client));
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
    void the_handler_decides_how_to_end_a_later_round_that_was_cut(boolean isCompleted) throws Exception {
        try (ScriptedUpstream upstream = ScriptedUpstream.running(wire -> {
                    wire.read();
                    wire.send(Replies.chunked("200 OK", "one;"));
                    wire.read();
                    wire.send(Replies.CHUNKED).send("4\r\ntwo;\r\n4\r\nth");
                });
                TestGateway gateway = TestGateway.before(upstream.url())
                        .handling((sender, request, client) -> {
                            round(sender, request, client, SAME);
                            if (isCompleted) {
                                round(sender, request, client, SAME);
                                client.write(Bytes.of("ree;"));
                                client.end();
                            } else {
                                lastRound(sender, request, client);
                            }
                        })
                        .start();
                RawSocket client = gateway.client()) {
            client.send(TestGateway.post("/v1/responses", "{}")).readHead();
            String expected = "one;two;th" + (isCompleted ? "ree;" : "end");
            assertEquals(expected, client.readChunkedText(expected.length()));
            assertEquals(Exchange.Outcome.COMPLETE, outcome());
            assertEquals(Exchange.Outcome.UPSTREAM_CUT, outcome());
            if (isCompleted) {
                assertEquals(0, client.readChunk().length);
            } else {
                assertEquals("", client.readToEnd());
            }
        }
    }

    @Test
    void an_incomplete_reply_is_cut_at_the_end_of_its_turn() throws Exception {
        try (ScriptedUpstream upstream = ScriptedUpstream.answering(REPLIES);
                TestGateway gateway = TestGateway.before(upstream.url())
                        .handling((sender, request, client) -> round(sender, request, client, SAME))
                        .start();
                RawSocket client = gateway.client()) {
            client.send(TestGateway.post("/v1/responses", "1")).readHead();
            assertEquals("4\r\none;\r\n", client.readToEnd());
        }
    }
}
