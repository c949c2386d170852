package dev.throughline.gateway.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.gateway.socket.RawSocket;
import dev.throughline.gateway.socket.TestGateway;
import dev.throughline.gateway.socket.TestLimits;
import dev.throughline.model.Bytes;
import dev.throughline.model.Headers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ClientConnectionTest {
    private static final String UNUSED_URL = "http://127.0.0.1:1";
    private static final int LIMIT = 1 << 20;

    /** A gateway that answers every turn with the body it got. */
    private static TestGateway echo() {
        return TestGateway.before(UNUSED_URL)
                .options(TestLimits.http(TestLimits.bodyBytes(LIMIT)))
                .turns(upstream -> (inbound, client) -> client.answer(200, Headers.NONE, inbound.body()))
                .start();
    }

    @Test
    void requests_on_one_connection_are_answered_one_after_the_other() throws Exception {
        try (TestGateway gateway = echo();
                RawSocket client = gateway.client()) {
            for (int i = 0; i < 100; i++) {
                assertEquals(
                        "n" + i,
                        client.send(TestGateway.post("/v1/responses", "n" + i))
                                .read()
                                .text());
            }
        }
    }

    @Test
    void pipelined_requests_are_answered_in_order() throws Exception {
        try (TestGateway gateway = echo();
                RawSocket client = gateway.client()) {
            StringBuilder all = new StringBuilder();
            for (int i = 0; i < 60; i++) {
                all.append(TestGateway.post("/v1/responses", "n" + i));
            }
            client.send(all.toString());
            for (int i = 0; i < 60; i++) {
                assertEquals("n" + i, client.read().text());
            }
            assertEquals(
                    "last",
                    client.send(TestGateway.post("/v1/responses", "last"))
                            .read()
                            .text());
        }
    }

    @Test
    void a_chunked_body_in_small_pieces_is_complete() throws Exception {
        try (TestGateway gateway = echo();
                RawSocket client = gateway.client()) {
            client.send("POST /v1/responses HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n");
            client.sendChunk("one")
                    .sendChunk("two")
                    .send("5;ext=1\r\nth")
                    .send("ree\r\n")
                    .send("0\r\n\r\n");
            assertEquals("onetwothree", client.read().text());
        }
    }

    @Test
    void an_expect_continue_header_is_answered_with_100() throws Exception {
        try (TestGateway gateway = echo();
                RawSocket client = gateway.client()) {
            client.send(String.join(
                    "\r\n",
                    "POST /v1/responses HTTP/1.1",
                    "Host: localhost",
                    "Content-Length: 3",
                    "Expect: 100-continue",
                    "",
                    ""));
            assertEquals("HTTP/1.1 100 Continue\r\n", client.readHead());
            assertEquals("abc", client.send("abc").read().text());
        }
    }

    @Test
    void a_too_large_content_length_is_rejected_before_the_body_arrives() throws Exception {
        try (TestGateway gateway = echo();
                RawSocket client = gateway.client()) {
            client.send("POST /v1/messages HTTP/1.1\r\nHost: localhost\r\nContent-Length: " + (LIMIT + 1)
                    + "\r\nExpect: 100-continue\r\n\r\n");
            RawSocket.Message reply = client.read();
            assertEquals(413, reply.status());
            assertTrue(reply.text().startsWith("messages 413 body_too_large: "), reply.text());
            assertEquals(-1, client.readByte());
        }
    }

    @Test
    void a_client_that_sends_a_rejected_body_completely_still_gets_the_error() throws Exception {
        try (TestGateway gateway = echo();
                RawSocket client = gateway.client()) {
            int length = 40 << 20;
            client.send("POST /v1/messages HTTP/1.1\r\nHost: localhost\r\nContent-Length: " + length + "\r\n\r\n");
            client.send(new byte[length]);
            assertEquals(413, client.read().status());
            assertEquals(-1, client.readByte());
        }
    }

    @Test
    void a_chunked_body_that_becomes_too_large_is_rejected() throws Exception {
        try (TestGateway gateway = echo();
                RawSocket client = gateway.client()) {
            client.send("POST /v1/chat/completions HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n");
            String piece = "x".repeat(100_000);
            for (int i = 0; i < 100; i++) {
                client.sendChunk(piece);
            }
            client.send("0\r\n\r\n");
            RawSocket.Message reply = client.read();
            assertEquals(413, reply.status());
            assertTrue(reply.text().startsWith("chat 413 body_too_large: "), reply.text());
        }
    }

    @Test
    void a_body_of_exactly_the_limit_is_accepted() throws Exception {
        try (TestGateway gateway = echo();
                RawSocket client = gateway.client()) {
            String body = "y".repeat(LIMIT);
            assertEquals(
                    LIMIT,
                    client.send(TestGateway.post("/v1/responses", body))
                            .read()
                            .body()
                            .length());
        }
    }

    @Test
    void too_large_headers_get_431_and_a_too_long_request_line_gets_414() throws Exception {
        try (TestGateway gateway = echo();
                RawSocket large = gateway.client();
                RawSocket lengthy = gateway.client()) {
            large.send("GET / HTTP/1.1\r\nHost: localhost\r\nX-Large: " + "x".repeat(70_000) + "\r\n\r\n");
            assertEquals(431, large.read().status());
            assertEquals(-1, large.readByte());
            lengthy.send("GET /" + "x".repeat(20_000) + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
            assertEquals(414, lengthy.read().status());
        }
    }

    @Test
    void bytes_that_are_not_http_get_400_and_the_connection_is_closed() throws Exception {
        try (TestGateway gateway = echo();
                RawSocket client = gateway.client()) {
            assertEquals(
                    400, client.send("\u0016\u0003\u0001 hello\r\n\r\n").read().status());
            assertEquals(-1, client.readByte());
        }
    }

    @Test
    void a_malformed_chunk_gets_400() throws Exception {
        try (TestGateway gateway = echo();
                RawSocket client = gateway.client()) {
            client.send(String.join(
                    "\r\n",
                    "POST /v1/responses HTTP/1.1",
                    "Host: localhost",
                    "Transfer-Encoding: chunked",
                    "",
                    "zz",
                    "abc",
                    ""));
            assertEquals(400, client.read().status());
        }
    }

    @Test
    void connection_close_and_http_1_0_are_respected() throws Exception {
        try (TestGateway gateway = echo();
                RawSocket closing = gateway.client();
                RawSocket old = gateway.client();
                RawSocket http10KeepAlive = gateway.client()) {
            closing.send(String.join(
                    "\r\n",
                    "POST /v1/responses HTTP/1.1",
                    "Host: localhost",
                    "Connection: close",
                    "Content-Length: 1",
                    "",
                    "a"));
            assertEquals("close", closing.read().header("connection").orElseThrow());
            assertEquals(-1, closing.readByte());
            assertEquals(
                    "a",
                    old.send("POST /v1/responses HTTP/1.0\r\nContent-Length: 1\r\n\r\na")
                            .read()
                            .text());
            assertEquals(-1, old.readByte());
            String alive = "POST /v1/responses HTTP/1.0\r\nConnection: keep-alive\r\nContent-Length: 1\r\n\r\na";
            assertEquals(
                    "keep-alive",
                    http10KeepAlive.send(alive).read().header("connection").orElseThrow());
            assertEquals("a", http10KeepAlive.send(alive).read().text());
        }
    }

    @Test
    void a_disconnect_is_detected_while_nothing_is_written() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        BlockingQueue<Boolean> gone = new LinkedBlockingQueue<>();
        try (TestGateway gateway = TestGateway.before(UNUSED_URL)
                .turns(upstream -> (inbound, client) -> {
                    asked.countDown();
                    while (!client.isGone()) {
                        Thread.onSpinWait();
                    }
                    client.answer(200, Headers.NONE, Bytes.EMPTY);
                    gone.add(client.isGone());
                })
                .start()) {
            try (RawSocket client = gateway.client()) {
                client.send(TestGateway.post("/v1/responses", "{}"));
                assertTrue(asked.await(30, TimeUnit.SECONDS));
            }
            assertEquals(true, gone.poll(30, TimeUnit.SECONDS));
        }
    }

    @Test
    void a_silent_connection_is_closed_after_the_idle_time() throws Exception {
        HttpLimits defaults = HttpLimits.DEFAULT;
        HttpLimits shortIdleTime = new HttpLimits(
                defaults.bodyBytes(),
                defaults.requestLineBytes(),
                defaults.headerBytes(),
                defaults.discardBytes(),
                defaults.lingerTime(),
                Duration.ofMillis(100),
                defaults.headTime(),
                defaults.bodyTime(),
                defaults.bodiesBytes());
        try (TestGateway gateway = TestGateway.before(UNUSED_URL)
                        .options(TestLimits.http(shortIdleTime))
                        .start();
                RawSocket silent = gateway.client();
                RawSocket slow = gateway.client()) {
            slow.send("POST /v1/responses HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\n\r\na");
            assertEquals(-1, silent.readByte());
            assertEquals(-1, slow.readByte());
            assertFalse(gateway.gateway().isClosing());
        }
    }

    @Test
    void a_client_that_closed_its_sending_side_gets_its_reply() throws Exception {
        CountDownLatch mayAnswer = new CountDownLatch(1);
        try (TestGateway gateway = TestGateway.before(UNUSED_URL)
                        .turns(upstream -> (inbound, client) -> {
                            await(mayAnswer);
                            client.answer(200, Headers.NONE, inbound.body());
                        })
                        .start();
                RawSocket client = gateway.client()) {
            client.send(TestGateway.post("/v1/responses", "{}")).endSending();
            assertEquals(
                    "HTTP/1.1 100 Continue",
                    client.read().firstLine(),
                    "sent to check whether the client is still connected");
            assertEquals("HTTP/1.1 100 Continue", client.read().firstLine());
            mayAnswer.countDown();
            assertEquals("{}", client.read().text());
            assertEquals(-1, client.readByte());
        }
    }

    @Test
    void two_requests_sent_before_the_sending_side_was_closed_are_both_answered() throws Exception {
        try (TestGateway gateway = echo();
                RawSocket client = gateway.client()) {
            client.send(TestGateway.post("/v1/responses", "1") + TestGateway.post("/v1/responses", "2"))
                    .endSending();
            List<String> bodies = new ArrayList<>();
            while (bodies.size() < 2) {
                RawSocket.Message reply = client.read();
                if (reply.status() == 200) {
                    bodies.add(reply.text());
                }
            }
            assertEquals(List.of("1", "2"), bodies);
            assertEquals(-1, client.readByte());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/v1/mod\u001bels", "/v1/mod\u0000els", "/v1/models\u007f"})
    void a_target_with_control_characters_is_rejected(String target) throws Exception {
        try (TestGateway gateway = echo();
                RawSocket client = gateway.client()) {
            client.send("GET " + target + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
            RawSocket.Message reply = client.read();
            assertEquals(400, reply.status());
            assertTrue(reply.text().chars().noneMatch(c -> c < ' ' || c == 0x7f), reply.text());
        }
    }

    @Test
    void a_header_with_control_characters_is_rejected() throws Exception {
        try (TestGateway gateway = echo();
                RawSocket client = gateway.client()) {
            client.send("GET /v1/models HTTP/1.1\r\nHost: localhost\r\nX-Odd: a\u001b[31mb\r\n\r\n");
            assertEquals(400, client.read().status());
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            assertTrue(latch.await(30, TimeUnit.SECONDS));
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
