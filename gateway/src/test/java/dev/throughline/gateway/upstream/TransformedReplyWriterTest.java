package dev.throughline.gateway.upstream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.engine.exchange.Exchange;
import dev.throughline.engine.exchange.ReplyTransform;
import dev.throughline.gateway.socket.RawSocket;
import dev.throughline.gateway.socket.Replies;
import dev.throughline.gateway.socket.ScriptedUpstream;
import dev.throughline.gateway.socket.TestGateway;
import dev.throughline.gateway.socket.TestLimits;
import dev.throughline.model.Bytes;
import dev.throughline.model.Headers;
import dev.throughline.model.Span;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The client gets only the bytes that the transform returns. */
final class TransformedReplyWriterTest {
    private static final int WAIT = 30;
    private static final Map<String, byte[]> REPLIES = Map.of(
            "measured", Replies.withLength("200 OK\r\nx-a: 1", "one two"),
            "chunked", Replies.chunked("200 OK\r\nx-a: 1", "one", " two"),
            "zipped", Replies.gzipped("200 OK\r\nx-a: 1", "one two"),
            "empty", Replies.withLength("200 OK", ""),
            "none", "HTTP/1.1 204 No Content\r\n\r\n".getBytes(StandardCharsets.UTF_8));

    private record Seen(String copy, Exchange.Outcome outcome) {}

    private final BlockingQueue<Seen> seen = new LinkedBlockingQueue<>();

    private static ReplyTransform changing(UnaryOperator<String> change) {
        return (bytes, offset, length) ->
                Bytes.of(change.apply(new String(bytes, offset, length, StandardCharsets.UTF_8)));
    }

    private static ReplyTransform nothing() {
        return (bytes, offset, length) -> Bytes.EMPTY;
    }

    private TestGateway relayingThrough(ScriptedUpstream upstream, ReplyTransform transform, String last) {
        return relayingThrough(TestGateway.before(upstream.url()), transform, last);
    }

    private TestGateway relayingThrough(TestGateway.Setup setup, ReplyTransform transform, String last) {
        return setup.handling((sender, request, client) -> {
                    try (Exchange exchange = sender.send(request, client)) {
                        relayAndRecord(exchange, transform);
                        exchange.finish(Bytes.of(last));
                    }
                })
                .start();
    }

