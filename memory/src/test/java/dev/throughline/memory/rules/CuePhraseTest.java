package dev.throughline.memory.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

final class CuePhraseTest {
    @Test
    void phrases_are_found_in_all_languages_and_as_whole_words() {
        assertTrue(CuePhrase.ALWAYS.isIn("we ALWAYS squash"));
        assertTrue(CuePhrase.ALWAYS.isIn("wir committen immer klein"));
        assertFalse(CuePhrase.ALWAYS.isIn("the alwayson flag"));
        assertTrue(CuePhrase.REMEMBER.isIn("请记住：我们每周二发布"));
    }

    @Test
    void the_end_of_a_phrase_at_an_offset_is_found() {
        assertEquals("remember".length(), CuePhrase.REMEMBER.endAt("remember: we ship", 0));
        assertEquals(-1, CuePhrase.REMEMBER.endAt("we remember: x", 0));
    }

    @Test
    void a_phrase_is_scored_only_in_its_position() {
        assertTrue(CuePhrase.ALWAYS.isScoredIn(Sentence.of("we always squash")));
        assertFalse(CuePhrase.OPENER.isScoredIn(Sentence.of("ok we always squash")));
        assertTrue(CuePhrase.HABIT.isScoredIn(Sentence.of("we use pnpm")));
    }

    @Test
    void every_kind_has_phrases() {
        for (CuePhrase cue : CuePhrase.values()) {
            assertFalse(cue.matcher("").pattern().pattern().isEmpty(), cue.name());
        }
    }
}
