package dev.throughline.engine.edit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.workingset.policy.Policy;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class PolicyRulesTest {
    @Test
    void one_policy_may_apply_to_all_runs() {
        PolicyRules rules = PolicyRules.always("off", Policy.NO_CHANGE);
        Optional<PolicyRules.NamedPolicy> expected = Optional.of(new PolicyRules.NamedPolicy("off", Policy.NO_CHANGE));
        assertEquals(expected, rules.of(Optional.empty()));
        assertEquals(expected, rules.of(Optional.of("a run")));
    }
}
