package dev.throughline.gateway;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class OpenRequestsTest {
    @Test
    void await_none_waits_until_no_request_is_open() throws Exception {
        OpenRequests open = new OpenRequests();
        assertTrue(open.awaitNone(Duration.ZERO));
        assertEquals(1, open.begin());
        assertEquals(2, open.begin());
        assertFalse(open.awaitNone(Duration.ofMillis(10)));
        CompletableFuture<Boolean> waited = CompletableFuture.supplyAsync(() -> open.awaitNone(Duration.ofSeconds(30)));
        open.end();
        open.end();
        assertTrue(waited.get(30, TimeUnit.SECONDS));
        assertEquals(0, open.count());
    }
}
