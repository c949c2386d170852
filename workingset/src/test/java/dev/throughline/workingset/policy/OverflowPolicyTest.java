package dev.throughline.workingset.policy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.workingset.edit.DecisionReason;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

final class OverflowPolicyTest {
    @Test
    void what_was_refused_gets_below_what_the_provider_takes() {
        PolicyScenario scenario = PolicyScenario.of(SampleConversations.commands(10, 100));
        long ceiling = scenario.workingSet().total() * 85 / 100;
        Policy below = input -> new OverflowPolicy()
                .decide(new PolicyInput(
                        input.chain(), input.workingSet(), input.state().withPromptLimit(OptionalLong.of(ceiling))));
        assertEquals(
                DecisionReason.Trigger.OVERFLOW,
                scenario.decide(below).getFirst().reason().trigger());
        assertTrue(scenario.workingSet().total() <= ceiling, scenario.picture());
    }

    @Test
    void what_fits_is_left_alone() {
        assertEquals(
                List.of(),
                PolicyScenario.of(SampleConversations.commands(2, 10)).decide(new OverflowPolicy()));
    }
}
