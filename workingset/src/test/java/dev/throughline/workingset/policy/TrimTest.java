package dev.throughline.workingset.policy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.workingset.edit.DecisionReason;
import java.util.List;
import java.util.OptionalLong;
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

    @Test
    void what_was_refused_gets_below_what_the_provider_takes() {
        PolicyScenario scenario = PolicyScenario.of(SampleConversations.commands(10, 100));
        long ceiling = scenario.workingSet().total() * 85 / 100;
        Policy below = input -> Trim.afterRefusal(Retention.DEFAULT)
                .decide(new PolicyInput(
                        input.chain(), input.workingSet(), input.state().withPromptLimit(OptionalLong.of(ceiling))));
        assertEquals(
                DecisionReason.Trigger.OVERFLOW,
                scenario.decide(below).getFirst().reason().trigger());
        assertTrue(scenario.workingSet().total() <= ceiling, scenario.picture());
    }

    @Test
    void what_fits_was_not_refused_for_its_length() {
        assertEquals(
                List.of(),
                PolicyScenario.of(SampleConversations.commands(2, 10)).decide(Trim.afterRefusal(Retention.DEFAULT)));
    }
}
