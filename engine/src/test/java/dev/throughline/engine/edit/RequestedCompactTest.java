package dev.throughline.engine.edit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.engine.archive.Entry;
import dev.throughline.engine.archive.Purpose;
import dev.throughline.workingset.edit.Decision;
import dev.throughline.workingset.edit.DecisionReason.Trigger;
import dev.throughline.workingset.policy.Compact;
import dev.throughline.workingset.policy.CompactSettings;
import dev.throughline.workingset.policy.Policy;
import dev.throughline.workingset.policy.PolicyInput;
import dev.throughline.workingset.policy.Retention;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class RequestedCompactTest {
    private static final Entry.CompactionRequested REQUEST =
            new Entry.CompactionRequested(EditFixture.NOON, "rest", "");

    private final EditFixture fixture = new EditFixture(Policy.NO_CHANGE, 200_000).user("Build it.");

    private PolicyInput input() {
        return fixture.editor()
                .underLease(
                        fixture.record(Purpose.CONVERSATION),
                        edit -> edit.input(OptionalLong.empty()).policyInput());
    }

    private static RequestedCompact policy(Optional<Compact.Summary> summary, Policy next, boolean mayAsk) {
        Compact compact = new Compact(CompactSettings.DEFAULT, Retention.DEFAULT);
        return new RequestedCompact(compact, REQUEST, summary, next, mayAsk);
    }

    @Test
    void the_policy_of_the_session_decides_on_the_compacted_prompt() {
        PolicyInput input = fixtureInput();
        AtomicLong seen = new AtomicLong();
        List<Decision> decisions = policy(
                        Optional.empty(),
                        compacted -> {
                            seen.set(compacted.total());
                            return List.of();
                        },
                        false)
                .decide(input);
        assertEquals(
                List.of(Trigger.MANUAL),
                decisions.stream().map(one -> one.reason().trigger()).toList());
        assertEquals(decisions.getFirst().reason().after(), seen.get());
    }

    private PolicyInput fixtureInput() {
        fixture.command(1, 80).command(2, 80).user("Go on.");
        return input();
    }

    @Test
    void a_summary_is_wanted_unless_there_is_a_usable_one() {
        PolicyInput input = fixtureInput();
        assertTrue(policy(Optional.empty(), Policy.NO_CHANGE, true).wantsSummary(input));
        assertFalse(policy(Optional.empty(), Policy.NO_CHANGE, false).wantsSummary(input));
        Compact.Summary summary = new Compact.Summary(
                input.chain().piece(0).node(), input.chain().piece(2).node(), "Built.");
        assertFalse(policy(Optional.of(summary), Policy.NO_CHANGE, true).wantsSummary(input));
    }

    @Test
    void messages_may_be_replaced_if_there_is_a_history() {
        assertFalse(policy(Optional.empty(), Policy.NO_CHANGE, true).mayReplace(input()));
        assertTrue(policy(Optional.empty(), Policy.NO_CHANGE, true).mayReplace(fixtureInput()));
    }
}
