package dev.throughline.memory.admission;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class ParsedLineTest {
    @Test
    void a_line_has_words_values_and_what_it_rejects() {
        ParsedLine line = ParsedLine.of("- The release day is Monday, not Thursday. (2026-04-05, 00000001/ab12cd34)");
        assertEquals(Map.of("weekday", List.of("monday")), line.values());
        assertEquals(Set.of("weekday:thursday"), line.rejected());
        assertFalse(line.isDenied());
        assertFalse(line.isReplaced());
    }

    @Test
    void an_ended_statement_is_denied() {
        ParsedLine line = ParsedLine.of("We no longer use feature flags.");
        assertEquals(ParsedLine.of("We use feature flag").words(), line.words());
        assertTrue(line.isDenied());
        assertTrue(line.isEnded());
    }

    @Test
    void what_was_replaced_is_rejected() {
        ParsedLine line = ParsedLine.of("We switched from Helm to Kustomize.");
        assertTrue(line.isReplaced());
        assertEquals(1, line.rejected().size());
    }

    @Test
    void a_line_that_names_something_has_a_subject_and_a_name() {
        Optional<ParsedLine.Naming> naming =
                ParsedLine.of("The release manager is Ana.").naming();
        assertEquals("ana", naming.orElseThrow().name());
        assertEquals(
                Optional.empty(),
                ParsedLine.of("The tests are slow on old machines").naming());
    }

    @Test
    void an_addition_is_recognised() {
        assertTrue(ParsedLine.of("We also deploy on Fridays.").isAdded());
        assertFalse(ParsedLine.of("We deploy on Fridays.").isAdded());
    }
}
