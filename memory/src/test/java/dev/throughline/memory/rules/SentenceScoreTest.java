package dev.throughline.memory.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

final class SentenceScoreTest {
    private static SentenceScore score(String text) {
        return SentenceScore.of(Sentence.of(text), /* isAlone= */ true, /* isPointedAt= */ false);
    }

    @Test
    void lasting_statements_have_enough_points_and_tasks_have_not() {
        assertTrue(score("Remember: we release on Thursdays.").isEnough());
        assertTrue(score("from now on we always squash before a merge").isEnough());
        assertFalse(score("fix the failing test in the parser").isEnough());
    }

    @Test
    void a_question_is_never_remembered() {
        assertFalse(score("from now on we always squash before a merge?").isEnough());
    }

    @Test
    void a_sentence_that_is_pointed_at_has_the_points_of_an_order_to_remember() {
        Sentence sentence = Sentence.of("The parser is fed by a nightly job.");
        int alone = SentenceScore.of(sentence, true, false).sum();
        assertEquals(
                alone + CuePhrase.MEMORISE.points(),
                SentenceScore.of(sentence, true, true).sum());
    }
}
