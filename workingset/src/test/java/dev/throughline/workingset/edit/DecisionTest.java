package dev.throughline.workingset.edit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.model.Hash;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class DecisionTest {
    private static final Hash NODE = Hash.of("node");
    private static final Hash OTHER = Hash.of("other");
    private static final DecisionReason WHY =
            new DecisionReason(DecisionReason.Trigger.HARD, 100, 60, 0, 0, 0, "It had to fit.");

    @Test
    void only_the_last_rewording_of_a_node_and_its_text_are_kept() {
        Decision.Draft first = new Decision.Draft();
        assertTrue(first.isEmpty());
        first.add(new Edit.Reword(NODE, Edit.RewordKind.SHORTEN, first.text("long"), 9));
        first.add(new Edit.Reword(OTHER, Edit.RewordKind.CLEAR, first.text("stub"), 3));
        Decision.Draft second = new Decision.Draft();
        Edit.Reword shorter = new Edit.Reword(NODE, Edit.RewordKind.SHORTEN, second.text("short"), 5);
        second.add(shorter);
        second.add(new Edit.Restore(OTHER));
        first.addAll(second);
        Decision decision = first.because(WHY);
        assertEquals(List.of(shorter, new Edit.Restore(OTHER)), decision.edits());
        assertEquals(Map.of(Hash.of("short"), "short"), decision.texts());
    }

    @Test
    void texts_of_all_other_edits_are_kept_in_order() {
        Decision.Draft draft = new Decision.Draft();
        draft.add(new Edit.Replace(NODE, OTHER, draft.text("block"), 1));
        draft.add(new Edit.Prepend(NODE, draft.text("state"), 1));
        draft.add(new Edit.Insert(NODE, draft.text("pair"), 1));
        draft.add(new Edit.AddTools(List.of("recall")));
        Decision decision = draft.because(WHY);
        assertEquals(draft.edits(), decision.edits());
        assertEquals(
                List.of("block", "state", "pair"), List.copyOf(decision.texts().values()));
    }
}
