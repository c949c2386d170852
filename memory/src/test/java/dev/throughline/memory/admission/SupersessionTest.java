package dev.throughline.memory.admission;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.engine.helper.TextResources;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class SupersessionTest {
    private static final LocalDate APRIL = LocalDate.of(2026, 4, 5);
    private static final LocalDate MAY = LocalDate.of(2026, 5, 1);

    /** The pairs stand in {@code supersession.txt}. */
    @Test
    void a_line_replaces_what_it_contradicts_but_not_what_is_only_similar() {
        List<String> wrong = new ArrayList<>();
        for (String line : TextResources.text(SupersessionTest.class, "supersession.txt")
                .lines()
                .toList()) {
            String[] row = line.split(" \\| ", -1);
            if (row.length == 3 && Supersession.replaces(row[2], row[1]) != row[0].equals("yes")) {
                wrong.add(line);
            }
        }
        assertEquals(List.of(), wrong);
    }

    @Test
    void the_line_of_the_later_day_is_valid() {
        Supersession lines = new Supersession();
        lines.add("- We release on Thursdays. (2026-04-05, 00000001/ab12cd34)", APRIL);
        lines.add("- We release on Mondays. (2026-05-01, 00000002/cd34ef56)", MAY);
        assertTrue(lines.isOutdated("- We release on Thursdays. (2026-04-05, 00000001/ab12cd34)", APRIL));
        assertFalse(lines.isOutdated("- We release on Mondays. (2026-05-01, 00000002/cd34ef56)", MAY));
    }

    @Test
    void copies_of_a_marked_line_are_outdated() {
        String line = "- We release on Thursdays. (2026-04-05, 00000001/ab12cd34)";
        Supersession lines = new Supersession();
        lines.add(SupersededLine.mark(line, new LineSource(APRIL, "00000002", "cd34ef56")), APRIL);
        assertTrue(lines.isOutdated(line, APRIL));
        assertFalse(lines.isOutdated("- We release on Thursdays. (2026-04-05, 00000003/ef56ab12)", APRIL));
    }
}
