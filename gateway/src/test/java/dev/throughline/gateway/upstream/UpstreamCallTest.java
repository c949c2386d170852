package dev.throughline.gateway.upstream;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.engine.exchange.Exchange;
import dev.throughline.engine.exchange.UpstreamRequest;
import dev.throughline.gateway.socket.RawSocket;
import dev.throughline.gateway.socket.ScriptedUpstream;
import dev.throughline.gateway.socket.TestGateway;
import dev.throughline.model.Bytes;
import dev.throughline.model.Headers;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class UpstreamCallTest {
    private static final String CHUNKED = "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n";

    private final ReplyRecorder recorder = new ReplyRecorder();

    @Test
    void a_reply_is_forwarded_with_its_status_headers_and_bytes() throws Exception {
        String hopByHop = "Keep-Alive: timeout=9\r\nConnection: x-hop\r\nx-hop: 1\r\n";
        String head = "HTTP/1.1 429 Slow Down Please\r\nX-RateLimit-Left: 0\r\n" + hopByHop;
        String body = "{\"odd\": 1e5, \"\\u00e9\": -0}";
        try (ScriptedUpstream upstream =
                        ScriptedUpstream.answering(head + "Content-Length: " + body.length() + "\r\n\r\n" + body);
                TestGateway gateway = recorder.gateway(upstream);
                RawSocket client = gateway.client()) {
            RawSocket.Message reply =
                    client.send(TestGateway.post("/v1/responses", "{}")).read();
            assertEquals(
                    List.of(
                            "HTTP/1.1 429 Slow Down Please",
                            "X-RateLimit-Left: 0",
                            "Content-Length: " + body.length(),
                            "x-throughline-session: s1"),
                    reply.head().lines().toList());
            assertEquals(body, reply.text());
            assertEquals(new ReplyRecorder.Recorded(Bytes.of(body), Exchange.Outcome.COMPLETE), recorder.next());
        }
    }

    @Test
    void closing_a_relayed_exchange_without_finish_cuts_the_client() throws Exception {
        try (ScriptedUpstream upstream = ScriptedUpstream.answering(CHUNKED + "3\r\none\r\n0\r\n\r\n");
                TestGateway gateway = TestGateway.before(upstream.url())
                        .turns(sender -> (inbound, client) -> {
                            UpstreamRequest request = new UpstreamRequest(
                                    inbound.dialect(), "POST", inbound.target(), inbound.headers(), inbound.body(), "");
                            try (Exchange exchange = sender.send(request, client)) {
                                TestGateway.drain(exchange.relay(Headers.NONE));
                            }
                        })
                        .start();
                RawSocket client = gateway.client()) {
            client.send(TestGateway.post("/v1/responses", "{}")).readHead();
            assertEquals("3\r\none\r\n", client.readToEnd());
        }
    }

    @Test
    void an_exchange_that_is_not_relayed_allows_another_exchange() throws Exception {
        try (ScriptedUpstream upstream = ScriptedUpstream.answering("HTTP/1.1 400 No\r\ncontent-length: 2\r\n\r\nno");
                TestGateway gateway = TestGateway.before(upstream.url())
                        .turns(sender -> (inbound, client) -> {
                            UpstreamRequest request = new UpstreamRequest(
                                    inbound.dialect(), "POST", inbound.target(), inbound.headers(), inbound.body(), "");
                            try (Exchange first = sender.send(request, client)) {
                                assertEquals(400, first.status());
                                assertEquals(Optional.of("2"), first.headers().first("content-length"));
                            }
                            try (Exchange second = sender.send(request, client)) {
                                TestGateway.drain(second.relay(Headers.NONE));
                                second.finish();
                            }
                        })
                        .start();
                RawSocket client = gateway.client()) {
            assertEquals(
                    "no",
                    client.send(TestGateway.post("/v1/responses", "{}")).read().text());
        }
    }
}
