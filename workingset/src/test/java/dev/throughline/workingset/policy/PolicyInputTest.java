package dev.throughline.workingset.policy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.workingset.TestConversation;
import dev.throughline.workingset.budget.Budget;
import dev.throughline.workingset.edit.Decision;
import dev.throughline.workingset.edit.DecisionReason;
import dev.throughline.workingset.edit.Edit;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

final class PolicyInputTest {
    private static final DecisionReason WHY =
            new DecisionReason(DecisionReason.Trigger.HARD, 0, 0, 0, 0, 0, "It had to fit.");

    private final TestConversation conversation = SampleConversations.commands(3, 30);

    private PolicyInput input(long window, long head) {
        PolicyInput input = PolicyScenario.of(conversation).input();
        RequestState state = new RequestState(
                new Budget(window, 0, OptionalLong.empty()),
                PolicyScenario.PRICES,
                TestConversation.COUNT,
                head,
                0,
                false,
                Duration.ZERO,
                false,
                1,
                1,
                0,
                0,
                1);
        return new PolicyInput(input.chain(), input.workingSet(), state);
    }

    private Decision clearing(int index) {
        Decision.Draft draft = new Decision.Draft();
        draft.add(new Edit.Reword(
                conversation.chain().piece(index).node(), Edit.RewordKind.CLEAR, draft.text("stub " + index), 7));
        return draft.because(WHY);
    }

    @Test
    void a_prompt_is_what_precedes_the_history_and_the_history() {
        PolicyInput input = input(1_000_000, 500);
        assertEquals(500 + input.workingSet().total(), input.total());
    }

    @Test
    void a_prompt_is_too_long_above_the_limit_and_not_at_it() {
        PolicyInput input = input(1_000_000, 0);
        long total = input.total();
        long limit = input.state().budget().promptLimit();
        assertFalse(input(1_000_000, limit - total).isTooLong());
        assertTrue(input(1_000_000, limit - total + 1).isTooLong());
    }

    @Test
    void decisions_apply_in_order_and_leave_the_input_as_it_was() {
        PolicyInput input = input(1_000_000, 0);
        PolicyInput after = input.with(List.of(clearing(2), clearing(4)));
        long freed = input.workingSet().tokens(2) + input.workingSet().tokens(4) - 14;
        assertEquals(input.total() - freed, after.total());
        assertEquals(
                after.total(),
                input.with(List.of(clearing(2))).with(List.of(clearing(4))).total());
        assertTrue(input.workingSet().isWhole(2));
        assertFalse(after.workingSet().isReadable(2));
        assertSame(input.chain(), after.chain());
        assertSame(input.state(), after.state());
    }

    @Test
    void without_decisions_the_working_set_is_the_same() {
        PolicyInput input = input(1_000_000, 0);
        assertSame(input.workingSet(), input.with(List.of()).workingSet());
    }

    @Test
    void a_text_is_counted_as_a_message_of_its_own() {
        assertEquals(
                TestConversation.COUNT.ofItem("hello there", 0, 0), input(9, 0).tokens("hello there"));
    }
}
