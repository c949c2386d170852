package dev.throughline.workingset.policy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

final class TrimTest {
    @Test
    void what_fits_stays_as_it_came() {
        PolicyScenario scenario =
                PolicyScenario.of(SampleConversations.commands(20, 100)).cold().saved(1_000_000);
        assertEquals(List.of(), scenario.decide(new Trim(Retention.DEFAULT.newest())));
        assertEquals("u" + " c r".repeat(20), scenario.picture());
    }

    @Test
    void what_does_not_fit_loses_its_oldest_results() {
        PolicyScenario scenario =
                PolicyScenario.of(SampleConversations.commands(20, 100)).hard(16_000);
        scenario.decide(new Trim(Retention.DEFAULT.newest()));
        assertTrue(scenario.picture().matches("u( c ▪)+( c r){8,}"), scenario.picture());
    }

    @Test
    void and_then_its_oldest_exchanges() {
        PolicyScenario scenario =
                PolicyScenario.of(SampleConversations.prompts(20, 100)).hard(6_000);
        scenario.decide(new Trim(Retention.DEFAULT.newest()));
        assertTrue(scenario.picture().startsWith("u [ u [ u [ u "), scenario.picture());
        assertTrue(scenario.picture().endsWith("u c r a"), scenario.picture());
    }
}
