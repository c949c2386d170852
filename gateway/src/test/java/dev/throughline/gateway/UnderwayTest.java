package dev.throughline.gateway;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class UnderwayTest {
    @Test
    void one_waits_until_none_is_left() throws Exception {
        Underway underway = new Underway();
        assertTrue(underway.awaitNone(Duration.ZERO));
        assertEquals(1, underway.begin());
        assertEquals(2, underway.begin());
        assertFalse(underway.awaitNone(Duration.ofMillis(10)));
        CompletableFuture<Boolean> waited =
                CompletableFuture.supplyAsync(() -> underway.awaitNone(Duration.ofSeconds(30)));
        underway.leave();
        underway.leave();
        assertTrue(waited.get(30, TimeUnit.SECONDS));
        assertEquals(0, underway.count());
    }
}
