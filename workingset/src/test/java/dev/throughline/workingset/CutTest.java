package dev.throughline.workingset;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

final class CutTest {
    private static final String FACES = "a😀b😀c";

    @Test
    void a_text_that_fits_stays() {
        assertEquals(FACES, Cut.to(FACES, FACES.length()));
        assertEquals(FACES, Cut.toEnd(FACES, FACES.length()));
    }

    @Test
    void a_character_is_never_cut_in_two() {
        assertEquals("a…", Cut.to(FACES, 3));
        assertEquals("a😀…", Cut.to(FACES, 4));
        assertEquals("…c", Cut.toEnd(FACES, 2));
        assertEquals("…😀c", Cut.toEnd(FACES, 3));
        assertEquals(1, Cut.before(FACES, 2));
        assertEquals(3, Cut.after(FACES, 2));
    }
}
