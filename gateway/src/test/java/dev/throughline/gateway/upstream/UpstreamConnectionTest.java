package dev.throughline.gateway.upstream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.gateway.socket.RawSocket;
import dev.throughline.gateway.socket.ScriptedUpstream;
import dev.throughline.gateway.socket.TestGateway;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;

final class UpstreamConnectionTest {
    private static final Duration OWN = Duration.ofSeconds(30);
    private static final String OK = "HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok";

    @Test
    void the_request_arrives_with_its_bytes_and_the_upstreams_own_host() throws Exception {
        BlockingQueue<RawSocket.Message> got = new LinkedBlockingQueue<>();
        try (ScriptedUpstream upstream = ScriptedUpstream.running(wire -> {
                    got.add(wire.read());
                    wire.send(OK).readByte();
                });
                TestGateway gateway =
                        TestGateway.before(upstream.url() + "/base").start();
                RawSocket client = gateway.client()) {
            client.send(String.join(
                    "\r\n",
                    "POST /v1/responses?q=%20 HTTP/1.1",
                    "Host: localhost",
                    "X-Key: h\u00e9",
                    "Content-Length: 4",
                    "",
                    "{ }\n"));
            assertEquals("ok", client.read().text());
            RawSocket.Message request = got.take();
            assertEquals("POST /base/responses?q=%20 HTTP/1.1", request.firstLine());
            assertEquals("127.0.0.1:" + upstream.port(), request.header("host").orElseThrow());
            assertEquals(
                    "h\u00c3\u00a9",
                    request.header("x-key").orElseThrow(),
                    "the socket reads each byte as one character");
            assertEquals("{ }\n", request.text());
        }
    }

    @Test
    void interim_replies_are_not_forwarded() throws Exception {
        try (ScriptedUpstream upstream = ScriptedUpstream.answering(
                        "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nlink: a\r\n\r\n" + OK);
                TestGateway gateway = TestGateway.before(upstream.url()).start();
                RawSocket client = gateway.client()) {
            assertEquals(
                    "ok",
                    client.send(TestGateway.post("/v1/responses", "{}")).read().text());
            assertEquals(
                    "ok",
                    client.send(TestGateway.post("/v1/responses", "{}")).read().text());
            assertEquals(1, upstream.connections());
        }
    }

    @Test
    void a_reply_that_switches_protocols_is_an_upstream_error() throws Exception {
        try (ScriptedUpstream upstream = ScriptedUpstream.answering("HTTP/1.1 101 Switching Protocols\r\n\r\n");
                TestGateway gateway = TestGateway.before(upstream.url()).start();
                RawSocket client = gateway.client()) {
            RawSocket.Message reply =
                    client.send(TestGateway.post("/v1/responses", "{}")).read();
            assertTrue(reply.text().startsWith("responses 502 upstream_broken: "), reply.text());
        }
    }

    @Test
    void bytes_after_a_reply_are_not_used_as_the_next_reply() throws Exception {
        try (ScriptedUpstream upstream =
                        ScriptedUpstream.answering(OK + "HTTP/1.1 500 Forged\r\ncontent-length: 0\r\n\r\n");
                TestGateway gateway = TestGateway.before(upstream.url()).start();
                RawSocket client = gateway.client()) {
            assertEquals(
                    "ok",
                    client.send(TestGateway.post("/v1/responses", "{}")).read().text());
            assertEquals(
                    "ok",
                    client.send(TestGateway.post("/v1/responses", "{}")).read().text());
            assertEquals(2, upstream.connections());
        }
    }

    @Test
    void the_idle_time_is_the_shorter_of_both_times_less_a_margin() {
        assertEquals(Duration.ofSeconds(4), UpstreamConnection.idleTime("timeout=5, max=100", OWN));
        assertEquals(Duration.ofSeconds(4), UpstreamConnection.idleTime("max=100,Timeout=5", OWN));
        assertEquals(OWN, UpstreamConnection.idleTime("timeout=600", OWN));
    }

    @Test
    void without_a_valid_keep_alive_header_the_own_idle_time_is_used() {
        assertEquals(OWN, UpstreamConnection.idleTime(null, OWN));
        assertEquals(OWN, UpstreamConnection.idleTime("timeout=soon", OWN));
    }
}
