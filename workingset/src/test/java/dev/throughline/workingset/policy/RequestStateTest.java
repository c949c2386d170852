package dev.throughline.workingset.policy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.throughline.workingset.TestConversation;
import dev.throughline.workingset.budget.Budget;
import java.time.Duration;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

final class RequestStateTest {
    private static RequestState state(Budget budget, double scale) {
        return new RequestState(
                budget,
                PolicyScenario.PRICES,
                TestConversation.COUNT,
                700,
                3,
                true,
                Duration.ofMinutes(9),
                true,
                11,
                4,
                5_000,
                600,
                scale);
    }

    private static final Budget BUDGET = new Budget(10_000, 1_000, OptionalLong.of(900_000));

    @Test
    void a_lower_limit_replaces_the_budget_and_nothing_else() {
        RequestState smaller = state(BUDGET, 1.5).withPromptLimit(OptionalLong.of(2_000));
        assertEquals(state(new Budget(2_000, 0, OptionalLong.of(900_000)), 1.5), smaller);
        assertEquals(1_940, smaller.budget().promptLimit());
    }

    @Test
    void no_limit_or_a_higher_one_changes_nothing() {
        RequestState state = state(BUDGET, 1);
        assertSame(state, state.withPromptLimit(OptionalLong.empty()));
        assertSame(state, state.withPromptLimit(OptionalLong.of(BUDGET.promptLimit())));
        assertSame(state, state.withPromptLimit(OptionalLong.of(1_000_000)));
    }

    @Test
    void the_providers_tokens_are_converted_by_the_scale() {
        assertEquals(8_000, state(BUDGET, 2).ours(16_000));
        assertEquals(16_000, state(BUDGET, 1).ours(16_000));
        assertEquals(32_000, state(BUDGET, 0.5).ours(16_000));
    }
}
