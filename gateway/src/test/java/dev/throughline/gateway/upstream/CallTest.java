package dev.throughline.gateway.upstream;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.engine.turn.Exchange;
import dev.throughline.engine.turn.Upstream;
import dev.throughline.engine.turn.UpstreamRequest;
import dev.throughline.gateway.TurnHandler;
import dev.throughline.gateway.socket.ScriptedUpstream;
import dev.throughline.gateway.socket.Stand;
import dev.throughline.gateway.socket.Wire;
import dev.throughline.model.Bytes;
import dev.throughline.model.Headers;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class CallTest {
    private static final String CHUNKED = "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n";
    private static final int WAIT = 30;

    /** What the reader of a copy saw. */
    private record Seen(Bytes copy, Exchange.Outcome outcome) {}

    private final BlockingQueue<Seen> seen = new LinkedBlockingQueue<>();

    /** Forwards, keeps what the copy held, and waits for {@code hold} before the client may see the end. */
    private TurnHandler recording(Upstream upstream, CountDownLatch hold) {
        return (inbound, client) -> {
            UpstreamRequest request = new UpstreamRequest(
                    inbound.dialect(), inbound.method(), inbound.target(), inbound.headers(), inbound.body(), "");
            try (Exchange exchange = upstream.send(request, client)) {
                ByteArrayOutputStream copy = new ByteArrayOutputStream();
                exchange.relay(Headers.of("x-throughline-session", "s1")).transferTo(copy);
                seen.add(new Seen(Bytes.of(copy.toByteArray()), exchange.outcome()));
                assertTrue(hold.await(WAIT, TimeUnit.SECONDS));
                exchange.finish();
            } catch (IOException | InterruptedException e) {
                throw new IllegalStateException(e);
            }
        };
    }

    private Stand stand(ScriptedUpstream upstream) {
        return Stand.before(upstream.url())
                .turns(way -> recording(way, new CountDownLatch(0)))
                .start();
    }

    private Seen seen() throws InterruptedException {
        Seen next = seen.poll(WAIT, TimeUnit.SECONDS);
        if (next == null) {
            throw new IllegalStateException("expected a copy that ended, found none");
        }
        return next;
    }

    @Test
    void a_reply_passes_with_its_status_headers_and_bytes() throws Exception {
        String body = "{\"odd\": 1e5, \"\\u00e9\": -0}";
        try (ScriptedUpstream upstream = ScriptedUpstream.answering(
                        "HTTP/1.1 429 Slow Down Please\r\nX-RateLimit-Left: 0\r\nKeep-Alive: timeout=9\r\nConnection: x-hop\r\n"
                                + "x-hop: 1\r\nContent-Length: " + body.length() + "\r\n\r\n" + body);
                Stand stand = stand(upstream);
                Wire client = stand.client()) {
            Wire.Message reply = client.send(Stand.post("/v1/responses", "{}")).read();
            assertEquals(
                    List.of(
                            "HTTP/1.1 429 Slow Down Please",
                            "X-RateLimit-Left: 0",
                            "Content-Length: " + body.length(),
                            "x-throughline-session: s1"),
                    reply.head().lines().toList());
            assertEquals(body, reply.text());
            assertEquals(new Seen(Bytes.of(body), Exchange.Outcome.COMPLETE), seen());
        }
    }

    @Test
    void each_event_is_seen_before_the_next_one_is_sent() throws Exception {
        BlockingQueue<Integer> next = new LinkedBlockingQueue<>();
        try (ScriptedUpstream upstream = ScriptedUpstream.running(wire -> {
                    wire.read();
                    wire.send(CHUNKED);
                    for (int n = next.take(); n < 20; n = next.take()) {
                        wire.sendChunk("data: " + n + "\n\n");
                    }
                    wire.send("0\r\n\r\n");
                });
                Stand stand = stand(upstream);
                Wire client = stand.client()) {
            client.send(Stand.post("/v1/responses", "{}")).readHead();
            StringBuilder all = new StringBuilder();
            for (int n = 0; n < 20; n++) {
                next.add(n);
                String event = "data: " + n + "\n\n";
                assertEquals(event, client.readChunkedText(event.length()));
                all.append(event);
            }
            next.add(20);
            assertEquals(0, client.readChunk().length);
            assertEquals(new Seen(Bytes.of(all.toString()), Exchange.Outcome.COMPLETE), seen());
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
                        wire.send(java.util.Arrays.copyOfRange(body, at, at + length)).send("\r\n");
                        at += length;
                    }
                    wire.send("0\r\n\r\n").readByte();
                });
                Stand stand = stand(upstream);
                Wire client = stand.client()) {
            Wire.Message reply = client.send(Stand.post("/v1/messages", "{}")).read();
            assertArrayEquals(body, reply.body().toArray());
            assertEquals(new Seen(Bytes.of(body), Exchange.Outcome.COMPLETE), seen());
        }
    }

    @Test
    void the_final_chunk_is_held_back_until_finish() throws Exception {
        CountDownLatch hold = new CountDownLatch(1);
        try (ScriptedUpstream upstream = ScriptedUpstream.answering(CHUNKED + "3\r\none\r\n0\r\n\r\n");
                Stand stand = Stand.before(upstream.url()).turns(way -> recording(way, hold)).start();
                Wire client = stand.client()) {
            client.send(Stand.post("/v1/responses", "{}")).readHead();
            assertEquals("one", client.readChunkedText(3));
            assertEquals(Exchange.Outcome.COMPLETE, seen().outcome());
            assertFalse(client.hasBytes());
            hold.countDown();
            assertEquals(0, client.readChunk().length);
        }
    }

    @Test
    void the_last_piece_of_a_measured_reply_is_held_back_until_finish() throws Exception {
        CountDownLatch hold = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        try (ScriptedUpstream upstream = ScriptedUpstream.running(wire -> {
                    wire.read();
                    wire.send("HTTP/1.1 200 OK\r\ncontent-length: 6\r\n\r\none");
                    goOn.await(WAIT, TimeUnit.SECONDS);
                    wire.send("two").readByte();
                });
                Stand stand = Stand.before(upstream.url()).turns(way -> recording(way, hold)).start();
                Wire client = stand.client()) {
            client.send(Stand.post("/v1/responses", "{}")).readHead();
            assertEquals("one", new String(client.readExactly(3), java.nio.charset.StandardCharsets.UTF_8));
            goOn.countDown();
            assertEquals(new Seen(Bytes.of("onetwo"), Exchange.Outcome.COMPLETE), seen());
            assertFalse(client.hasBytes());
            hold.countDown();
            assertEquals("two", new String(client.readExactly(3), java.nio.charset.StandardCharsets.UTF_8));
        }
    }

    @Test
    void a_cut_upstream_reaches_the_client_as_a_cut() throws Exception {
        try (ScriptedUpstream upstream = ScriptedUpstream.running(wire -> {
                    wire.read();
                    wire.send(CHUNKED).sendChunk("one").send("5\r\ntw");
                });
                Stand stand = stand(upstream);
                Wire client = stand.client()) {
            client.send(Stand.post("/v1/responses", "{}")).readHead();
            String rest = client.readToEnd();
            assertTrue(rest.startsWith("3\r\none\r\n") || rest.startsWith("5\r\nonetw\r\n"), rest);
            assertFalse(rest.contains("0\r\n\r\n"), rest);
            assertEquals(new Seen(Bytes.of("onetw"), Exchange.Outcome.UPSTREAM_CUT), seen());
        }
    }

    @Test
    void a_measured_reply_that_is_too_short_is_a_cut() throws Exception {
        try (ScriptedUpstream upstream = ScriptedUpstream.running(wire -> {
                    wire.read();
                    wire.send("HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nshort");
                });
                Stand stand = stand(upstream);
                Wire client = stand.client()) {
            client.send(Stand.post("/v1/responses", "{}")).readHead();
            assertEquals("short", client.readToEnd());
            assertEquals(new Seen(Bytes.of("short"), Exchange.Outcome.UPSTREAM_CUT), seen());
        }
    }

    @Test
    void a_reset_upstream_is_a_cut_also_when_only_its_end_would_have_told() throws Exception {
        CountDownLatch goOn = new CountDownLatch(1);
        try (ScriptedUpstream upstream = ScriptedUpstream.running(wire -> {
                    wire.read();
                    wire.send("HTTP/1.1 200 OK\r\n\r\none");
                    goOn.await(WAIT, TimeUnit.SECONDS);
                    wire.reset();
                });
                Stand stand = stand(upstream);
                Wire client = stand.client()) {
            client.send(Stand.post("/v1/responses", "{}")).readHead();
            assertEquals("one", client.readChunkedText(3));
            goOn.countDown();
            assertEquals("", client.readToEnd());
            assertEquals(new Seen(Bytes.of("one"), Exchange.Outcome.UPSTREAM_CUT), seen());
        }
    }

    @Test
    void a_reply_that_ends_with_its_connection_is_complete() throws Exception {
        try (ScriptedUpstream upstream = ScriptedUpstream.running(wire -> {
                    wire.read();
                    wire.send("HTTP/1.0 200 OK\r\n\r\nall of it");
                });
                Stand stand = stand(upstream);
                Wire client = stand.client()) {
            assertEquals("all of it", client.send(Stand.post("/v1/responses", "{}")).read().text());
            assertEquals(Exchange.Outcome.COMPLETE, seen().outcome());
        }
    }

    @Test
    void a_client_that_leaves_during_silence_stops_the_upstream() throws Exception {
        CompletableFuture<Integer> upstreamSaw = new CompletableFuture<>();
        try (ScriptedUpstream upstream = ScriptedUpstream.running(wire -> {
                    wire.read();
                    wire.send(CHUNKED).sendChunk("one");
                    upstreamSaw.complete(wire.readByte());
                });
                Stand stand = stand(upstream)) {
            try (Wire client = stand.client()) {
                client.send(Stand.post("/v1/responses", "{}")).readHead();
                client.readChunkedText(3);
            }
            assertEquals(-1, upstreamSaw.get(WAIT, TimeUnit.SECONDS));
            assertEquals(new Seen(Bytes.of("one"), Exchange.Outcome.CLIENT_GONE), seen());
        }
    }

    @Test
    void a_client_that_leaves_before_the_head_stops_the_upstream() throws Exception {
        CompletableFuture<Integer> upstreamSaw = new CompletableFuture<>();
        CountDownLatch asked = new CountDownLatch(1);
        try (ScriptedUpstream upstream = ScriptedUpstream.running(wire -> {
                    wire.read();
                    asked.countDown();
                    upstreamSaw.complete(wire.readByte());
                });
                Stand stand = stand(upstream)) {
            try (Wire client = stand.client()) {
                client.send(Stand.post("/v1/responses", "{}"));
                assertTrue(asked.await(WAIT, TimeUnit.SECONDS));
            }
            assertEquals(-1, upstreamSaw.get(WAIT, TimeUnit.SECONDS));
        }
    }

    @Test
    void a_slow_reader_holds_the_upstream_back_and_gets_every_byte() throws Exception {
        int pieces = 2000;
        String piece = "x".repeat(32 << 10);
        AtomicLong sent = new AtomicLong();
        try (ScriptedUpstream upstream = ScriptedUpstream.running(wire -> {
                    wire.read();
                    wire.send(CHUNKED);
                    for (int i = 0; i < pieces; i++) {
                        wire.sendChunk(piece);
                        sent.incrementAndGet();
                    }
                    wire.send("0\r\n\r\n").readByte();
                });
                Stand stand = stand(upstream);
                Wire client = stand.client()) {
            client.send(Stand.post("/v1/responses", "{}")).readHead();
            long before = -1;
            while (before != sent.get()) {
                before = sent.get();
                new CountDownLatch(1).await(500, TimeUnit.MILLISECONDS);
            }
            assertTrue(before < pieces / 2, "the upstream could write " + before + " pieces to a client that read none");
            long read = 0;
            for (byte[] chunk = client.readChunk(); chunk.length > 0; chunk = client.readChunk()) {
                read += chunk.length;
            }
            assertEquals((long) pieces * piece.length(), read);
        }
    }

    @Test
    void a_slow_copy_holds_the_upstream_back_too() throws Exception {
        int pieces = 400;
        AtomicLong sent = new AtomicLong();
        CountDownLatch goOn = new CountDownLatch(1);
        BlockingQueue<Long> copied = new LinkedBlockingQueue<>();
        String piece = "x".repeat(64 << 10);
        try (ScriptedUpstream upstream = ScriptedUpstream.running(wire -> {
                    wire.read();
                    wire.send(CHUNKED);
                    for (int i = 0; i < pieces; i++) {
                        wire.sendChunk(piece);
                        sent.incrementAndGet();
                    }
                    wire.send("0\r\n\r\n").readByte();
                });
                Stand stand = Stand.before(upstream.url(), UpstreamLimits.DEFAULT.withCopyBytes(1 << 20))
                        .turns(way -> (inbound, client) -> {
                            UpstreamRequest request = new UpstreamRequest(
                                    inbound.dialect(), "POST", inbound.target(), inbound.headers(), inbound.body(), "");
                            try (Exchange exchange = way.send(request, client)) {
                                var copy = exchange.relay(Headers.NONE);
                                assertTrue(goOn.await(WAIT, TimeUnit.SECONDS));
                                copied.add(copy.transferTo(java.io.OutputStream.nullOutputStream()));
                                exchange.finish();
                            } catch (IOException | InterruptedException e) {
                                throw new IllegalStateException(e);
                            }
                        })
                        .start();
                Wire client = stand.client()) {
            CompletableFuture<Wire.Message> reply =
                    CompletableFuture.supplyAsync(() -> client.send(Stand.post("/v1/responses", "{}")).read());
            long before = -1;
            while (before != sent.get() || before == 0) {
                before = sent.get();
                new CountDownLatch(1).await(300, TimeUnit.MILLISECONDS);
            }
            assertTrue(before < pieces, "the upstream could write all " + before + " pieces past a copy nobody read");
            goOn.countDown();
            assertEquals(pieces * piece.length(), reply.get(WAIT, TimeUnit.SECONDS).body().length());
            assertEquals((long) pieces * piece.length(), copied.take());
        }
    }

    @Test
    void replies_without_a_body_end_at_their_head() throws Exception {
        try (ScriptedUpstream upstream = ScriptedUpstream.running(wire -> {
                    while (true) {
                        Wire.Message request = wire.read();
                        String status = request.firstLine().startsWith("HEAD")
                                ? "200 OK\r\ncontent-length: 1234"
                                : request.text().equals("304") ? "304 Not Modified\r\netag: a" : request.text() + " x";
                        wire.send("HTTP/1.1 " + status + "\r\n\r\n");
                    }
                });
                Stand stand = stand(upstream);
                Wire client = stand.client()) {
            assertEquals(204, client.send(Stand.post("/v1/responses", "204")).read().status());
            assertEquals(304, client.send(Stand.post("/v1/responses", "304")).read().status());
            client.send("HEAD /v1/models HTTP/1.1\r\nHost: g\r\n\r\n");
            Wire.Message head = new Wire.Message(client.readHead(), Bytes.EMPTY);
            assertEquals(Optional.of("1234"), head.header("content-length"));
            assertEquals(204, client.send(Stand.post("/v1/responses", "204")).read().status());
        }
    }

    @Test
    void closing_a_relayed_exchange_without_finish_cuts_the_client() throws Exception {
        try (ScriptedUpstream upstream = ScriptedUpstream.answering(CHUNKED + "3\r\none\r\n0\r\n\r\n");
                Stand stand = Stand.before(upstream.url())
                        .turns(way -> (inbound, client) -> {
                            UpstreamRequest request = new UpstreamRequest(
                                    inbound.dialect(), "POST", inbound.target(), inbound.headers(), inbound.body(), "");
                            try (Exchange exchange = way.send(request, client)) {
                                Stand.drain(exchange.relay(Headers.NONE));
                            }
                        })
                        .start();
                Wire client = stand.client()) {
            client.send(Stand.post("/v1/responses", "{}")).readHead();
            assertEquals("3\r\none\r\n", client.readToEnd());
        }
    }

    @Test
    void an_exchange_that_is_not_relayed_leaves_the_client_free_for_another() throws Exception {
        try (ScriptedUpstream upstream = ScriptedUpstream.answering("HTTP/1.1 400 No\r\ncontent-length: 2\r\n\r\nno");
                Stand stand = Stand.before(upstream.url())
                        .turns(way -> (inbound, client) -> {
                            UpstreamRequest request = new UpstreamRequest(
                                    inbound.dialect(), "POST", inbound.target(), inbound.headers(), inbound.body(), "");
                            try (Exchange first = way.send(request, client)) {
                                assertEquals(400, first.status());
                                assertEquals(Optional.of("2"), first.headers().first("content-length"));
                            }
                            try (Exchange second = way.send(request, client)) {
                                Stand.drain(second.relay(Headers.NONE));
                                second.finish();
                            }
                        })
                        .start();
                Wire client = stand.client()) {
            assertEquals("no", client.send(Stand.post("/v1/responses", "{}")).read().text());
        }
    }
}
