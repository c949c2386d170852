package dev.throughline.gateway.upstream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.gateway.socket.RawSocket;
import dev.throughline.gateway.socket.ScriptedUpstream;
import dev.throughline.gateway.socket.TestGateway;
import dev.throughline.gateway.socket.TestLimits;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class ConnectionPoolTest {
    private static final String OK = "HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok";

    @Test
    void a_connection_is_reused() throws Exception {
        try (ScriptedUpstream upstream = ScriptedUpstream.answering(OK);
                TestGateway gateway = TestGateway.before(upstream.url()).start();
                RawSocket client = gateway.client()) {
            for (int i = 0; i < 50; i++) {
                assertEquals(
                        "ok",
                        client.send(TestGateway.post("/v1/responses", "{}"))
                                .read()
                                .text());
            }
            assertEquals(1, upstream.connections());
        }
    }

    @Test
    void a_connection_closed_by_its_server_is_not_reused() throws Exception {
        Semaphore closed = new Semaphore(0);
        try (ScriptedUpstream upstream = ScriptedUpstream.running(wire -> {
                    wire.read();
                    wire.send(OK).close();
                    closed.release();
                });
                TestGateway gateway = TestGateway.before(upstream.url()).start();
                RawSocket client = gateway.client()) {
            for (int i = 0; i < 3; i++) {
                assertEquals(
                        "ok",
                        client.send(TestGateway.post("/v1/responses", "{}"))
                                .read()
                                .text());
                assertTrue(closed.tryAcquire(30, TimeUnit.SECONDS));
                // The end of that connection arrives before this request, so the shared event loop handles it first.
                client.send("GET /nothing HTTP/1.1\r\nHost: localhost\r\n\r\n").read();
            }
            assertEquals(3, upstream.connections());
        }
    }

    @Test
    void an_idle_connection_is_closed_after_the_idle_time() throws Exception {
        CountDownLatch closed = new CountDownLatch(1);
        try (ScriptedUpstream upstream = ScriptedUpstream.running(wire -> {
                    wire.read();
                    wire.send(OK);
                    assertEquals(-1, wire.readByte());
                    closed.countDown();
                });
                TestGateway gateway = TestGateway.before(upstream.url(), TestLimits.idleTime(Duration.ofMillis(10)))
                        .start();
                RawSocket client = gateway.client()) {
            assertEquals(
                    "ok",
                    client.send(TestGateway.post("/v1/responses", "{}")).read().text());
            assertTrue(closed.await(30, TimeUnit.SECONDS));
        }
    }

    @Test
    void a_reply_with_connection_close_ends_its_connection() throws Exception {
        CountDownLatch closed = new CountDownLatch(1);
        try (ScriptedUpstream upstream = ScriptedUpstream.running(wire -> {
                    wire.read();
                    wire.send("HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 2\r\n\r\nok");
                    assertEquals(-1, wire.readByte());
                    closed.countDown();
                });
                TestGateway gateway = TestGateway.before(upstream.url()).start();
                RawSocket client = gateway.client()) {
            assertEquals(
                    "ok",
                    client.send(TestGateway.post("/v1/responses", "{}")).read().text());
            assertTrue(closed.await(30, TimeUnit.SECONDS));
        }
    }
}
