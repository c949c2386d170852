package dev.throughline.gateway.upstream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.engine.exchange.ClientStream;
import dev.throughline.engine.exchange.Exchange;
import dev.throughline.engine.exchange.ReplyTransform;
import dev.throughline.engine.exchange.Upstream;
import dev.throughline.engine.exchange.UpstreamRequest;
import dev.throughline.gateway.socket.LeakWatch;
import dev.throughline.gateway.socket.RawSocket;
import dev.throughline.gateway.socket.Replies;
import dev.throughline.gateway.socket.ScriptedUpstream;
import dev.throughline.gateway.socket.TestGateway;
import dev.throughline.model.Bytes;
import dev.throughline.model.Headers;
import io.netty.buffer.ByteBufAllocator;
import io.netty.util.ResourceLeakDetector;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** However a reply ends, its off-heap memory is released. */
final class LeakTest {
    private static final String DELIBERATE = "leaked by the test itself";
    private static final int TURNS = 15;
    private static final int MAX_COLLECTIONS = 100;
    private static final ReplyTransform SAME = (bytes, offset, length) -> Bytes.of(bytes);
    private static final List<String> ENDINGS =
            List.of("exact", "peeked", "dropped", "unfinished", "passed", "rounds", "failing", "left", "cut");

    private final ResourceLeakDetector.Level before = ResourceLeakDetector.getLevel();

    @BeforeEach
    void trackEveryBuffer() {
        ResourceLeakDetector.setLevel(ResourceLeakDetector.Level.PARANOID);
    }

    @AfterEach
    void restoreDetectorLevel() {
        ResourceLeakDetector.setLevel(before);
    }

    @Test
    void no_buffer_leaks_however_a_reply_ends() throws Exception {
        List<byte[]> replies = List.of(
                Replies.withLength("200 OK", "all of it"),
                Replies.chunked("200 OK", "a ".repeat(40_000), "b"),
                Replies.gzipped("200 OK", "all of it"),
                Replies.withLength("200 OK\r\ncontent-encoding: gzip", "not gzip"));
        for (byte[] reply : replies) {
            relayWithEveryEnding(reply);
        }
        leak();
        for (int i = 0; i < MAX_COLLECTIONS && deliberate().isEmpty(); i++) {
            System.gc();
            ByteBufAllocator.DEFAULT.buffer(1).release();
            new CountDownLatch(1).await(50, TimeUnit.MILLISECONDS);
        }
        assertEquals(1, deliberate().size(), "the detector does not report leaks");
        assertEquals(deliberate(), LeakWatch.reports());
    }

    /** A deliberate leak. Once it is reported, the detector works and has seen all earlier garbage. */
    private static void leak() {
        ByteBufAllocator.DEFAULT.buffer(1).touch(DELIBERATE);
    }

    private static List<String> deliberate() {
        return LeakWatch.reports().stream()
                .filter(report -> report.contains(DELIBERATE))
                .toList();
    }

    private static void relayWithEveryEnding(byte[] reply) throws Exception {
        try (ScriptedUpstream upstream = ScriptedUpstream.running(wire -> {
                    for (boolean isCut = false; !isCut; ) {
                        isCut = wire.read().text().equals("cut");
                        wire.send(isCut ? java.util.Arrays.copyOf(reply, reply.length - 4) : reply);
                    }
                });
                TestGateway gateway = TestGateway.before(upstream.url())
                        .handling((sender, request, client) ->
                                handle(sender, request, client, request.body().utf8()))
                        .start()) {
            for (int i = 0; i < TURNS; i++) {
                for (String ending : ENDINGS) {
                    try (RawSocket client = gateway.client()) {
                        client.send(TestGateway.post("/v1/responses", ending));
                        assertTrue(ending.equals("left") || client.readToEndOfReply() >= 0);
                    }
                }
            }
        }
    }

    private static void handle(Upstream sender, UpstreamRequest request, ClientStream client, String ending) {
        try (Exchange exchange = sender.send(request, client)) {
            switch (ending) {
                case "exact", "left", "cut" -> {
                    TestGateway.drain(exchange.relay(Headers.NONE));
                    exchange.finish();
                }
                case "peeked" -> {
                    exchange.peek(10);
                    TestGateway.drain(exchange.relay(Headers.NONE));
                    exchange.finish();
                }
                case "dropped" -> client.answer(200, Headers.NONE, exchange.peek(10));
                case "unfinished" -> TestGateway.drain(exchange.relay(Headers.NONE));
                case "passed" -> {
                    TestGateway.drain(exchange.relay(Headers.NONE, SAME));
                    exchange.finish(Bytes.of("end"));
                }
                case "rounds" -> {
                    TestGateway.drain(exchange.relay(Headers.NONE, SAME));
                    exchange.leaveOpen();
                    client.cut();
                }
                case "failing" -> {
                    TestGateway.drain(exchange.relay(Headers.NONE, (bytes, offset, length) -> {
                        throw new IllegalArgumentException("a bug");
                    }));
                    exchange.finish();
                }
                default -> throw new IllegalArgumentException(ending);
            }
        }
    }
}
