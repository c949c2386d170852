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

/** What is sent when a rule, or what it decides, is no good. */
final class EditPlanTest {
    private static final long WINDOW = 8_000;

    private static EditingStand stand(Policy policy) {
        EditingStand stand = new EditingStand(policy, WINDOW).user("Build it.");
        for (int i = 0; i < 30; i++) {
            stand.ran(i, 60);
        }
        return stand;
    }

    /** Takes a call away and leaves its result. */
    private static List<Decision> invalid(PolicyInput scene) {
        Chain chain = scene.chain();
        Decision.Draft draft = new Decision.Draft();
        draft.add(new Edit.Replace(chain.piece(1).node(), chain.piece(1).node(), draft.text("gone"), 1));
        return List.of(
                draft.because(new DecisionReason(DecisionReason.Trigger.HARD, 1, 1, 0, 0, 0, "Wrong on purpose.")));
    }

    @Test
    void a_decision_that_makes_no_valid_request_still_leaves_a_prompt_that_fits() {
        EditingStand stand = stand(EditPlanTest::invalid);
        PromptToSend outgoing = stand.ask();
        assertTrue(stand.isValid(outgoing));
        assertTrue(outgoing.weight().tokens() < WINDOW, "sent " + outgoing.weight());
        assertTrue(stand.edits().stream().noneMatch(Edit.Replace.class::isInstance), "kept " + stand.edits());
        assertEquals(outgoing.body(), stand.ask().body(), "and it stays so");
    }

    @Test
    void a_rule_that_breaks_still_leaves_a_prompt_that_fits() {
        EditingStand stand =
                stand(scene -> List.of(scene.chain().piece(scene.chain().size())).stream()
                        .map(_ -> EditPlanTest.invalid(scene).getFirst())
                        .toList());
        PromptToSend outgoing = stand.ask();
        assertTrue(stand.isValid(outgoing));
        assertTrue(outgoing.weight().tokens() < WINDOW, "sent " + outgoing.weight());
    }

    @Test
    void what_a_broken_rule_let_through_can_be_repaired() {
        EditingStand stand = new EditingStand(
                _ -> {
                    throw new NullPointerException("broken on purpose");
                },
                100_000);
        stand.user("Build it.");
        for (int i = 0; i < 30; i++) {
            stand.ran(i, 60);
        }
        RecordedTurn recorded = stand.record(Purpose.CONVERSATION);
        PromptToSend outgoing = stand.editing().edit(recorded).orElseThrow();
        assertFalse(outgoing.isEdited());
        PromptToSend repaired =
                stand.editing().repair(recorded, outgoing, new Overflow(OptionalLong.empty(), OptionalLong.empty()));
        assertTrue(repaired.weight().tokens() < outgoing.weight().tokens());
    }

    @Test
    void an_edit_whose_text_is_lost_counts_as_not_made() {
        Policy stubs = scene -> {
            if (scene.chain().size() != 7) {
                return List.of();
            }
            Decision.Draft draft = new Decision.Draft();
            draft.add(stub(scene, 2, draft, "a stub"));
            draft.add(stub(scene, 4, draft, "another stub"));
            return List.of(
                    draft.because(new DecisionReason(DecisionReason.Trigger.COLD, 2, 1, 0, 0, 0, "For a test.")));
        };
        EditingStand stand = new EditingStand(stubs, 100_000)
                .user("Build it.")
                .ran(1, 5)
                .ran(2, 5)
                .ran(3, 5);
        assertTrue(stand.ask().body().utf8().contains("another stub"));
        stand.lost.add(((Edit.Reword) stand.edits().getFirst()).text());
        stand.restart();
        PromptToSend outgoing = stand.user("Go on.").ask();
        String sent = outgoing.body().utf8();
        assertTrue(sent.contains("line 1004") && !sent.contains("a stub"), sent);
        assertTrue(sent.contains("another stub") && !sent.contains("line 2004"), sent);
        long first = outgoing.weight().tokens();
        PromptToSend next = stand.user("And on.").ask();
        assertTrue(next.body().utf8().contains("another stub"));
        assertTrue(next.weight().tokens() > first, "what came back is counted: " + first + ", " + next.weight());
    }

    private static Edit stub(PolicyInput scene, int at, Decision.Draft draft, String text) {
        return new Edit.Reword(scene.chain().piece(at).node(), Edit.RewordKind.CLEAR, draft.text(text), 5);
    }

    @Test
    void a_client_that_compacts_gets_all_of_it_where_that_fits() {
        EditingStand stand = stand(Trim.afterRefusal(Retention.DEFAULT));
        assertTrue(stand.ask().isEdited());
        stand.messages.subList(20, stand.messages.size()).clear();
        stand.user("Now summarise all that.");
        PromptToSend outgoing =
                stand.editing().edit(stand.record(Purpose.COMPACTION)).orElseThrow();
        assertEquals(stand.body(), outgoing.body().utf8());
        assertFalse(outgoing.isEdited());
        assertEquals(outgoing.weight().untouched(), outgoing.weight().tokens());
    }

    @Test
    void a_compaction_that_does_not_fit_or_is_refused_goes_under_edits() {
        EditingStand stand = stand(Trim.afterRefusal(Retention.DEFAULT));
        stand.user("Now summarise all that.");
        RecordedTurn recorded = stand.record(Purpose.COMPACTION);
        PromptToSend outgoing = stand.editing().edit(recorded).orElseThrow();
        assertTrue(outgoing.isEdited() && outgoing.weight().tokens() < WINDOW);
        Overflow overflow = new Overflow(OptionalLong.empty(), OptionalLong.empty());
        PromptToSend smaller = stand.editing().repair(recorded, outgoing, overflow);
        assertTrue(smaller.weight().tokens() < outgoing.weight().tokens());
        assertEquals(
                Optional.of("Now"), Optional.of("Now").filter(smaller.body().utf8()::contains));
    }
}
