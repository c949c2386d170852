package dev.throughline.memory.admission;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.LocalDate;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class LineSourceTest {
    private static final LocalDate DAY = LocalDate.of(2026, 4, 5);
    private static final String ID = "0198c5a0-7b2e-7000-8000-0000000000ab";

    @Test
    void a_session_is_named_by_the_random_end_of_its_id() {
        LineSource source = new LineSource(DAY, ID, "sp3osb5s");
        assertEquals("(2026-04-05, 000000ab/sp3osb5s)", source.format());
        assertEquals("(2026-04-05, sp3osb5s)", source.shortFormat());
        assertEquals("(2026-04-05, cli)", new LineSource(DAY, "cli", "").shortFormat());
    }

    @Test
    void sources_with_short_and_long_session_ids_are_read() {
        assertEquals(
                Optional.of(new LineSource(DAY, "000000ab", "sp3osb5s")),
                LineSource.of("- x (2026-04-05, 000000ab/sp3osb5s)"));
        assertEquals(
                Optional.of(new LineSource(DAY, ID, "sp3osb5s")),
                LineSource.of("- x (2026-04-05, " + ID + "/sp3osb5s)"));
        assertEquals("- x", LineSource.without("- x (2026-04-05, " + ID + "/sp3osb5s)"));
    }

    @Test
    void a_line_added_by_command_has_no_session() {
        assertTrue(new LineSource(DAY, ID, "").isSession());
        assertTrue(new LineSource(DAY, "000000ab", "sp3osb5s").isSession());
        assertFalse(new LineSource(DAY, "cli", "").isSession());
    }
}
