package dev.throughline.workingset.edit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.model.Hash;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class DecisionTest {
    private static final Hash NODE = Hash.of("node");
    private static final Hash OTHER = Hash.of("other");
    private static final DecisionReason WHY =
            new DecisionReason(DecisionReason.Trigger.HARD, 100, 60, 0, 0, 0, "It had to fit.");

    @Test
    void only_the_last_rewording_of_a_node_and_its_text_are_kept() {
        Decision.Draft draft = new Decision.Draft();
        assertTrue(draft.isEmpty());
        draft.add(new Edit.Reword(NODE, Edit.RewordKind.SHORTEN, draft.text("long"), 9));
        draft.add(new Edit.Reword(OTHER, Edit.RewordKind.CLEAR, draft.text("stub"), 3));
        Edit.Reword shorter = new Edit.Reword(NODE, Edit.RewordKind.SHORTEN, draft.text("short"), 5);
        draft.add(shorter);
        draft.add(new Edit.Restore(OTHER));
        Decision decision = draft.because(WHY);
        assertEquals(List.of(shorter, new Edit.Restore(OTHER)), decision.edits());
        assertEquals(Map.of(Hash.of("short"), "short"), decision.texts());
    }

    @Test
    void texts_of_all_other_edits_are_kept_in_order() {
        Decision.Draft draft = new Decision.Draft();
        List<Edit> edits = List.of(
                new Edit.Replace(NODE, OTHER, draft.text("block"), 1),
                new Edit.Prepend(NODE, draft.text("state"), 1),
                new Edit.Insert(NODE, draft.text("pair"), 1),
                new Edit.AddTools(List.of("recall")));
        edits.forEach(draft::add);
        Decision decision = draft.because(WHY);
        assertEquals(edits, decision.edits());
        assertEquals(
                List.of("block", "state", "pair"), List.copyOf(decision.texts().values()));
    }

    @Test
    void a_decision_does_not_change_with_its_draft() {
        Decision.Draft draft = new Decision.Draft();
        draft.add(new Edit.Prepend(NODE, draft.text("state"), 1));
        Decision decision = draft.because(WHY);
        draft.add(new Edit.Restore(NODE));
        assertEquals(1, decision.edits().size());
        assertThrows(UnsupportedOperationException.class, () -> decision.texts().clear());
        assertThrows(UnsupportedOperationException.class, () -> decision.edits().clear());
    }

    @Test
    void random_drafts_keep_the_last_rewording_of_each_node_and_the_order() {
        for (int seed = 0; seed < 200; seed++) {
            Random random = new Random(seed);
            Decision.Draft draft = new Decision.Draft();
            List<Edit> all = new ArrayList<>();
            for (int i = random.nextInt(12); i > 0; i--) {
                Hash node = Hash.of("node " + random.nextInt(4));
                Hash text = draft.text("text " + random.nextInt(6));
                all.add(
                        switch (random.nextInt(4)) {
                            case 0 -> new Edit.Restore(node);
                            case 1 -> new Edit.Prepend(node, text, i);
                            case 2 -> new Edit.Replace(node, OTHER, text, i);
                            default -> new Edit.Reword(node, Edit.RewordKind.CLEAR, text, i);
                        });
            }
            all.forEach(draft::add);
            List<Edit> expected = new ArrayList<>();
            for (int i = 0; i < all.size(); i++) {
                Optional<Hash> node = reworded(all.get(i));
                boolean isLast = node.isEmpty()
                        || all.subList(i + 1, all.size()).stream()
                                .noneMatch(later -> reworded(later).equals(node));
                if (isLast) {
                    expected.add(all.get(i));
                }
            }
            Decision decision = draft.because(WHY);
            assertEquals(expected, decision.edits(), "seed " + seed);
            assertEquals(
                    expected.stream()
                            .flatMap(edit -> edit.addedText().stream())
                            .distinct()
                            .toList(),
                    List.copyOf(decision.texts().keySet()),
                    "seed " + seed);
            decision.texts().forEach((id, text) -> assertEquals(id, Hash.of(text)));
        }
    }

    private static Optional<Hash> reworded(Edit edit) {
        return edit instanceof Edit.Reword || edit instanceof Edit.Restore
                ? edit.firstChanged(OTHER)
                : Optional.empty();
    }
}
