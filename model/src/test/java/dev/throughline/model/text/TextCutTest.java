package dev.throughline.model.text;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

final class TextCutTest {
    private static final String FACES = "a😀b😀c";

    @Test
    void a_text_that_fits_stays() {
        assertEquals(FACES, TextCut.to(FACES, FACES.length()));
        assertEquals(FACES, TextCut.toEnd(FACES, FACES.length()));
    }

    @Test
    void a_character_is_never_cut_in_two() {
        assertEquals("a…", TextCut.to(FACES, 3));
        assertEquals("a😀…", TextCut.to(FACES, 4));
        assertEquals("…c", TextCut.toEnd(FACES, 2));
        assertEquals("…😀c", TextCut.toEnd(FACES, 3));
        assertEquals(1, TextCut.before(FACES, 2));
        assertEquals(3, TextCut.after(FACES, 2));
    }
}
