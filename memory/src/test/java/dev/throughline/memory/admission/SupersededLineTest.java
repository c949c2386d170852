package dev.throughline.memory.admission;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.LocalDate;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class SupersededLineTest {
    private static final LineSource BY = new LineSource(LocalDate.of(2026, 5, 1), "00000002", "cd34ef56");

    @Test
    void a_line_is_struck_out_and_keeps_its_words_and_source() {
        String line = "- We release on Thursdays. (2026-04-05, 00000001/ab12cd34)";
        String marked = SupersededLine.mark(line, BY);
        assertEquals(
                "- ~~We release on Thursdays.~~ (2026-04-05, 00000001/ab12cd34), superseded (2026-05-01,"
                        + " 00000002/cd34ef56)",
                marked);
        assertTrue(SupersededLine.isMarked(marked));
        assertFalse(SupersededLine.isMarked(line));
        assertEquals(Optional.of(line.substring(2)), SupersededLine.original(marked));
    }

    @Test
    void a_line_without_source_is_struck_out() {
        String marked = SupersededLine.mark("We release on Thursdays.", BY);
        assertEquals("~~We release on Thursdays.~~ superseded (2026-05-01, 00000002/cd34ef56)", marked);
        assertEquals(Optional.of("We release on Thursdays."), SupersededLine.original(marked));
    }
}
