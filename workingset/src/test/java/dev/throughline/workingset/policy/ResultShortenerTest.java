package dev.throughline.workingset.policy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.workingset.Piece;
import dev.throughline.workingset.PieceRange;
import dev.throughline.workingset.Talk;
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

    private static Talk results(int... lines) {
        Talk talk = new Talk().user("Go.");
        for (int i = 0; i < lines.length; i++) {
            talk.call("Bash", "step " + i).result(Talk.lines("output" + i, lines[i]));
        }
        return talk;
    }

    @Test
    void the_longest_are_cut_to_one_size_and_the_others_stay() {
        Given given = Given.talk(results(600, 20, 400));
        long before = given.sight().total();
        given.decide(shorten(before / 2, 0, 6));
        assertEquals("u c S c r c S", given.picture());
        long total = given.sight().total();
        assertTrue(total <= before / 2 && total > 0.4 * before, total + " of " + before);
        long first = given.sight().tokens(2);
        long last = given.sight().tokens(6);
        assertTrue(Math.abs(first - last) < 0.15 * first, first + " and " + last);
    }

    @Test
    void nothing_outside_of_the_range_is_cut() {
        Given given = Given.talk(results(600, 8, 400));
        given.decide(shorten(1_000, 1, 4));
        assertEquals("u c S c r c r", given.picture());
    }

    @Test
    void what_must_come_back_as_it_is_stays() {
        Talk talk = results(600).call("Shot", "a").result(Talk.lines("picture", 300), Piece.Trait.PICTURES);
        Given given = Given.talk(talk);
        given.decide(shorten(100, 0, 4));
        assertEquals("u c S c r", given.picture());
    }
}
