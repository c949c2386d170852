package dev.throughline.memory.admission;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.Test;

final class MarkdownLinesTest {
    private static final LineSource SOURCE = new LineSource(LocalDate.parse("2026-04-05"), "openclaw", "");

    private static List<String> lines(String markdown) {
        return MarkdownLines.of(markdown, SOURCE).stream()
                .map(ProposedLine::text)
                .toList();
    }

    @Test
    void headings_rules_fences_and_front_matter_are_left_out() {
        assertEquals(
                List.of("- Ada likes tabs.", "Plain text."),
                lines("---\ntitle: x\n---\n# Notes\n\n- Ada likes tabs.\n---\n```\nPlain text.\n```\n"));
    }

    @Test
    void a_source_that_a_line_has_already_is_replaced() {
        assertEquals(List.of("- Tabs."), lines("- Tabs. (2026-01-01, cli)\n"));
    }

    @Test
    void a_long_line_becomes_several_and_loses_nothing() {
        String word = "word ".repeat(500).strip();
        List<String> parts = lines(word);
        assertEquals(word, String.join(" ", parts));
        assertTrue(parts.stream().allMatch(part -> part.length() <= Admission.MAX_CHARACTERS));
        assertEquals(
                3_000,
                lines("x".repeat(3_000)).stream().mapToInt(String::length).sum());
    }
}
