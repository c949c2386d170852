package dev.throughline.server.learn;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.engine.recall.Bill;
import dev.throughline.server.sessions.SessionCatalog;
import dev.throughline.server.wiring.GatewayServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** With default settings, the savings of a session pay for questions to the helper model, and nothing else does. */
final class HelperSavingsTest extends MemoryFixture {
    private static final String MUCH = "saved 10000000.0\nhelped 0.0\n";

    /** The helper questions that the simulated model received. */
    private long asked() {
        return model.received().stream()
                .filter(one -> one.headers().has("x-throughline-helper"))
                .count();
    }

    private Path file() {
        return user.resolve(".local/share/throughline/savings");
    }

    private void save(String text) throws IOException {
        Files.createDirectories(file().getParent());
        Files.writeString(file(), text);
    }

    private double written(String word) throws IOException {
        return Files.readAllLines(file()).stream()
                .filter(line -> line.startsWith(word + " "))
                .mapToDouble(line -> Double.parseDouble(line.substring(word.length() + 1)))
                .sum();
    }

    private static void remember(Agent agent) {
        agent.ask("Please remember that releases are cut on Thursdays.");
    }

    /** A gateway that trims long histories, which saves tokens. */
    private GatewayServer editing(String... flags) {
        List<String> all = new ArrayList<>(List.of("--windows", "claude-sonnet-4-5=16000", "--policy", "trim"));
        all.addAll(List.of(flags));
        return open(all.toArray(String[]::new));
    }

    /** An agent in whose session editing has saved something. */
    private static Agent saved(Agent agent) {
        for (int i = 0; i < 10; i++) {
            agent.ask("Look at this." + " It is long.".repeat(1_000));
        }
        return agent;
    }

    @Test
    void no_question_is_asked_if_nothing_was_saved() throws IOException {
        try (GatewayServer gateway = open()) {
            remember(agent(gateway, "one", "parser"));
        }
        assertEquals(0, asked());
        assertTrue(memory().contains("Thursdays"), "it was learned by rules instead");
    }

    @Test
    void a_session_cannot_spend_the_savings_of_other_sessions() throws IOException {
        save(MUCH);
        try (GatewayServer gateway = editing()) {
            remember(agent(gateway, "one", "parser"));
        }
        assertEquals(0, asked());
        try (GatewayServer gateway = editing()) {
            remember(saved(agent(gateway, "two", "parser")));
        }
        assertNotEquals(0, asked(), "it has saved something itself");
        assertTrue(bill().change() < 0, bill().toString());
    }

    @Test
    void mode_off_asks_no_questions() throws IOException {
        save(MUCH);
        try (GatewayServer gateway = editing("--helper-mode", "off")) {
            remember(saved(agent(gateway, "one", "parser")));
        }
        assertEquals(0, asked());
    }

    @Test
    void a_subscription_is_not_asked_unless_the_mode_says_so() throws IOException {
        save(MUCH);
        try (GatewayServer gateway = editing()) {
            remember(saved(agent(gateway, "one", "parser").loggedIn()));
        }
        assertEquals(0, asked());
        assertTrue(memory().contains("Thursdays"), "it was learned by rules instead");
        try (GatewayServer gateway = open("--helper-mode", "session")) {
            agent(gateway, "two", "parser").loggedIn().ask("Please remember that reviews are on Fridays.");
        }
        assertNotEquals(0, asked());
    }

    @Test
    void the_share_is_the_limit_also_after_a_restart() throws IOException {
        save("saved 0.0\nhelped 20000.0\n");
        for (int session = 0; session < 3; session++) {
            try (GatewayServer gateway = editing("--helper-share-percent", "5")) {
                remember(saved(agent(gateway, "s" + session, "parser")));
            }
            assertEquals(0, asked(), Files.readString(file()));
        }
        try (GatewayServer gateway = editing("--helper-share-percent", "100")) {
            remember(saved(agent(gateway, "with a larger share", "parser")));
        }
        assertNotEquals(0, asked());
        assertTrue(written("helped") <= written("saved"), Files.readString(file()));
    }

    @Test
    void savings_pay_for_questions_and_the_bill_shows_both() throws IOException {
        try (GatewayServer gateway = editing("--helper-share-percent", "90")) {
            Agent agent = agent(gateway, "one", "parser");
            for (int i = 0; i < 8; i++) {
                agent.ask("Please remember that rule " + i + " holds." + " Look at this.".repeat(1_000));
            }
        }
        assertNotEquals(0, asked(), Files.readString(file()));
        Bill bill = bill();
        assertTrue(bill.edited() > 0, bill.toString());
        assertEquals(bill.untouchedUnits() - bill.units(), written("saved"), 0.5);
        assertEquals(bill.helpedUnits(), written("helped"), 0.5);
        assertTrue(bill.helpedUnits() > 0 && bill.helpedUnits() <= 0.9 * written("saved"), bill.toString());
    }

    private Bill bill() {
        try (GatewayServer gateway = open("--helper-mode", "off")) {
            SessionCatalog sessions = gateway.sessions();
            return sessions.sessions(Optional.empty(), 9).items().stream()
                    .map(card -> sessions.decisions(card.ref().id()).bill())
                    .reduce(Bill.NONE, Bill::plus);
        }
    }
}
