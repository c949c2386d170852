package dev.throughline.memory.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Set;
import org.junit.jupiter.api.Test;

final class SentenceTest {
    @Test
    void opening_phrases_are_split_off() {
        assertEquals(
                new Sentence(
                        "Ok, remember: we release on Thursdays.",
                        Set.of(CuePhrase.OPENER, CuePhrase.REMEMBER),
                        "we release on Thursdays."),
                Sentence.of("Ok, remember: we release on Thursdays."));
        assertEquals("remember to push", Sentence.of("remember to push").core(), "a task for later");
    }

    @Test
    void questions_statements_and_orders_are_told_apart() {
        assertTrue(Sentence.of("do we use pnpm?").isQuestion());
        assertTrue(Sentence.of("the main branch is trunk").isStatement());
        assertTrue(Sentence.of("fix the failing test").isErrand());
        assertFalse(Sentence.of("merge freeze is on Friday").isErrand());
        assertTrue(Sentence.of("LTS means long term support").isDefinition());
    }

    @Test
    void words_are_counted_and_each_ideograph_is_a_word() {
        assertEquals(4, Sentence.wordCount("don’t use src/a.md here"));
        assertEquals(7, Sentence.wordCount("我们每周二发布"));
    }
}
