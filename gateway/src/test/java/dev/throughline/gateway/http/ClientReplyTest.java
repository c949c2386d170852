package dev.throughline.gateway.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.engine.exchange.Exchange;
import dev.throughline.gateway.socket.RawSocket;
import dev.throughline.gateway.socket.Replies;
import dev.throughline.gateway.socket.ScriptedUpstream;
import dev.throughline.gateway.socket.TestGateway;
import dev.throughline.model.Bytes;
import dev.throughline.model.Headers;
import java.io.InputStream;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class ClientReplyTest {
    private static final String UNUSED_URL = "http://127.0.0.1:1";

    @Test
    void a_reply_has_a_content_length_and_can_be_sent_only_once() throws Exception {
        BlockingQueue<String> second = new LinkedBlockingQueue<>();
        try (TestGateway gateway = TestGateway.before(UNUSED_URL)
                        .turns(upstream -> (inbound, client) -> {
                            assertFalse(client.hasBegun());
                            client.answer(200, Headers.of("X-A", "1"), Bytes.of("first"));
                            assertTrue(client.hasBegun());
                            try {
                                client.answer(500, Headers.NONE, Bytes.of("second"));
                            } catch (IllegalStateException e) {
                                second.add("refused");
                            }
                        })
                        .start();
                RawSocket client = gateway.client()) {
            RawSocket.Message reply =
                    client.send(TestGateway.post("/v1/responses", "{}")).read();
            assertEquals("first", reply.text());
            assertEquals(Optional.of("5"), reply.header("content-length"));
            assertEquals("refused", second.poll(30, TimeUnit.SECONDS));
        }
    }

    @Test
    void a_reply_of_unknown_length_to_http_1_0_ends_with_the_connection() throws Exception {
        try (ScriptedUpstream upstream = ScriptedUpstream.answering(
                        "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n3\r\none\r\n3\r\ntwo\r\n0\r\n\r\n");
                TestGateway gateway = TestGateway.before(upstream.url()).start();
                RawSocket client = gateway.client()) {
            client.send("POST /v1/responses HTTP/1.0\r\nConnection: keep-alive\r\nContent-Length: 2\r\n\r\n{}");
            RawSocket.Message head = new RawSocket.Message(client.readHead(), Bytes.EMPTY);
            assertEquals(Optional.empty(), head.header("transfer-encoding"));
            assertEquals(Optional.of("close"), head.header("connection"));
            assertEquals("onetwo", client.readToEnd());
        }
    }

    @Test
    void only_an_open_reply_can_be_written_to() throws Exception {
        try (TestGateway gateway = TestGateway.before(UNUSED_URL)
                        .handling((upstream, request, client) -> {
                            assertThrows(IllegalStateException.class, () -> client.write(Bytes.of("early")));
                            assertThrows(IllegalStateException.class, client::end);
                            client.answer(200, Headers.NONE, Bytes.of("all"));
                            assertThrows(IllegalStateException.class, () -> client.write(Bytes.of("late")));
                            assertThrows(IllegalStateException.class, client::end);
                        })
                        .start();
                RawSocket client = gateway.client()) {
            for (int i = 0; i < 2; i++) {
                assertEquals(
                        "all",
                        client.send(TestGateway.post("/v1/responses", "{}"))
                                .read()
                                .text());
            }
        }
    }

    @Test
    void a_client_can_be_disconnected_before_any_reply() throws Exception {
        try (TestGateway gateway = TestGateway.before(UNUSED_URL)
                        .handling((upstream, request, client) -> client.cut())
                        .start();
                RawSocket client = gateway.client()) {
            assertEquals(
                    "", client.send(TestGateway.post("/v1/responses", "{}")).readToEnd());
        }
    }

    @Test
    void disconnecting_the_client_stops_the_upstream_call() throws Exception {
        CompletableFuture<Integer> upstreamSaw = new CompletableFuture<>();
        try (ScriptedUpstream upstream = ScriptedUpstream.running(wire -> {
                    wire.read();
                    wire.send(Replies.CHUNKED).sendChunk("one");
                    upstreamSaw.complete(wire.readByte());
                });
                TestGateway gateway = TestGateway.before(upstream.url())
                        .handling((sender, request, client) -> {
                            try (Exchange exchange = sender.send(request, client)) {
                                InputStream copy =
                                        exchange.relay(Headers.NONE, (bytes, offset, length) -> Bytes.of(bytes));
                                client.cut();
                                TestGateway.drain(copy);
                                assertEquals(Exchange.Outcome.CLIENT_GONE, exchange.outcome());
                            }
                        })
                        .start();
                RawSocket client = gateway.client()) {
            client.send(TestGateway.post("/v1/responses", "{}")).readToEnd();
            assertEquals(-1, upstreamSaw.get(30, TimeUnit.SECONDS));
        }
    }
}
