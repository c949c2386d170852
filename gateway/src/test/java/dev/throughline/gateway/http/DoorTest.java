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

final class DoorTest {
    /** A house that answers with what was asked for. */
    private static final House ECHO = new House() {
        @Override
        public void arrived(ReceivedRequest request, ClientReply reply) {
            reply.answer(200, Headers.NONE, Bytes.of(request.method() + " " + request.target()));
        }

        @Override
        public Bytes words(ReceivedRequest request, Refusal refusal) {
            return Bytes.of(refusal.code());
        }

        @Override
        public void ended(ClientReply reply) {
            assertTrue(reply.status() == 200, "every request here is answered");
        }

        @Override
        public boolean isClosing() {
            return false;
        }
    };

    @Test
    void a_door_opens_on_a_free_port_and_closes_in_steps() throws Exception {
        var loops = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
        Door door =
                Door.open(loops, new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), DoorLimits.DEFAULT, ECHO);
        try (var client = new dev.throughline.gateway.socket.Wire(
                new Socket(door.address().getAddress(), door.address().getPort()))) {
            assertEquals(
                    "GET /a",
                    client.send("GET /a HTTP/1.1\r\nHost: localhost\r\n\r\n")
                            .read()
                            .text());
            door.stopAccepting();
            assertEquals(-1, client.readByte());
            assertTrue(door.awaitEmpty(Duration.ofSeconds(30)));
            door.closeAll();
        } finally {
            assertTrue(loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).await(30, TimeUnit.SECONDS));
        }
    }
}
