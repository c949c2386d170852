package dev.throughline.app.config;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class ListenTest {
    @Test
    void loopback_is_what_is_this_machine_by_definition() {
        for (String host : List.of("127.0.0.1", "127.8.9.1", "localhost", "LOCALHOST", "a.localhost", "::1", "[::1]")) {
            assertEquals(true, Listen.isLoopback(host), host);
        }
        for (String host : List.of("0.0.0.0", "::", "evil.example", "127.0.0.1.evil.example", "10.0.0.1", "")) {
            assertEquals(false, Listen.isLoopback(host), host);
        }
    }
}
