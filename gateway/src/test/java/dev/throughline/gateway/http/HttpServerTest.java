package dev.throughline.gateway.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.model.Bytes;
import dev.throughline.model.Headers;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class HttpServerTest {
    /** Answers with the method and the target of the request. */
    private static final RequestReceiver ECHO = new RequestReceiver() {
        @Override
        public void received(ReceivedRequest request, ClientReply reply) {
            reply.answer(200, Headers.NONE, Bytes.of(request.method() + " " + request.target()));
        }

        @Override
        public Bytes errorBody(ReceivedRequest request, RequestRefusal refusal) {
            return Bytes.of(refusal.code());
        }

        @Override
        public void replyEnded(ReceivedRequest request, FinishedReply reply) {
            assertTrue(reply.status() == 200, "every request here is answered");
        }

        @Override
        public boolean isClosing() {
            return false;
        }
    };

    @Test
    void a_server_opens_on_a_free_port_and_closes_in_steps() throws Exception {
        var loops = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
        HttpServer server = HttpServer.open(
                loops, new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), HttpLimits.DEFAULT, ECHO);
        try (var client = new dev.throughline.gateway.socket.RawSocket(
                new Socket(server.address().getAddress(), server.address().getPort()))) {
            assertEquals(
                    "GET /a",
                    client.send("GET /a HTTP/1.1\r\nHost: localhost\r\n\r\n")
                            .read()
                            .text());
            server.stopAccepting();
            assertEquals(-1, client.readByte());
            assertTrue(server.awaitEmpty(Duration.ofSeconds(30)));
            server.closeAll();
        } finally {
            assertTrue(loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).await(30, TimeUnit.SECONDS));
        }
    }
}