    private void relayAndRecord(Exchange exchange, ReplyTransform transform) throws java.io.IOException {
        Bytes copy = Bytes.of(exchange.relay(Headers.of("x-throughline-session", "s1"), transform)
                .readAllBytes());
        seen.add(new Seen(copy.utf8(), exchange.outcome()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"measured", "chunked", "zipped"})
    void the_bytes_to_the_client_are_changed_and_the_copy_is_not(String kind) throws Exception {
        ReplyTransform upperCase = changing(text -> text.toUpperCase(Locale.ROOT));
        try (ScriptedUpstream upstream = ScriptedUpstream.answering(REPLIES);
                TestGateway gateway = relayingThrough(upstream, upperCase, "!");
                RawSocket client = gateway.client()) {
            for (int i = 0; i < 2; i++) {
                RawSocket.Message reply =
                        client.send(TestGateway.post("/v1/responses", kind)).read();
                assertEquals(
                        List.of("HTTP/1.1 200 OK", "x-a: 1", "x-throughline-session: s1", "transfer-encoding: chunked"),
                        reply.head().lines().toList());
                assertEquals("ONE TWO!", reply.text());
                assertEquals(new Seen("one two", Exchange.Outcome.COMPLETE), seen.poll(WAIT, TimeUnit.SECONDS));
            }
            assertEquals(1, upstream.connections());
        }
    }

    @Test
    void a_transform_can_return_more_bytes_than_it_gets() throws Exception {
        ReplyTransform growing = changing(text -> text.repeat(100_000));
        try (ScriptedUpstream upstream = ScriptedUpstream.answering(REPLIES);
                TestGateway gateway = relayingThrough(upstream, growing, "");
                RawSocket client = gateway.client()) {
            assertEquals(
                    "one two".repeat(100_000),
                    client.send(TestGateway.post("/v1/responses", "measured"))
                            .read()
                            .text());
        }
    }

    @Test
    void a_transform_can_return_a_view_of_its_input() throws Exception {
        String body = "0123456789".repeat(200_000);
        ReplyTransform same = (bytes, offset, length) -> Bytes.of(bytes, new Span(offset, offset + length));
        Map<String, byte[]> replies =
                Map.of("plain", Replies.withLength("200 OK", body), "zipped", Replies.gzipped("200 OK", body));
        try (ScriptedUpstream upstream = ScriptedUpstream.answering(replies);
                TestGateway gateway = relayingThrough(upstream, same, "");
                RawSocket client = gateway.client()) {
            assertEquals(
                    body,
                    client.send(TestGateway.post("/v1/responses", "plain"))
                            .read()
                            .text());
            assertEquals(
                    body,
                    client.send(TestGateway.post("/v1/responses", "zipped"))
                            .read()
                            .text());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"measured", "chunked", "zipped", "empty", "none"})
    void a_reply_without_output_gets_its_head_at_the_end(String kind) throws Exception {
        try (ScriptedUpstream upstream = ScriptedUpstream.answering(REPLIES);
                TestGateway gateway = relayingThrough(upstream, nothing(), "");
                RawSocket client = gateway.client()) {
            for (int i = 0; i < 2; i++) {
                RawSocket.Message reply =
                        client.send(TestGateway.post("/v1/responses", kind)).read();
                assertEquals("", reply.text());
                assertEquals(Optional.of("s1"), reply.header("x-throughline-session"));
            }
        }
    }

    @Test
    void the_head_is_sent_with_the_first_output() throws Exception {
        BlockingQueue<String> next = new LinkedBlockingQueue<>();
        BlockingQueue<String> passed = new LinkedBlockingQueue<>();
        ReplyTransform after = changing(text -> {
            passed.add(text);
            return text.startsWith("hidden") ? "" : text;
        });
        try (ScriptedUpstream upstream = ScriptedUpstream.running(wire -> {
                    wire.read();
                    wire.send(Replies.CHUNKED);
                    for (String chunk = next.take(); !chunk.isEmpty(); chunk = next.take()) {
                        wire.sendChunk(chunk);
                    }
                    wire.send("0\r\n\r\n").readByte();
                });
                TestGateway gateway = relayingThrough(upstream, after, "last");
                RawSocket client = gateway.client()) {
            client.send(TestGateway.post("/v1/responses", "{}"));
            next.add("hidden");
            assertEquals("hidden", passed.poll(WAIT, TimeUnit.SECONDS));
            assertFalse(client.hasBytes());
            next.add("seen");
            client.readHead();
            assertEquals("seen", client.readChunkedText(4));
            next.add("");
            assertEquals("last", client.readChunkedText(4));
            assertEquals(0, client.readChunk().length);
        }
    }

    @Test
    void after_the_hold_time_the_transform_is_asked_until_it_has_passed_bytes() throws Exception {
        BlockingQueue<Optional<Bytes>> answers = new LinkedBlockingQueue<>(List.of(
                Optional.of(Bytes.EMPTY),
                Optional.empty(),
                Optional.of(Bytes.of("held")),
                Optional.of(Bytes.of("more"))));
        ReplyTransform holding = new ReplyTransform() {
            @Override
            public Bytes pass(byte[] bytes, int offset, int length) {
                return Bytes.EMPTY;
            }

            @Override
            public Optional<Bytes> overdue() {
                return Objects.requireNonNullElse(answers.poll(), Optional.empty());
            }
        };
        CountDownLatch isSeen = new CountDownLatch(1);
        UpstreamLimits withShortHoldTime = TestLimits.holdTime(Duration.ofMillis(10));
        try (ScriptedUpstream upstream = ScriptedUpstream.running(wire -> {
                    wire.read();
                    wire.send(Replies.CHUNKED);
                    wire.sendChunk("announced");
                    isSeen.await();
                    wire.send("0\r\n\r\n").readByte();
                });
                TestGateway gateway =
                        relayingThrough(TestGateway.before(upstream.url(), withShortHoldTime), holding, "last");
                RawSocket client = gateway.client()) {
            client.send(TestGateway.post("/v1/responses", "{}"));
            client.readHead();
            assertEquals("heldmore", client.readChunkedText(8));
            isSeen.countDown();
            assertEquals("last", client.readChunkedText(4));
            assertEquals(0, answers.size());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"measured", "chunked", "zipped"})
    void a_request_without_output_so_far_can_be_sent_again(String kind) throws Exception {
        try (ScriptedUpstream upstream = ScriptedUpstream.answering(REPLIES);
                TestGateway gateway = TestGateway.before(upstream.url())
                        .handling((sender, request, client) -> {
                            try (Exchange withoutOutput = sender.send(request, client)) {
                                relayAndRecord(withoutOutput, nothing());
                            }
                            assertFalse(client.hasBegun());
                            try (Exchange again = sender.send(TestGateway.with(request, "measured"), client)) {
                                TestGateway.drain(again.relay(Headers.NONE));
                                again.finish();
                            }
                        })
                        .start();
                RawSocket client = gateway.client()) {
            for (int i = 0; i < 2; i++) {
                RawSocket.Message reply =
                        client.send(TestGateway.post("/v1/responses", kind)).read();
                assertEquals("one two", reply.text());
                assertEquals(Optional.of("7"), reply.header("content-length"));
            }
            assertEquals(1, upstream.connections());
        }
    }

    @Test
    void closing_after_output_cuts_the_client() throws Exception {
        try (ScriptedUpstream upstream = ScriptedUpstream.answering(REPLIES);
                TestGateway gateway = TestGateway.before(upstream.url())
                        .handling((sender, request, client) -> {
                            try (Exchange exchange = sender.send(request, client)) {
                                relayAndRecord(exchange, changing(text -> text));
                            }
                            assertTrue(client.hasBegun());
                        })
                        .start();
                RawSocket client = gateway.client()) {
            client.send(TestGateway.post("/v1/responses", "measured")).readHead();
            assertEquals("7\r\none two\r\n", client.readToEnd());
        }
    }

    @Test
    void for_an_http_1_0_client_the_reply_ends_with_the_connection() throws Exception {
        try (ScriptedUpstream upstream = ScriptedUpstream.answering(REPLIES);
                TestGateway gateway = relayingThrough(upstream, changing(text -> "<" + text + ">"), "!");
                RawSocket client = gateway.client()) {
            client.send("POST /v1/responses HTTP/1.0\r\nConnection: keep-alive\r\nContent-Length: 8\r\n\r\nmeasured");
            RawSocket.Message head = new RawSocket.Message(client.readHead(), Bytes.EMPTY);
            assertEquals(Optional.empty(), head.header("content-length"));
            assertEquals(Optional.empty(), head.header("transfer-encoding"));
            assertEquals("<one two>!", client.readToEnd());
        }
    }

    @RepeatedTest(20)
    void a_failing_transform_cuts_the_reply() throws Exception {
        ReplyTransform failing = (bytes, offset, length) -> {
            throw new IllegalArgumentException("a bug");
        };
        for (String kind : List.of("measured", "zipped")) {
            try (ScriptedUpstream upstream = ScriptedUpstream.answering(REPLIES);
                    TestGateway gateway = relayingThrough(upstream, failing, "");
                    RawSocket client = gateway.client()) {
                client.send(TestGateway.post("/v1/responses", kind));
                assertEquals(new Seen("one two", Exchange.Outcome.UPSTREAM_CUT), seen.poll(WAIT, TimeUnit.SECONDS));
                assertEquals("", client.readToEnd());
            }
        }
    }

    @Test
    void a_reply_that_does_not_match_its_encoding_is_cut() throws Exception {
        byte[] garbage = Replies.withLength("200 OK\r\ncontent-encoding: gzip", "not gzip at all");
        try (ScriptedUpstream upstream = ScriptedUpstream.answering(Map.of("{}", garbage));
                TestGateway gateway = relayingThrough(upstream, changing(text -> text), "");
                RawSocket client = gateway.client()) {
            client.send(TestGateway.post("/v1/responses", "{}"));
            assertEquals(new Seen("", Exchange.Outcome.UPSTREAM_CUT), seen.poll(WAIT, TimeUnit.SECONDS));
            assertEquals("", client.readToEnd());
        }
    }

    @Test
    void a_reply_without_a_transform_accepts_no_last_bytes_and_cannot_be_left_open() throws Exception {
        try (ScriptedUpstream upstream = ScriptedUpstream.answering(REPLIES);
                TestGateway gateway = TestGateway.before(upstream.url())
                        .handling((sender, request, client) -> {
                            try (Exchange exchange = sender.send(request, client)) {
                                assertThrows(IllegalStateException.class, exchange::finish);
                                TestGateway.drain(exchange.relay(Headers.NONE));
                                assertThrows(IllegalStateException.class, () -> exchange.finish(Bytes.of("more")));
                                assertThrows(IllegalStateException.class, exchange::leaveOpen);
                                assertThrows(IllegalStateException.class, () -> exchange.peek(1));
                                exchange.finish();
                            }
                        })
                        .start();
                RawSocket client = gateway.client()) {
            assertEquals(
                    "one two",
                    client.send(TestGateway.post("/v1/responses", "measured"))
                            .read()
                            .text());
        }
    }
}
