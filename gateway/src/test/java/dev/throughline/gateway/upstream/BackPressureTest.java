package dev.throughline.gateway.upstream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.engine.exchange.Exchange;
import dev.throughline.engine.exchange.UpstreamRequest;
import dev.throughline.gateway.socket.RawSocket;
import dev.throughline.gateway.socket.ScriptedUpstream;
import dev.throughline.gateway.socket.TestGateway;
import dev.throughline.gateway.socket.TestLimits;
import dev.throughline.model.Headers;
import java.io.IOException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** If the client or the reader of the copy is slow, the gateway reads more slowly from the upstream. */
final class BackPressureTest {
    private static final String CHUNKED = "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n";
    private static final int WAIT = 30;

    @Test
    void a_slow_client_slows_the_upstream_down_and_gets_every_byte() throws Exception {
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
                TestGateway gateway = TestGateway.before(upstream.url()).start();
                RawSocket client = gateway.client()) {
            client.send(TestGateway.post("/v1/responses", "{}")).readHead();
            long before = -1;
            while (before != sent.get()) {
                before = sent.get();
                new CountDownLatch(1).await(500, TimeUnit.MILLISECONDS);
            }
            assertTrue(
                    before < pieces / 2, "the upstream could write " + before + " pieces to a client that read none");
            long read = 0;
            for (byte[] chunk = client.readChunk(); chunk.length > 0; chunk = client.readChunk()) {
                read += chunk.length;
            }
            assertEquals((long) pieces * piece.length(), read);
        }
    }

    @Test
    void a_slow_reader_of_the_copy_slows_the_upstream_down() throws Exception {
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
                TestGateway gateway = TestGateway.before(upstream.url(), TestLimits.copyBytes(1 << 20))
                        .turns(sender -> (inbound, client) -> {
                            UpstreamRequest request = new UpstreamRequest(
                                    inbound.dialect(), "POST", inbound.target(), inbound.headers(), inbound.body(), "");
                            try (Exchange exchange = sender.send(request, client)) {
                                var copy = exchange.relay(Headers.NONE);
                                assertTrue(goOn.await(WAIT, TimeUnit.SECONDS));
                                copied.add(copy.transferTo(java.io.OutputStream.nullOutputStream()));
                                exchange.finish();
                            } catch (IOException | InterruptedException e) {
                                throw new IllegalStateException(e);
                            }
                        })
                        .start();
                RawSocket client = gateway.client()) {
            CompletableFuture<RawSocket.Message> reply = CompletableFuture.supplyAsync(
                    () -> client.send(TestGateway.post("/v1/responses", "{}")).read());
            long before = -1;
            while (before != sent.get() || before == 0) {
                before = sent.get();
                new CountDownLatch(1).await(300, TimeUnit.MILLISECONDS);
            }
            assertTrue(
                    before < pieces,
                    "the upstream could write all " + before + " pieces although the copy was not read");
            goOn.countDown();
            assertEquals(
                    pieces * piece.length(),
                    reply.get(WAIT, TimeUnit.SECONDS).body().length());
            assertEquals((long) pieces * piece.length(), copied.take());
        }
    }
}
