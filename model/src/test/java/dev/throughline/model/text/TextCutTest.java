package dev.throughline.model.text;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

final class TextCutTest {
    private static final String EMOJI = "a😀b😀c";

    @Test
    void a_text_that_fits_is_unchanged() {
        assertEquals(EMOJI, TextCut.to(EMOJI, EMOJI.length()));
        assertEquals(EMOJI, TextCut.toEnd(EMOJI, EMOJI.length()));
    }

    @Test
    void a_surrogate_pair_is_never_split() {
        assertEquals("a…", TextCut.to(EMOJI, 3));
        assertEquals("a😀…", TextCut.to(EMOJI, 4));
        assertEquals("…c", TextCut.toEnd(EMOJI, 2));
        assertEquals("…😀c", TextCut.toEnd(EMOJI, 3));
        assertEquals(1, TextCut.before(EMOJI, 2));
        assertEquals(3, TextCut.after(EMOJI, 2));
    }
}
