package dev.throughline.workingset.policy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.workingset.TestConversation;
import dev.throughline.workingset.edit.Edit;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Properties of all policies. */
final class PolicyTest {
    private static final List<Policy> POLICIES = List.of(
            new Auto(AutoSettings.DEFAULT),
            new Trim(8),
            new Compact(CompactSettings.DEFAULT, Retention.DEFAULT),
            Trim.afterRefusal(Retention.DEFAULT),
            Trim.inPlace(Retention.DEFAULT));

    @Test
    void no_change_decides_nothing_even_if_the_prompt_does_not_fit() {
        PolicyScenario scenario =
                PolicyScenario.of(SampleConversations.commands(9, 90)).hard(100);
        assertEquals(List.of(), scenario.decide(Policy.NO_CHANGE));
    }

    @Test
    void a_policy_may_replace_messages_only_if_the_prompt_is_too_long() {
        PolicyScenario scenario = PolicyScenario.of(SampleConversations.commands(9, 90));
        for (Policy policy : POLICIES) {
            assertFalse(policy.mayReplace(scenario.hard(1_000_000).input()), policy.toString());
            assertTrue(policy.mayReplace(scenario.hard(100).input()), policy.toString());
        }
    }

    @Test
    void a_policy_that_replaced_messages_to_make_a_prompt_fit_said_before_that_it_may() {
        for (long hard : new long[] {2_000, 6_000, 12_000, 40_000}) {
            for (Policy policy : POLICIES) {
                PolicyScenario scenario = PolicyScenario.of(SampleConversations.commands(60, 20))
                        .hard(hard)
                        .idle(Duration.ofHours(2));
                boolean mayReplace = policy.mayReplace(scenario.input());
                boolean isForced = scenario.decide(policy).stream()
                        .flatMap(decision -> decision.edits().stream())
                        .anyMatch(edit -> edit instanceof Edit.Replace replace && !replace.isDrop());
                assertTrue(mayReplace || !isForced, policy + " at " + hard);
            }
        }
    }

    @Test
    void an_empty_history_is_never_changed() {
        for (Policy policy : POLICIES) {
            PolicyScenario scenario =
                    PolicyScenario.of(new TestConversation()).hard(0).cold();
            assertEquals(List.of(), scenario.decide(policy), policy.toString());
        }
    }
}
