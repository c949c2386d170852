package dev.throughline.workingset.policy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.model.Hash;
import dev.throughline.workingset.PieceRange;
import dev.throughline.workingset.WorkingSet;
import dev.throughline.workingset.edit.Decision;
import dev.throughline.workingset.edit.DecisionReason;
import dev.throughline.workingset.edit.Edit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class PolicyDraftTest {
    private static final DecisionReason WHY =
            new DecisionReason(DecisionReason.Trigger.WARM, 9, 5, 0, 0, 0, "It paid.");

    private final PolicyInput input =
            PolicyScenario.of(SampleConversations.commands(6, 20)).input();
    private final PolicyDraft draft = new PolicyDraft(input);

    private Hash node(int index) {
        return input.chain().piece(index).node();
    }

    @Test
    void a_new_draft_is_the_input() {
        assertEquals(Optional.empty(), draft.decision(WHY));
        assertEquals(input.total(), draft.total());
        assertEquals(input.chain().size(), draft.firstChanged());
    }

    @Test
    void a_reworded_piece_counts_as_its_new_text_and_the_input_does_not_change() {
        long before = input.total();
        Edit.Reword reword = draft.reword(4, Edit.RewordKind.CLEAR, "stub", 5);
        assertEquals(new Edit.Reword(node(4), Edit.RewordKind.CLEAR, Hash.of("stub"), 5), reword);
        assertEquals(before - input.workingSet().tokens(4) + 5, draft.total());
        assertEquals(draft.total(), draft.current().total());
        assertEquals(reword, draft.workingSet().reword(4));
        assertEquals(before, input.total());
        assertTrue(input.workingSet().isWhole(4));
    }

    @Test
    void a_replaced_range_counts_as_its_message() {
        draft.replace(new PieceRange(3, 6), "digest", 9, /* isDrop= */ true);
        assertEquals(6, draft.workingSet().replacementEnd(3));
        assertTrue(draft.workingSet().isHidden(5));
        assertEquals(9, draft.workingSet().tokens(new PieceRange(3, 6)));
        assertEquals(
                List.of(new Edit.Replace(node(3), node(6), Hash.of("digest"), 9, /* isDrop= */ true)),
                draft.decision(WHY).orElseThrow().edits());
    }

    @Test
    void the_first_change_is_the_smallest_index_since_the_last_decision() {
        draft.reword(8, Edit.RewordKind.CLEAR, "stub", 5);
        assertEquals(8, draft.firstChanged());
        draft.replace(new PieceRange(1, 4), "digest", 9, /* isDrop= */ false);
        assertEquals(1, draft.firstChanged());
        draft.reword(10, Edit.RewordKind.CLEAR, "other stub", 5);
        assertEquals(1, draft.firstChanged());
        draft.decision(WHY);
        assertEquals(input.chain().size(), draft.firstChanged());
        draft.reword(10, Edit.RewordKind.CLEAR, "stub", 4);
        assertEquals(10, draft.firstChanged());
    }

    @Test
    void a_second_decision_has_only_what_came_after_the_first_and_the_prompt_has_both() {
        Edit.Reword first = draft.reword(2, Edit.RewordKind.UNPAD, "plain", 40);
        assertEquals(
                Optional.of(new Decision(List.of(first), Map.of(Hash.of("plain"), "plain"), WHY)), draft.decision(WHY));
        assertEquals(Optional.empty(), draft.decision(WHY));
        Edit.Reword second = draft.reword(4, Edit.RewordKind.SUPERSEDE, "part", 30, Optional.of(node(6)));
        Decision decision = draft.decision(WHY).orElseThrow();
        assertEquals(List.of(second), decision.edits());
        assertEquals(Map.of(Hash.of("part"), "part"), decision.texts());
        assertEquals(first, draft.workingSet().reword(2));
        assertEquals(second, draft.workingSet().reword(4));
    }

    @Test
    void the_reason_counts_what_was_removed_since_the_last_decision() {
        long all = draft.total();
        draft.reword(2, Edit.RewordKind.CLEAR, "stub", 5);
        long once = draft.total();
        assertEquals(all - once, draft.removed());
        assertEquals(
                Optional.of(new DecisionReason(DecisionReason.Trigger.HARD, all, once, 7, 0, 0, "It fits.")),
                draft.decision(DecisionReason.Trigger.HARD, 7, "It fits.").map(Decision::reason));
        assertEquals(once, draft.before());
        assertEquals(0, draft.removed());
    }

    @Test
    void a_piece_that_is_reworded_twice_has_one_edit() {
        draft.reword(2, Edit.RewordKind.SHORTEN, "long", 40);
        Edit.Reword last = draft.reword(2, Edit.RewordKind.SHORTEN, "short", 20);
        assertEquals(List.of(last), draft.decision(WHY).orElseThrow().edits());
        assertEquals(20, draft.workingSet().tokens(2));
    }

    @Test
    void after_random_changes_the_input_with_the_decisions_is_the_draft() {
        for (int seed = 0; seed < 200; seed++) {
            Random random = new Random(seed);
            PolicyDraft changing = new PolicyDraft(input);
            PolicyInput after = input;
            int end = 1;
            for (int i = 0; i < 8; i++) {
                if (random.nextInt(3) == 0 && end < 9) {
                    end += 2;
                    changing.replace(new PieceRange(1, end), "digest " + i, 12, random.nextBoolean());
                } else {
                    int index = end + 1 + random.nextInt(input.chain().size() - end - 1);
                    Edit.RewordKind kind = List.of(Edit.RewordKind.values()).get(random.nextInt(4));
                    changing.reword(index, kind, "text " + i, random.nextInt(20));
                }
                if (random.nextBoolean()) {
                    after = after.with(changing.decision(WHY).stream().toList());
                }
            }
            after = after.with(changing.decision(WHY).stream().toList());
            assertEquals(changing.total(), after.total(), "seed " + seed);
            WorkingSet set = after.workingSet();
            for (int i = 0; i < input.chain().size(); i++) {
                assertEquals(changing.workingSet().tokens(i), set.tokens(i), "seed " + seed + ", piece " + i);
                assertEquals(changing.workingSet().isHidden(i), set.isHidden(i), "seed " + seed + ", piece " + i);
            }
        }
    }
}
