package dev.throughline.cli.terminal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.model.text.DisplayText;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class ScreenTest {
    @Test
    void control_characters_from_outside_do_not_reach_the_terminal() {
        assertEquals("a·[31mb·c", DisplayText.printable("a\033[31mb\u202ec"));
        assertEquals("one two th…", DisplayText.firstWords("  one\n\ttwo three four", 11));
        assertEquals("short", DisplayText.firstWords("short", 11));
    }

    @Test
    void colours_are_only_used_on_a_terminal() {
        PrintStream nowhere = new PrintStream(new ByteArrayOutputStream(), false, StandardCharsets.UTF_8);
        assertEquals("x", new Screen(nowhere, nowhere, false).coloured(Screen.Colour.BAD, "x"));
        assertEquals("\033[31mx\033[0m", new Screen(nowhere, nowhere, true).coloured(Screen.Colour.BAD, "x"));
    }

    @Test
    void ages_are_in_the_largest_unit_that_fits() {
        Instant now = Instant.parse("2026-11-15T12:00:00Z");
        assertEquals("0s", DisplayText.age(now.plusSeconds(5), now));
        assertEquals("59s", DisplayText.age(now.minusSeconds(59), now));
        assertEquals("59m", DisplayText.age(now.minusSeconds(3599), now));
        assertEquals("47h", DisplayText.age(now.minusSeconds(47 * 3600), now));
        assertEquals("2d", DisplayText.age(now.minusSeconds(48 * 3600), now));
    }

    @Test
    void a_text_is_as_wide_as_a_terminal_shows_it() {
        assertEquals(6, DisplayText.columns("解析器"));
        assertEquals(4, DisplayText.columns("cafe\u0301"));
        assertEquals("解析…", DisplayText.firstWords("解析器修复", 6));
        assertEquals("解析器", DisplayText.firstWords("解析器", 6));
        assertEquals("fix t…", DisplayText.firstWords("fix the parser", 6));
    }
}
