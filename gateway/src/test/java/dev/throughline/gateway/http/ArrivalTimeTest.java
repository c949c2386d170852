package dev.throughline.gateway.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.gateway.socket.RawSocket;
import dev.throughline.gateway.socket.TestGateway;
import dev.throughline.gateway.socket.TestLimits;
import dev.throughline.model.Bytes;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.HttpServerCodec;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** How long a request may take to arrive. */
final class ArrivalTimeTest {
    private static final String UNUSED_URL = "http://127.0.0.1:1";

    @Test
    void a_client_that_sends_its_body_too_slowly_is_answered_with_408() throws Exception {
        HttpLimits limits = TestLimits.times(Duration.ofMinutes(5), Duration.ofMillis(300));
        try (TestGateway gateway = TestGateway.before(UNUSED_URL)
                        .options(TestLimits.http(limits))
                        .start();
                RawSocket client = gateway.client()) {
            client.send("POST /v1/responses HTTP/1.1\r\nHost: localhost\r\nContent-Length: 60000000\r\n\r\n");
            RawSocket.Message reply = readWhileSendingSlowly(client);
            assertEquals(408, reply.status());
            assertTrue(reply.text().contains("limits.body_seconds"), reply.text());
        }
    }

    @Test
    void a_client_that_sends_its_head_too_slowly_is_answered_with_408() throws Exception {
        HttpLimits limits = TestLimits.times(Duration.ofMillis(300), Duration.ofMinutes(5));
        try (TestGateway gateway = TestGateway.before(UNUSED_URL)
                        .options(TestLimits.http(limits))
                        .start();
                RawSocket client = gateway.client()) {
            client.send("POST /v1/responses HTTP/1.1\r\nX-Long: ");
            client.send("and").send(" on");
            RawSocket.Message reply = client.read();
            assertEquals(408, reply.status());
            assertTrue(reply.text().contains("limits.head_seconds"), reply.text());
        }
    }

    /** Reads the answer while another thread sends byte by byte. */
    private static RawSocket.Message readWhileSendingSlowly(RawSocket client) throws Exception {
        CompletableFuture<RawSocket.Message> answer = new CompletableFuture<>();
        Thread sending = Thread.ofVirtual().start(() -> {
            while (!answer.isDone()) {
                client.send("a");
            }
        });
        answer.complete(client.read());
        sending.join();
        return answer.get();
    }

    @Test
    void the_time_limits_end_when_the_request_is_complete() {
        List<ClientReply> waiting = new ArrayList<>();
        EmbeddedChannel channel = new EmbeddedChannel(
                new HttpServerCodec(),
                new ClientConnection(new WaitingReplies(waiting), HttpLimits.DEFAULT, new LargeBodyQuota(1)));
        channel.freezeTime();
        String request = TestGateway.post("/v1/responses", "{}");
        for (String part : List.of(request.substring(0, 9), request.substring(9, 40), request.substring(40))) {
            channel.writeInbound(Unpooled.copiedBuffer(part, StandardCharsets.UTF_8));
            channel.advanceTimeBy(10, TimeUnit.SECONDS);
            channel.runScheduledPendingTasks();
        }
        channel.advanceTimeBy(1, TimeUnit.HOURS);
        channel.runScheduledPendingTasks();
        assertEquals(1, waiting.size());
        assertFalse(waiting.getFirst().isGone());
        assertTrue(channel.isOpen());
        channel.close().syncUninterruptibly();
    }

    /** Collects replies and never answers. */
    private record WaitingReplies(List<ClientReply> waiting) implements RequestReceiver {
        @Override
        public void received(ReceivedRequest request, ClientReply reply) {
            waiting.add(reply);
        }

        @Override
        public Bytes errorBody(ReceivedRequest request, RequestRefusal refusal) {
            return Bytes.of(refusal.message());
        }

        @Override
        public void replyEnded(ReceivedRequest request, FinishedReply reply) {}

        @Override
        public boolean isClosing() {
            return false;
        }
    }
}
