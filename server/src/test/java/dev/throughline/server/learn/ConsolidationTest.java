package dev.throughline.server.learn;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.server.wiring.GatewayServer;
import java.time.Clock;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What is learned from finished sessions. */
final class ConsolidationTest extends MemoryFixture {
    @Test
    void a_session_that_is_finished_becomes_memory() throws Exception {
        try (GatewayServer gateway = open()) {
            Agent agent = agent(gateway, "one", "parser");
            agent.ask("Move the parser to the new lexer. We decided to keep the old grammar.");
            agent.ask("No, keep the old tests as well.");
        }
        Clock later = Clock.offset(Clock.systemUTC(), Duration.ofHours(7));
        String path = "/api/v1/memory/consolidate?project=" + user.resolve("parser");
        try (GatewayServer gateway = GatewayServer.open(config(flags()), later)) {
            assertTrue(post(gateway, path).contains("1 session was read; memory was brought up to date"));
            assertTrue(post(gateway, path).contains("0 sessions were read; nothing is new"));
        }
        assertTrue(pages().stream().anyMatch(page -> page.endsWith("memory_summary.md")), pages().toString());
    }
}
