package dev.throughline.engine.edit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.engine.archive.Purpose;
import dev.throughline.model.Usage;
import dev.throughline.workingset.policy.Policy;
import dev.throughline.workingset.policy.PolicyInput;
import dev.throughline.workingset.policy.Retention;
import dev.throughline.workingset.policy.Trim;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

final class LeasedEditTest {
    private final EditFixture fixture = new EditFixture(Trim.afterRefusal(Retention.DEFAULT), 20_000).user("Build it.");

    private <T> T underLease(Function<LeasedEdit, T> work) {
        return fixture.editor().underLease(fixture.record(Purpose.CONVERSATION), work);
    }

    private void fill() {
        for (int i = 0; i < 30; i++) {
            fixture.command(i, 80);
        }
    }

    @Test
    void the_limit_of_the_provider_lowers_the_prompt_limit() {
        long usual = limit(OptionalLong.empty());
        assertTrue(usual > 15_000, "limit " + usual);
        assertEquals(4_850, limit(OptionalLong.of(5_000)), "97% of it");
        assertEquals(usual, limit(OptionalLong.of(50_000)));
    }

    private long limit(OptionalLong limit) {
        PolicyInput input = underLease(edit -> edit.input(limit).policyInput());
        return input.state().budget().promptLimit();
    }

    @Test
    void a_plan_without_a_policy_writes_the_edits_of_earlier_turns() {
        fill();
        PromptToSend sent = fixture.ask();
        fixture.command(40, 80);
        int edits = fixture.edits().size();
        PromptToSend again =
                underLease(edit -> edit.edit(LeasedEdit.EditPlan.earlierEdits(OptionalLong.empty()), Optional.empty()));
        String shared = sent.body().utf8().substring(0, sent.body().utf8().lastIndexOf("]}"));
        assertTrue(again.body().utf8().startsWith(shared));
        assertEquals(edits, fixture.edits().size());
    }

    @Test
    void the_first_pass_is_done_unless_a_message_of_the_user_is_new() {
        StateInjector injector = new StateInjector(_ -> Optional.empty(), new EditTexts(fixture.archive()));
        LeasedEdit.EditPlan plan = new LeasedEdit.EditPlan(Policy.NO_CHANGE, /* mayAdd= */ true, OptionalLong.empty());
        assertInstanceOf(LeasedEdit.FirstPass.NeedsBlock.class, underLease(edit -> edit.firstPass(plan, injector)));
        fixture.command(1, 3);
        fixture.policy = Policy.NO_CHANGE;
        assertInstanceOf(LeasedEdit.FirstPass.Done.class, underLease(edit -> edit.firstPass(plan, injector)));
    }

    @Test
    void the_unedited_request_is_sent_only_if_it_fits() {
        PromptToSend small = underLease(LeasedEdit::uneditedIfItFits).orElseThrow();
        assertEquals(fixture.body(), small.body().utf8());
        assertFalse(small.isEdited());
        assertEquals(List.of(), small.tools());
        fill();
        assertEquals(Optional.empty(), underLease(LeasedEdit::uneditedIfItFits));
    }

    @Test
    void the_accepted_model_is_that_of_the_newest_billed_request() {
        assertEquals(Optional.empty(), underLease(LeasedEdit::acceptedModel));
        fixture.ask(200, Optional.of(new Usage(100, 0, 0, 5)));
        fixture.model = "large";
        assertEquals(Optional.of("claude-x"), underLease(LeasedEdit::acceptedModel));
    }
}
