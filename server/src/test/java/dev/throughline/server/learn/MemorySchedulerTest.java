package dev.throughline.server.learn;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.engine.archive.Entry;
import dev.throughline.engine.archive.SessionCard;
import dev.throughline.memory.session.MemoryScheduler;
import dev.throughline.model.Usage;
import dev.throughline.server.sessions.SessionCatalog;
import dev.throughline.server.wiring.GatewayServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What is learned from the turns of a session. */
final class MemorySchedulerTest extends MemoryFixture {
    @Test
    void the_token_count_of_the_provider_is_used_if_there_is_one() {
        assertEquals(17, MemoryScheduler.tokens(Optional.of(new Usage(10, 5, 2, 99)), 240_000));
        assertEquals(240_000, MemoryScheduler.tokens(Optional.of(Usage.NONE), 240_000));
        assertEquals(240_000, MemoryScheduler.tokens(Optional.empty(), 240_000));
    }

    @Test
    void each_turn_is_learned_even_if_replies_are_equal() throws Exception {
        try (GatewayServer gateway = open()) {
            // A prompt that is long enough for session notes.
            Agent agent =
                    new Agent(gateway.address(), "one", user.resolve("parser").toString(), /* systemLines= */ 2_000);
            for (String fact : List.of("releases are cut on Thursdays", "the staging port is 6888", "Ana reviews")) {
                agent.ask("Please remember that " + fact + ".");
                String search = "/api/v1/search?q=" + fact.replaceAll(".* ", "") + "&scope=memory&project="
                        + user.resolve("parser");
                for (int i = 0; i < 5_000 && !get(gateway, search).contains(fact); i++) {
                    Thread.onSpinWait();
                }
                assertTrue(get(gateway, search).contains(fact), fact);
            }
        }
    }

    @Test
    void memory_is_flushed_near_the_end_of_the_window() throws IOException {
        try (GatewayServer gateway = open("--windows", "claude-sonnet-4-5=30000")) {
            Agent large =
                    new Agent(gateway.address(), "one", user.resolve("parser").toString(), /* systemLines= */ 1_000);
            large.ask("No, don't use Gradle here. We decided to build with Maven.");
        }
        String log = "";
        for (Path page : pages()) {
            log += page.toString().contains("/memory/") ? Files.readString(page) : "";
        }
        assertTrue(log.contains("Maven"), log);
    }

    @Test
    void the_bill_of_a_session_contains_its_helper_questions() {
        try (GatewayServer gateway = open(
                "--helper-mode", "provider",
                "--helper-url", model.url(),
                "--helper-dialect", "messages",
                "--helper-model", "claude-haiku-4-5")) {
            agent(gateway, "one", "parser").ask("Please remember that releases are cut on Thursdays.");
        }
        try (GatewayServer gateway = open()) {
            SessionCatalog sessions = gateway.sessions();
            SessionCard card = sessions.sessions(Optional.empty(), 9).items().getFirst();
            List<Entry.HelperCall> helped = sessions.transcript(card.ref().id()).helperCalls();
            assertEquals("extract", helped.getFirst().question());
            assertTrue(helped.getFirst().usage().prompt() > 0, helped.toString());
            assertTrue(sessions.decisions(card.ref().id()).bill().helpedUnits() > 0);
        }
    }

    @Test
    void a_secret_that_was_said_reaches_neither_memory_nor_index() throws IOException {
        String key = "ghp_" + "aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY3z5A".substring(0, 36);
        try (GatewayServer gateway = open()) {
            agent(gateway, "one", "parser").ask("Please remember that the deploy token is " + key + ".");
        }
        for (Path file : files(user.resolve(".local/share/throughline/projects"))) {
            assertFalse(
                    new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1).contains(key), file.toString());
        }
        assertTrue(memory().contains("the deploy token is [redacted:"), memory());
    }

    @Test
    void a_session_that_starts_at_once_knows_the_previous_one() throws Exception {
        try (GatewayServer gateway = open()) {
            agent(gateway, "earlier", "parser").ask("Remember: backups run on Mondays.");
            // Listeners are called after the client received the end of the turn; a real agent takes longer to start.
            while (gateway.sessions().sessions(Optional.empty(), 9).items().stream()
                    .noneMatch(card -> gateway.sessions().transcript(card.ref().id()).turns().stream()
                            .anyMatch(turn -> gateway.sessions()
                                    .transcript(card.ref().id())
                                    .reply(turn.id())
                                    .isPresent()))) {
                Thread.onSpinWait();
            }
            agent(gateway, "asks", "parser").ask("What do you know?");
            assertTrue(sent().contains("backups run on Mondays"), sent());
        }
    }
}
