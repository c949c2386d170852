package dev.throughline.gateway.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.gateway.socket.RawSocket;
import dev.throughline.gateway.socket.TestGateway;
import dev.throughline.gateway.socket.TestLimits;
import dev.throughline.model.Bytes;
import dev.throughline.model.Headers;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class LargeBodyQuotaTest {
    private static final int MIB = 1 << 20;

    @Test
    void large_bodies_share_one_limit_and_return_their_bytes() {
        LargeBodyQuota bodies = new LargeBodyQuota(5L * MIB);
        LargeBodyQuota.Share first = bodies.share();
        LargeBodyQuota.Share second = bodies.share();
        assertTrue(first.grow(2 * MIB));
        assertTrue(first.grow(3 * MIB));
        assertFalse(second.grow(3 * MIB));
        assertTrue(second.grow(MIB), "a small body is always accepted");
        assertEquals(3L * MIB, bodies.taken());
        first.giveBack();
        first.giveBack();
        assertTrue(second.grow(3 * MIB));
        assertEquals(3L * MIB, bodies.taken());
    }

    @Test
    void a_large_body_beyond_the_limit_is_rejected_and_accepted_later() throws Exception {
        CountDownLatch isUnderWay = new CountDownLatch(1);
        CountDownLatch mayAnswer = new CountDownLatch(1);
        String large = "x".repeat(3 * MIB);
        try (TestGateway gateway = TestGateway.before("http://127.0.0.1:1")
                        .options(TestLimits.http(TestLimits.bodiesBytes(5L * MIB)))
                        .turns(upstream -> (inbound, client) -> {
                            isUnderWay.countDown();
                            await(mayAnswer);
                            client.answer(200, Headers.NONE, Bytes.of("ok"));
                        })
                        .start();
                RawSocket first = gateway.client();
                RawSocket second = gateway.client();
                RawSocket third = gateway.client()) {
            first.send(TestGateway.post("/v1/responses", large));
            await(isUnderWay);
            RawSocket.Message refused =
                    second.send(TestGateway.post("/v1/responses", large)).read();
            assertEquals(503, refused.status());
            assertTrue(refused.text().contains("limits.bodies_bytes"), refused.text());
            mayAnswer.countDown();
            assertEquals(200, first.read().status());
            assertEquals(
                    200,
                    third.send(TestGateway.post("/v1/responses", large)).read().status());
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
