package dev.throughline.workingset.policy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.workingset.Piece;
import dev.throughline.workingset.PieceRange;
import dev.throughline.workingset.TestConversation;
import dev.throughline.workingset.edit.DecisionReason;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ResultShortenerTest {
    /** Cuts results from one piece to another until so many tokens are left. */
    private static Policy shorten(long to, int first, int last) {
        return input -> {
            PolicyDraft draft = new PolicyDraft(input);
            ResultShortener.run(draft, to, new PieceRange(first, last));
            return List.of(draft.decision(new DecisionReason(
                    DecisionReason.Trigger.HARD, input.total(), draft.total(), 0, 0, 0, "For a test.")));
        };
    }

    private static TestConversation results(int... lines) {
        TestConversation conversation = new TestConversation().user("Go.");
        for (int i = 0; i < lines.length; i++) {
            conversation.call("Bash", "step " + i).result(TestConversation.lines("output" + i, lines[i]));
        }
        return conversation;
    }

    @Test
    void the_longest_are_cut_to_one_size_and_the_others_stay() {
        PolicyScenario scenario = PolicyScenario.of(results(600, 20, 400));
        long before = scenario.workingSet().total();
        scenario.decide(shorten(before / 2, 0, 6));
        assertEquals("u c S c r c S", scenario.picture());
        long total = scenario.workingSet().total();
        assertTrue(total <= before / 2 && total > 0.4 * before, total + " of " + before);
        long first = scenario.workingSet().tokens(2);
        long last = scenario.workingSet().tokens(6);
        assertTrue(Math.abs(first - last) < 0.15 * first, first + " and " + last);
    }

    @Test
    void nothing_outside_of_the_range_is_cut() {
        PolicyScenario scenario = PolicyScenario.of(results(600, 8, 400));
        scenario.decide(shorten(1_000, 1, 4));
        assertEquals("u c S c r c r", scenario.picture());
    }

    @Test
    void what_must_come_back_as_it_is_stays() {
        TestConversation conversation =
                results(600).call("Shot", "a").result(TestConversation.lines("picture", 300), Piece.Trait.PICTURES);
        PolicyScenario scenario = PolicyScenario.of(conversation);
        scenario.decide(shorten(100, 0, 4));
        assertEquals("u c S c r", scenario.picture());
    }
}
