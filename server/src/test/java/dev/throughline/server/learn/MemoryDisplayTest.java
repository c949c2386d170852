package dev.throughline.server.learn;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.server.wiring.GatewayServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;

/** How much memory is shown to a session, and when it is shown again. */
final class MemoryDisplayTest extends MemoryFixture {
    @Test
    void memory_uses_only_a_part_of_a_small_window() throws IOException {
        try (GatewayServer gateway = open()) {
            agent(gateway, "one", "parser").ask("Please remember that releases are cut on Thursdays.");
        }
        Files.writeString(
                index(), "- First of all, be kind.\n" + "- A fact that fills the page, and another one.\n".repeat(190));
        try (GatewayServer gateway = open("--windows", "claude-sonnet-4-5=12000")) {
            agent(gateway, "two", "parser").ask("Go.");
            assertTrue(sent().contains("First of all, be kind."), sent());
            assertTrue(sent().length() < 8_000, "sent " + sent().length() + " characters");
        }
        try (GatewayServer gateway = open()) {
            agent(gateway, "three", "parser").ask("Go.");
            assertTrue(sent().length() > 9_000, "there is space in a large window: " + sent().length());
        }
    }

    /** The page of curated facts of the only project that has one. */
    private Path index() throws IOException {
        return pages().stream()
                .filter(page -> page.endsWith("MEMORY.md"))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void the_work_of_other_sessions_is_shown_only_in_a_large_prompt() throws IOException {
        try (GatewayServer gateway = open()) {
            agent(gateway, "one", "parser").ask("Please remember that releases are cut on Thursdays.");
        }
        LocalDate today = LocalDate.now(ZoneOffset.UTC);
        Path log = index().resolveSibling("memory").resolve(today + ".md");
        Files.createDirectories(log.resolveSibling(""));
        Files.writeString(log, """
            - User: Reviews need two people. (%1$s, 00000001/ab12cd31)
            - Worked on: the lexer of the parser. (%1$s, 00000002/ab12cd32)
            """.formatted(today));
        try (GatewayServer gateway = open()) {
            agent(gateway, "small", "parser").ask("Go.");
            assertTrue(sent().contains("Reviews need two people."), sent());
            assertFalse(sent().contains("Worked on:"), sent());
            new Agent(gateway.address(), "large", user.resolve("parser").toString(), /* systemLines= */ 2_000)
                    .ask("Go.");
            assertTrue(sent().contains("Worked on: the lexer of the parser."), sent());
        }
    }

    @Test
    void memory_is_shown_again_after_a_compaction() {
        try (GatewayServer gateway = open()) {
            agent(gateway, "one", "parser").ask("Please remember that releases are cut on Thursdays.");
        }
        try (GatewayServer gateway = open("--windows", "claude-sonnet-4-5=20000")) {
            Agent talker = agent(gateway, "two", "parser");
            for (int i = 0; i < 25; i++) {
                talker.ask("Read this, number " + i + ": " + ("word" + i + " ").repeat(700));
                assertTrue(sent().contains("MEMORY.md"), "turn " + i + " has " + sent().length() + " characters");
                assertEquals(1, count(sent(), "path=\\\"MEMORY.md"), "shown once, in turn " + i);
            }
        }
    }
}
