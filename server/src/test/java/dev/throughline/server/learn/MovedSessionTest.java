package dev.throughline.server.learn;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.server.wiring.GatewayServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A session that continues in another project: each project learns what was said in it, also after a restart. */
final class MovedSessionTest extends MemoryFixture {
    private static final String ZEBRA = "Please remember that the zebra crossing is painted on Mondays.";
    private static final String GIRAFFE = "Please remember that the giraffe bridge is closed on Fridays.";

    @BeforeEach
    void session() {
        Agent agent;
        try (GatewayServer gateway = open()) {
            agent = agent(gateway, "one", "parser");
            agent.ask(ZEBRA);
        }
        try (GatewayServer gateway = open()) {
            agent = agent.movedTo(gateway.address(), folder("other"));
            agent.ask(GIRAFFE);
        }
        assertTrue(sent().contains("zebra"), "it is one session: " + sent());
    }

    private String folder(String project) {
        return user.resolve(project).toString();
    }

    @Test
    void each_project_learns_what_was_said_in_it() throws IOException {
        assertKnown();
    }

    @Test
    void one_key_with_two_histories_in_two_folders_has_two_branches_with_the_memory_of_the_right_folder() {
        try (GatewayServer gateway = open()) {
            agent(gateway, "one", "parser").ask("What is painted, and which bridge is closed?");
            assertTrue(sent().contains("painted on Mondays"), sent());
            assertFalse(sent().contains("closed on Fridays"), sent());
            agent(gateway, "one", "other").ask("Tell me: what is painted, and which bridge is closed?");
            assertTrue(sent().contains("closed on Fridays"), sent());
            assertFalse(sent().contains("painted on Mondays"), sent());
            assertEquals(1, gateway.sessions().listed(10).size(), "both are branches of one session");
        }
    }

    @Test
    void each_project_finds_what_was_said_in_it() throws Exception {
        try (GatewayServer gateway = open()) {
            assertFound(gateway);
        }
    }

    @Test
    void results_are_the_same_after_all_indexes_are_rebuilt() throws Exception {
        for (Path file : files(user.resolve(".local/share/throughline/projects"))) {
            if (!file.toString().endsWith(".md")) {
                Files.delete(file);
            }
        }
        Files.deleteIfExists(user.resolve(".local/share/throughline/index/sessions.until"));
        try (GatewayServer gateway = open()) {
            for (int i = 0; i < 500 && !found(gateway, "giraffe", "other").contains("closed"); i++) {
                Thread.onSpinWait();
            }
            assertFound(gateway);
        }
    }

    @Test
    void each_project_consolidates_what_was_said_in_it() throws Exception {
        Clock later = Clock.offset(Clock.systemUTC(), Duration.ofHours(7));
        for (String project : List.of("parser", "other")) {
            // One gateway each: the gateway that consolidates has usually not served the session.
            try (GatewayServer gateway = GatewayServer.open(config(flags()), later)) {
                String done = post(gateway, "/api/v1/memory/consolidate?project=" + folder(project));
                assertTrue(done.contains("1 session was read"), done);
            }
        }
        assertKnown();
    }

    @Test
    void each_project_is_shown_what_was_said_in_it() throws Exception {
        try (GatewayServer gateway = open()) {
            String id = get(gateway, "/api/v1/sessions").replaceFirst("(?s).*?\"id\":\"([^\"]*)\".*", "$1");
            String call = call("recall", "\"session\":\"" + id + "\",\"offset\":0,\"limit\":9");
            String parser = post(gateway, "/mcp?project=" + folder("parser"), call);
            assertTrue(parser.contains("zebra") && !parser.contains("giraffe"), parser);
            String other = post(gateway, "/mcp?project=" + folder("other"), call);
            assertTrue(other.contains("giraffe") && !other.contains("zebra"), other);
        }
    }

    private void assertKnown() throws IOException {
        assertTrue(memory("parser").contains("zebra"), memory("parser"));
        assertFalse(memory("parser").contains("giraffe"), memory("parser"));
        assertTrue(memory("other").contains("giraffe"), memory("other"));
        assertFalse(memory("other").contains("zebra"), memory("other"));
    }

    private static void assertNothing(String found) {
        assertFalse(found.contains("painted") || found.contains("closed"), found);
    }

    private void assertFound(GatewayServer gateway) throws Exception {
        assertTrue(found(gateway, "zebra", "parser").contains("painted"), found(gateway, "zebra", "parser"));
        assertTrue(found(gateway, "giraffe", "other").contains("closed"), found(gateway, "giraffe", "other"));
        assertNothing(found(gateway, "giraffe", "parser"));
        assertNothing(found(gateway, "zebra", "other"));
    }

    private String found(GatewayServer gateway, String word, String project) throws Exception {
        return get(gateway, "/api/v1/search?q=" + word + "&scope=sessions&project=" + folder(project));
    }

    /** All pages of one project. */
    private String memory(String project) throws IOException {
        StringBuilder all = new StringBuilder();
        for (Path page : pages()) {
            if (page.toString().contains("/projects/" + project + "-")) {
                all.append(Files.readString(page));
            }
        }
        return all.toString();
    }
}
