package dev.throughline.gateway;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.gateway.socket.RawSocket;
import dev.throughline.gateway.socket.ScriptedUpstream;
import dev.throughline.gateway.socket.TestGateway;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;

final class RequestHandlerTest {
    @Test
    void a_passed_through_request_keeps_its_encodings_and_its_body() throws Exception {
        BlockingQueue<RawSocket.Message> received = new LinkedBlockingQueue<>();
        try (ScriptedUpstream upstream = ScriptedUpstream.running(wire -> {
                    received.add(wire.read());
                    wire.send("HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: 3\r\n\r\nabc")
                            .readByte();
                });
                TestGateway gateway = TestGateway.before(upstream.url()).start();
                RawSocket client = gateway.client()) {
            client.send(String.join(
                    "\r\n",
                    "PUT /v1/files/1 HTTP/1.1",
                    "Host: localhost",
                    "Accept-Encoding: gzip",
                    "content-encoding: zstd",
                    ""));
            client.send("content-length: 2\r\n\r\nzz");
            RawSocket.Message reply = client.read();
            assertEquals("abc", reply.text());
            assertEquals(Optional.of("gzip"), reply.header("content-encoding"));
            RawSocket.Message request = received.take();
            assertEquals("PUT /v1/files/1 HTTP/1.1", request.firstLine());
            assertEquals(Optional.of("gzip"), request.header("accept-encoding"));
            assertEquals(Optional.of("zstd"), request.header("content-encoding"));
            assertEquals("zz", request.text());
        }
    }
}
