package dev.throughline.engine.edit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.engine.archive.Purpose;
import dev.throughline.engine.archive.RecordedTurn;
import dev.throughline.wire.Overflow;
import dev.throughline.workingset.Chain;
import dev.throughline.workingset.edit.Decision;
import dev.throughline.workingset.edit.DecisionReason;
import dev.throughline.workingset.edit.Edit;
import dev.throughline.workingset.policy.Policy;
import dev.throughline.workingset.policy.PolicyInput;
import dev.throughline.workingset.policy.Retention;
import dev.throughline.workingset.policy.Trim;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** What is sent if a policy fails or makes an invalid decision. */
final class EditPlanTest {
    private static final long WINDOW = 8_000;

    private static EditFixture fixture(Policy policy) {
        EditFixture fixture = new EditFixture(policy, WINDOW).user("Build it.");
        for (int i = 0; i < 30; i++) {
            fixture.command(i, 60);
        }
        return fixture;
    }

    /** Removes a call and leaves its result. */
    private static List<Decision> invalid(PolicyInput input) {
        Chain chain = input.chain();
        Decision.Draft draft = new Decision.Draft();
        draft.add(new Edit.Replace(chain.piece(1).node(), chain.piece(1).node(), draft.text("gone"), 1));
        return List.of(
                draft.because(new DecisionReason(DecisionReason.Trigger.HARD, 1, 1, 0, 0, 0, "Wrong on purpose.")));
    }

    @Test
    void the_prompt_still_fits_if_a_decision_makes_the_request_invalid() {
        EditFixture fixture = fixture(EditPlanTest::invalid);
        PromptToSend outgoing = fixture.ask();
        assertTrue(fixture.isValid(outgoing));
        assertTrue(outgoing.weight().tokens() < WINDOW, "sent " + outgoing.weight());
        assertTrue(fixture.edits().stream().noneMatch(Edit.Replace.class::isInstance), "kept " + fixture.edits());
        assertEquals(outgoing.body(), fixture.ask().body(), "the next request is the same");
    }

    @Test
    void the_prompt_still_fits_if_a_policy_throws() {
        EditFixture fixture =
                fixture(input -> List.of(input.chain().piece(input.chain().size())).stream()
                        .map(_ -> EditPlanTest.invalid(input).getFirst())
                        .toList());
        PromptToSend outgoing = fixture.ask();
        assertTrue(fixture.isValid(outgoing));
        assertTrue(outgoing.weight().tokens() < WINDOW, "sent " + outgoing.weight());
    }

    @Test
    void a_prompt_that_a_broken_policy_did_not_edit_can_be_repaired() {
        EditFixture fixture = new EditFixture(
                _ -> {
                    throw new NullPointerException("broken on purpose");
                },
                100_000);
        fixture.user("Build it.");
        for (int i = 0; i < 30; i++) {
            fixture.command(i, 60);
        }
        RecordedTurn recorded = fixture.record(Purpose.CONVERSATION);
        PromptToSend outgoing = fixture.editor().edit(recorded).orElseThrow();
        assertFalse(outgoing.isEdited());
        PromptToSend repaired =
                fixture.editor().repair(recorded, outgoing, new Overflow(OptionalLong.empty(), OptionalLong.empty()));
        assertTrue(repaired.weight().tokens() < outgoing.weight().tokens());
    }

    @Test
    void an_edit_whose_text_is_missing_is_ignored() {
        Policy stubs = input -> {
            if (input.chain().size() != 7) {
                return List.of();
            }
            Decision.Draft draft = new Decision.Draft();
            draft.add(stub(input, 2, draft, "a stub"));
            draft.add(stub(input, 4, draft, "another stub"));
            return List.of(
                    draft.because(new DecisionReason(DecisionReason.Trigger.COLD, 2, 1, 0, 0, 0, "For a test.")));
        };
        EditFixture fixture = new EditFixture(stubs, 100_000)
                .user("Build it.")
                .command(1, 5)
                .command(2, 5)
                .command(3, 5);
        assertTrue(fixture.ask().body().utf8().contains("another stub"));
        fixture.missingTexts.add(((Edit.Reword) fixture.edits().getFirst()).text());
        fixture.restart();
        PromptToSend outgoing = fixture.user("Go on.").ask();
        String sent = outgoing.body().utf8();
        assertTrue(sent.contains("line 1004") && !sent.contains("a stub"), sent);
        assertTrue(sent.contains("another stub") && !sent.contains("line 2004"), sent);
        long first = outgoing.weight().tokens();
        PromptToSend next = fixture.user("And on.").ask();
        assertTrue(next.body().utf8().contains("another stub"));
        assertTrue(next.weight().tokens() > first, "the restored text is counted: " + first + ", " + next.weight());
    }

    private static Edit stub(PolicyInput input, int at, Decision.Draft draft, String text) {
        return new Edit.Reword(input.chain().piece(at).node(), Edit.RewordKind.CLEAR, draft.text(text), 5);
    }

    @Test
    void a_compaction_request_that_fits_is_sent_unedited() {
        EditFixture fixture = fixture(Trim.afterRefusal(Retention.DEFAULT));
        assertTrue(fixture.ask().isEdited());
        fixture.messages.subList(20, fixture.messages.size()).clear();
        fixture.user("Now summarise all that.");
        PromptToSend outgoing =
                fixture.editor().edit(fixture.record(Purpose.COMPACTION)).orElseThrow();
        assertEquals(fixture.body(), outgoing.body().utf8());
        assertFalse(outgoing.isEdited());
        assertEquals(outgoing.weight().untouched(), outgoing.weight().tokens());
    }

    @Test
    void a_compaction_request_that_does_not_fit_or_is_refused_is_edited() {
        EditFixture fixture = fixture(Trim.afterRefusal(Retention.DEFAULT));
        fixture.user("Now summarise all that.");
        RecordedTurn recorded = fixture.record(Purpose.COMPACTION);
        PromptToSend outgoing = fixture.editor().edit(recorded).orElseThrow();
        assertTrue(outgoing.isEdited() && outgoing.weight().tokens() < WINDOW);
        Overflow overflow = new Overflow(OptionalLong.empty(), OptionalLong.empty());
        PromptToSend smaller = fixture.editor().repair(recorded, outgoing, overflow);
        assertTrue(smaller.weight().tokens() < outgoing.weight().tokens());
        assertEquals(
                Optional.of("Now"), Optional.of("Now").filter(smaller.body().utf8()::contains));
    }
}
