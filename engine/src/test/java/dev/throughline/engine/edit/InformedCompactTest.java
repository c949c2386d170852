package dev.throughline.engine.edit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.model.Hash;
import dev.throughline.workingset.policy.Compact;
import dev.throughline.workingset.policy.CompactSettings;
import dev.throughline.workingset.policy.PolicyInput;
import dev.throughline.workingset.policy.Retention;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class InformedCompactTest {
    private static final Compact COMPACT = new Compact(CompactSettings.DEFAULT, Retention.DEFAULT);

    /** The input of a policy for a prompt of so many commands in a window of 20,000 tokens. */
    private static PolicyInput input(int commands) {
        List<PolicyInput> inputs = new ArrayList<>();
        EditFixture fixture = new EditFixture(
                        input -> {
                            inputs.add(input);
                            return List.of();
                        },
                        20_000)
                .user("Build it.");
        for (int i = 0; i < commands; i++) {
            fixture.command(i, 80);
        }
        fixture.ask();
        return inputs.getLast();
    }

    private static InformedCompact policy(Optional<Hash> stoppedAt, boolean mayAsk) {
        return new InformedCompact(COMPACT, Optional.empty(), stoppedAt, mayAsk);
    }

    @Test
    void a_summary_is_wanted_when_one_is_due_and_may_be_requested() {
        PolicyInput full = input(28);
        assertTrue(policy(Optional.empty(), true).wantsSummary(full));
        assertFalse(policy(Optional.empty(), false).wantsSummary(full));
        assertFalse(policy(Optional.empty(), true).wantsSummary(input(5)));
    }

    @Test
    void while_compactions_are_stopped_a_prompt_is_only_made_to_fit() {
        PolicyInput full = input(28);
        Hash newest = InformedCompact.newestUserText(full.chain());
        assertEquals(full.chain().piece(0).node(), newest);
        InformedCompact stopped = policy(Optional.of(newest), true);
        assertTrue(stopped.isStopped(full) && !stopped.wantsSummary(full));
        assertEquals(COMPACT.fit(full), stopped.decide(full));
        InformedCompact other = policy(Optional.of(Hash.of("an older message")), true);
        assertFalse(other.isStopped(full));
        assertEquals(COMPACT.decide(full, Optional.empty()), other.decide(full));
    }

    @Test
    void it_decides_as_compact_does_and_the_same_each_time() {
        PolicyInput full = input(28);
        Compact.Summary summary = new Compact.Summary(
                full.chain().piece(1).node(), full.chain().piece(40).node(), "Parts were built.");
        InformedCompact policy = new InformedCompact(COMPACT, Optional.of(summary), Optional.empty(), false);
        assertEquals(COMPACT.decide(full, Optional.of(summary)), policy.decide(full));
        assertEquals(policy.decide(full), policy.decide(full));
        assertEquals(COMPACT.mayReplace(full), policy.mayReplace(full));
    }
}
