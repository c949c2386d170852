package dev.throughline.gateway;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.engine.turn.Inbound;
import dev.throughline.gateway.http.RequestReceiver.FinishedReply;
import dev.throughline.gateway.socket.RawSocket;
import dev.throughline.gateway.socket.ScriptedUpstream;
import dev.throughline.gateway.socket.TestGateway;
import dev.throughline.gateway.socket.TestLimits;
import dev.throughline.model.Bytes;
import dev.throughline.model.Headers;
import dev.throughline.model.ProxyException;
import dev.throughline.simulator.dialect.SimulatedDialect;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class GatewayTest {
    private static final String OK = "HTTP/1.1 200 OK\r\ncontent-length: 2\r\nX-Odd-Case: yes\r\n\r\nok";
    private static final String UNUSED_URL = "http://127.0.0.1:1";

    @Test
    void a_turn_reaches_its_handler_as_it_was_sent() throws Exception {
        BlockingQueue<Inbound> seen = new LinkedBlockingQueue<>();
        try (TestGateway gateway = TestGateway.before(UNUSED_URL)
                        .turns(upstream -> (inbound, client) -> {
                            seen.add(inbound);
                            client.answer(201, Headers.of("X-Own", "a"), Bytes.of("made"));
                        })
                        .start();
                RawSocket client = gateway.client()) {
            client.send("POST /run/r-1/v1/messages?beta=true HTTP/1.1\r\nHost: localhost\r\n");
            client.send("X-ODD: Yes\r\nContent-Length: 3\r\n\r\nabc");
            RawSocket.Message reply = client.read();
            assertEquals("HTTP/1.1 201 Created", reply.firstLine());
            assertEquals("made", reply.text());
            assertEquals(Optional.of("a"), reply.header("x-own"));
            Inbound inbound = seen.take();
            assertEquals(SimulatedDialect.MESSAGES.dialect(), inbound.dialect());
            assertEquals("/v1/messages?beta=true", inbound.target());
            assertEquals(Optional.of("r-1"), inbound.run());
            assertEquals(Headers.of("Host", "localhost", "X-ODD", "Yes", "Content-Length", "3"), inbound.headers());
            assertEquals(Bytes.of("abc"), inbound.body());
            assertEquals(Bytes.of("abc"), inbound.plain().get());
        }
    }

    @Test
    void other_paths_under_v1_are_passed_through() throws Exception {
        try (ScriptedUpstream upstream = ScriptedUpstream.answering(OK);
                TestGateway gateway = TestGateway.before(upstream.url()).start();
                RawSocket client = gateway.client()) {
            client.send("GET /v1/models HTTP/1.1\r\nHost: localhost\r\n\r\n");
            RawSocket.Message reply = client.read();
            assertEquals("ok", reply.text());
            assertTrue(reply.head().contains("X-Odd-Case: yes"), reply.head());
        }
    }

    @Test
    void a_websocket_upgrade_is_answered_with_426() throws Exception {
        try (TestGateway gateway = TestGateway.before(UNUSED_URL).start();
                RawSocket client = gateway.client()) {
            client.send("GET /some/prefix/responses HTTP/1.1\r\nHost: localhost\r\n");
            client.send("Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n");
            assertEquals(426, client.read().status());
        }
    }

    @Test
    void unknown_paths_and_wrong_methods_are_answered_with_an_error_message() throws Exception {
        try (TestGateway gateway = TestGateway.before(UNUSED_URL).start();
                RawSocket client = gateway.client()) {
            RawSocket.Message unknown = client.send("GET /nothing HTTP/1.1\r\nHost: localhost\r\n\r\n")
                    .read();
            assertEquals(404, unknown.status());
            assertTrue(unknown.text().contains("/nothing"), unknown.text());
            assertEquals(
                    405,
                    client.send("DELETE /v1/messages HTTP/1.1\r\nHost: localhost\r\n\r\n")
                            .read()
                            .status());
        }
    }

    @Test
    void plain_handlers_answer_at_their_path_and_below() throws Exception {
        try (TestGateway gateway = TestGateway.before(UNUSED_URL)
                        .plain("/livez", request -> PlainHandler.PlainAnswer.text(200, "alive"))
                        .plain(
                                "/api/v1/",
                                request -> PlainHandler.PlainAnswer.json(200, "\"" + request.target() + "\""))
                        .start();
                RawSocket client = gateway.client()) {
            assertEquals(
                    "alive",
                    client.send("GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n")
                            .read()
                            .text());
            assertEquals(
                    "\"/api/v1/x?y=1\"",
                    client.send("GET /api/v1/x?y=1 HTTP/1.1\r\nHost: localhost\r\n\r\n")
                            .read()
                            .text());
            client.send("HEAD /livez HTTP/1.1\r\nHost: localhost\r\n\r\n");
            assertTrue(client.readHead().contains("content-length: 5"));
            assertEquals(
                    "alive",
                    client.send("GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n")
                            .read()
                            .text());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/v1/messages", "/v1/models", "/run/r-1/v1/messages", "/metrics", "/api/v1/x", "/nothing"})
    void a_foreign_host_is_rejected_on_every_path(String path) throws Exception {
        try (ScriptedUpstream upstream = ScriptedUpstream.answering(OK);
                TestGateway gateway = TestGateway.before(upstream.url())
                        .plain("/metrics", request -> PlainHandler.PlainAnswer.text(200, "figures"))
                        .plain("/api/v1/", request -> PlainHandler.PlainAnswer.json(200, "{}"))
                        .start();
                RawSocket client = gateway.client()) {
            client.send("POST " + path + " HTTP/1.1\r\nHost: rebound.example:8787\r\nContent-Length: 2\r\n\r\n{}");
            RawSocket.Message reply = client.read();
            assertEquals(403, reply.status());
            assertTrue(reply.text().contains("rebound.example"), reply.text());
        }
    }

    @Test
    void a_health_probe_is_answered_for_every_host_name() throws Exception {
        try (TestGateway gateway = TestGateway.before(UNUSED_URL)
                        .plain("/livez", request -> PlainHandler.PlainAnswer.text(200, "alive"))
                        .start();
                RawSocket client = gateway.client()) {
            assertEquals(
                    200,
                    client.send("GET /livez HTTP/1.1\r\nHost: node-7\r\n\r\n")
                            .read()
                            .status());
        }
    }

    @Test
    void a_bug_in_a_handler_is_answered_with_an_incident_id_in_the_dialect() throws Exception {
        try (TestGateway gateway = TestGateway.before(UNUSED_URL)
                        .turns(upstream -> (inbound, client) -> {
                            throw new IllegalStateException("a bug");
                        })
                        .start();
                RawSocket client = gateway.client()) {
            RawSocket.Message reply =
                    client.send(TestGateway.post("/v1/messages", "{}")).read();
            assertEquals(500, reply.status());
            assertTrue(reply.text().startsWith("messages 500 internal_error: "), reply.text());
            assertTrue(reply.text().matches(".*incident [0-9a-f-]{36}.*"), reply.text());
            assertEquals(
                    404,
                    client.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
                            .read()
                            .status());
        }
    }

    @Test
    void a_handler_that_does_not_answer_results_in_status_500() throws Exception {
        try (TestGateway gateway = TestGateway.before(UNUSED_URL)
                        .turns(upstream -> (inbound, client) -> {})
                        .start();
                RawSocket client = gateway.client()) {
            assertEquals(
                    500,
                    client.send(TestGateway.post("/v1/responses", "{}")).read().status());
        }
    }

    @Test
    void a_client_error_is_answered_with_its_code() throws Exception {
        try (TestGateway gateway = TestGateway.before(UNUSED_URL)
                        .turns(upstream -> (inbound, client) ->
                                client.answer(200, Headers.NONE, inbound.plain().get()))
                        .start();
                RawSocket client = gateway.client()) {
            client.send("POST /v1/chat/completions HTTP/1.1\r\nHost: localhost\r\n");
            client.send("content-encoding: gzip\r\ncontent-length: 3\r\n\r\nabc");
            RawSocket.Message reply = client.read();
            assertEquals(400, reply.status());
            assertTrue(reply.text().startsWith("chat 400 bad_encoding: "), reply.text());
        }
    }

    @Test
    void a_failure_after_the_reply_began_closes_the_connection() throws Exception {
        try (ScriptedUpstream upstream = ScriptedUpstream.answering(
                        "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\nhi\r\n0\r\n\r\n");
                TestGateway gateway = TestGateway.before(upstream.url())
                        .turns(sender -> (inbound, client) -> {
                            var request = new dev.throughline.engine.exchange.UpstreamRequest(
                                    inbound.dialect(), "POST", inbound.target(), inbound.headers(), inbound.body(), "");
                            TestGateway.drain(sender.send(request, client).relay(Headers.NONE));
                            throw new ProxyException(ProxyException.Kind.STORE, "store_down", "no disk");
                        })
                        .start();
                RawSocket client = gateway.client()) {
            client.send(TestGateway.post("/v1/responses", "{}"));
            assertEquals(200, new RawSocket.Message(client.readHead(), Bytes.EMPTY).status());
            assertEquals("2\r\nhi\r\n", client.readToEnd());
        }
    }

    @Test
    void the_listener_is_notified_of_every_request() throws Exception {
        BlockingQueue<FinishedReply> finished = new LinkedBlockingQueue<>();
        BlockingQueue<String> started = new LinkedBlockingQueue<>();
        BlockingQueue<String> ended = new LinkedBlockingQueue<>();
        GatewayListener listener = new GatewayListener() {
            @Override
            public void started(String route, int open) {
                started.add(route + " " + open);
            }

            @Override
            public void finished(String route, FinishedReply reply, int open) {
                ended.add(route);
                finished.add(reply);
            }
        };
        try (ScriptedUpstream upstream = ScriptedUpstream.answering(OK);
                TestGateway gateway =
                        TestGateway.before(upstream.url()).listener(listener).start();
                RawSocket client = gateway.client()) {
            client.send(TestGateway.post("/v1/responses", "{}")).read();
            assertEquals("responses 1", started.take());
            assertEquals("responses", ended.take());
            FinishedReply first = finished.take();
            assertEquals(200, first.status());
            assertEquals(2, first.bytesOut());
            assertFalse(first.isClientGone());
            assertTrue(first.firstByte().orElseThrow().compareTo(first.duration()) <= 0);
        }
    }

    @Test
    void closing_lets_a_stream_finish_and_rejects_new_connections() throws Exception {
        CountDownLatch goOn = new CountDownLatch(1);
        try (ScriptedUpstream upstream = ScriptedUpstream.running(wire -> {
                    wire.read();
                    wire.send("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n")
                            .sendChunk("one");
                    goOn.await(30, TimeUnit.SECONDS);
                    wire.sendChunk("two").send("0\r\n\r\n");
                });
                TestGateway gateway = TestGateway.before(upstream.url()).start();
                RawSocket idle = gateway.client();
                RawSocket client = gateway.client()) {
            client.send(TestGateway.post("/v1/responses", "{}")).readHead();
            assertEquals("one", client.readChunkedText(3));
            assertEquals(
                    404,
                    idle.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
                            .read()
                            .status());
            CompletableFuture<Void> closed =
                    CompletableFuture.runAsync(() -> gateway.gateway().close());
            assertEquals(-1, idle.readByte(), "an idle connection is closed at once");
            assertTrue(isRefused(gateway), "new connections are rejected");
            assertFalse(closed.isDone());
            goOn.countDown();
            assertEquals("two", client.readChunkedText(3));
            assertEquals(0, client.readChunk().length);
            assertEquals(-1, client.readByte());
            closed.get(30, TimeUnit.SECONDS);
        }
    }

    /** The system accepts a few more connections until the socket is closed. */
    private static boolean isRefused(TestGateway gateway) {
        for (int i = 0; i < 10_000; i++) {
            try (RawSocket _ = gateway.client()) {
                Thread.onSpinWait();
            } catch (IOException e) {
                return true;
            }
        }
        return false;
    }

    @Test
    void closing_waits_at_most_for_the_grace_period() throws Exception {
        try (ScriptedUpstream upstream = ScriptedUpstream.running(wire -> {
                    wire.read();
                    wire.send("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n")
                            .sendChunk("one")
                            .readByte();
                });
                TestGateway gateway = TestGateway.before(upstream.url())
                        .options(TestLimits.grace(Duration.ofMillis(50)))
                        .start();
                RawSocket client = gateway.client()) {
            client.send(TestGateway.post("/v1/responses", "{}")).readHead();
            gateway.gateway().close();
            assertEquals("3\r\none\r\n", client.readToEnd());
        }
    }

    @Test
    void a_request_that_arrives_during_closing_is_answered_with_503() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        try (TestGateway gateway = TestGateway.before(UNUSED_URL)
                        .plain("/readyz", request -> PlainHandler.PlainAnswer.text(200, "ready"))
                        .turns(upstream -> (inbound, client) -> {
                            asked.countDown();
                            awaitTurnGate();
                            client.answer(200, Headers.NONE, Bytes.EMPTY);
                        })
                        .start();
                RawSocket client = gateway.client();
                RawSocket probe = gateway.client()) {
            assertEquals(
                    200,
                    probe.send("GET /readyz HTTP/1.1\r\nHost: localhost\r\n\r\n")
                            .read()
                            .status());
            probe.send("GET /readyz HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nExpect: 100-continue\r\n\r\n");
            assertTrue(probe.readHead().startsWith("HTTP/1.1 100"));
            turnGate = goOn;
            client.send(TestGateway.post("/v1/responses", "{}"));
            assertTrue(asked.await(30, TimeUnit.SECONDS));
            CompletableFuture<Void> closed =
                    CompletableFuture.runAsync(() -> gateway.gateway().close());
            while (!gateway.gateway().isClosing()) {
                Thread.onSpinWait();
            }
            assertEquals(503, probe.send("x").read().status());
            goOn.countDown();
            assertEquals(200, client.read().status());
            closed.get(30, TimeUnit.SECONDS);
        }
    }

    private volatile CountDownLatch turnGate = new CountDownLatch(0);

    private void awaitTurnGate() {
        try {
            turnGate.await(30, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void a_port_in_use_is_reported_and_no_thread_is_left_running() throws Exception {
        try (TestGateway gateway = TestGateway.before(UNUSED_URL).start()) {
            int port = gateway.gateway().address().getPort();
            Set<Thread> before = Thread.getAllStackTraces().keySet();
            UncheckedIOException taken = assertThrows(
                    UncheckedIOException.class,
                    () -> TestGateway.before(UNUSED_URL)
                            .options(TestLimits.onPort(port))
                            .start());
            assertTrue(String.valueOf(taken.getMessage()).contains("cannot listen on 127.0.0.1:" + port));
            for (Thread thread : Thread.getAllStackTraces().keySet()) {
                boolean isNew = thread.getName().startsWith("loop-") && !before.contains(thread);
                assertTrue(!isNew || thread.join(Duration.ofSeconds(10)), thread + " still runs");
            }
        }
    }
}
