package dev.throughline.gateway.upstream;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import org.junit.jupiter.api.Test;

final class KeepAliveTest {
    private static final Duration OWN = Duration.ofSeconds(30);

    @Test
    void the_shorter_time_counts_less_a_margin() {
        assertEquals(Duration.ofSeconds(4), KeepAlive.idleTime("timeout=5, max=100", OWN));
        assertEquals(Duration.ofSeconds(4), KeepAlive.idleTime("max=100,Timeout=5", OWN));
        assertEquals(OWN, KeepAlive.idleTime("timeout=600", OWN));
    }

    @Test
    void a_server_that_says_nothing_usable_leaves_our_own_time() {
        assertEquals(OWN, KeepAlive.idleTime(null, OWN));
        assertEquals(OWN, KeepAlive.idleTime("timeout=soon", OWN));
    }
}
