package dev.throughline.memory.inject;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.memory.workspace.MemoryPath;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class LearntFactTest {
    private static List<String> shown(String text) {
        return LearntFact.all(MemoryPath.MEMORY, text).stream()
                .sorted(LearntFact.NEWEST_FIRST)
                .map(LearntFact::shown)
                .toList();
    }

    @Test
    void a_line_with_a_source_in_a_session_is_a_fact_and_others_are_not() {
        assertEquals(List.of("- We use tabs. (2026-04-05, ab12cd34)"), shown("""
            # Facts
            - I use tabs.
            - User: We use tabs. (2026-04-05, 00000001/ab12cd34)
            - x (2026-04-05, cli)
            """));
        assertEquals(Optional.empty(), LearntFact.of(MemoryPath.MEMORY, "- Releases on (2026-04-05, Thursday) or so"));
    }

    @Test
    void the_newest_come_first_and_of_one_day_the_last_in_the_page() {
        assertEquals(
                List.of("- c (2026-04-06, c1)", "- b (2026-04-05, b1)", "- a (2026-04-05, a1)"),
                shown("- a (2026-04-05, 00000001/a1)\n- b (2026-04-05, 00000001/b1)\n- c (2026-04-06, 00000001/c1)"));
    }

    @Test
    void a_long_fact_is_shortened() {
        String shown = shown("- " + "word ".repeat(200) + "(2026-04-05, 00000001/ab12cd34)")
                .getFirst();
        assertTrue(shown.length() < 280 && shown.endsWith("… (2026-04-05, ab12cd34)"), shown);
    }

    @Test
    void a_line_about_work_is_recognised_and_shortened_more() {
        MemoryPath log = new MemoryPath("memory/2026-04-05.md");
        String work = "- Worked on: " + "the lexer ".repeat(30) + "(2026-04-05, 00000001/ab12cd34)";
        assertTrue(LearntFact.of(log, work).orElseThrow().isAboutWork());
        assertEquals(120, LearntFact.of(log, work).orElseThrow().cut().length());
        assertFalse(LearntFact.of(MemoryPath.MEMORY, work).orElseThrow().isAboutWork());
        LearntFact durable = LearntFact.of(
                        log, "- Nobody worked on: " + "x".repeat(300) + " (2026-04-05, 00000001/ab12cd34)")
                .orElseThrow();
        assertFalse(durable.isAboutWork());
        assertEquals(240, durable.cut().length());
    }
}
