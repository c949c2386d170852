package dev.throughline.engine.edit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.engine.archive.Purpose;
import dev.throughline.engine.archive.RecordedTurn;
import dev.throughline.workingset.edit.Decision;
import dev.throughline.workingset.edit.DecisionReason;
import dev.throughline.workingset.edit.Edit;
import dev.throughline.workingset.edit.EditLog;
import dev.throughline.workingset.policy.Compact;
import dev.throughline.workingset.policy.CompactSettings;
import dev.throughline.workingset.policy.Policy;
import dev.throughline.workingset.policy.PolicyInput;
import dev.throughline.workingset.policy.Retention;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

final class EditInputTest {
    private final EditFixture fixture = new EditFixture(Policy.NO_CHANGE, 20_000).user("Build it.");

    private EditInput input(int commands) {
        for (int i = fixture.messages.size() / 2; i < commands; i++) {
            fixture.command(i, 80);
        }
        RecordedTurn recorded = fixture.record(Purpose.CONVERSATION);
        return fixture.editor().underLease(recorded, edit -> edit.input(OptionalLong.empty()));
    }

    /** Clears the first result. */
    private static List<Decision> clearing(PolicyInput input) {
        Decision.Draft draft = new Decision.Draft();
        draft.add(new Edit.Reword(input.chain().piece(2).node(), Edit.RewordKind.CLEAR, draft.text("a stub"), 3));
        return List.of(draft.because(new DecisionReason(DecisionReason.Trigger.COLD, 2, 1, 0, 0, 0, "For a test.")));
    }

    private static Decision offer() {
        Decision.Draft draft = new Decision.Draft();
        draft.add(new Edit.AddTools(List.of("recall")));
        return draft.because(new DecisionReason(DecisionReason.Trigger.ASKED, 0, 0, 0, 0, 0, "For a test."));
    }

    @Test
    void a_policy_is_tried_on_a_prompt_that_is_half_full_or_may_be_replaced() {
        EditInput small = input(3);
        assertEquals(List.of(), small.expectedEdits(EditInputTest::clearing, /* mayReplace= */ false));
        assertEquals(
                EditInput.edits(clearing(small.policyInput())),
                small.expectedEdits(EditInputTest::clearing, /* mayReplace= */ true));
        EditInput half = input(14);
        assertEquals(
                EditInput.edits(clearing(half.policyInput())),
                half.expectedEdits(EditInputTest::clearing, /* mayReplace= */ false));
    }

    @Test
    void a_prompt_that_does_not_fit_is_rewritten_anyway() {
        assertFalse(input(5).isRewrittenAnyway(Optional.of(Policy.NO_CHANGE)));
        assertTrue(input(40).isRewrittenAnyway(Optional.empty()));
    }

    @Test
    void a_prompt_that_is_to_be_compacted_is_rewritten_anyway() {
        Policy compact = new Compact(CompactSettings.DEFAULT, Retention.DEFAULT);
        EditInput input = input(22);
        assertFalse(input.isRewrittenAnyway(Optional.of(Policy.NO_CHANGE)), "it fits");
        assertTrue(input.isRewrittenAnyway(Optional.of(compact)));
    }

    @Test
    void a_cold_prompt_is_rewritten_anyway_if_something_is_hidden() {
        Optional<Policy> clearing = Optional.of(EditInputTest::clearing);
        assertFalse(input(5).isRewrittenAnyway(clearing), "it is warm");
        fixture.now = fixture.now.plus(Duration.ofHours(2));
        EditInput cold = input(6);
        assertTrue(cold.isRewrittenAnyway(clearing));
        assertFalse(cold.isRewrittenAnyway(Optional.of(Policy.NO_CHANGE)), "nothing is hidden");
    }

    @Test
    void with_tools_placeholders_contain_handles_and_the_request_names_the_tools() {
        EditInput input = input(3);
        assertEquals("", input.policyInput().chain().handle(0));
        EditInput offered = input.withTools(offer());
        assertEquals(
                input.policyInput().chain().piece(0).handle(),
                offered.policyInput().chain().handle(0));
        assertEquals(List.of("recall"), offered.tools());
        assertEquals(List.of(), input.tools(), "the input itself does not change");
    }

    @Test
    void under_other_edits_the_prompt_has_another_size() {
        EditInput input = input(5);
        EditLog cleared = input.log().with(EditInput.edits(clearing(input.policyInput())));
        PolicyInput under = input.withEdits(cleared);
        assertTrue(under.total() < input.policyInput().total() - 500);
        assertEquals(input.policyInput().total(), input.withEdits(input.log()).total());
    }
}
