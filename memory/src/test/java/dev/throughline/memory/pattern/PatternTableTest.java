package dev.throughline.memory.pattern;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

final class PatternTableTest {
    private final PatternTable table = new PatternTable(PatternTableTest.class, "patterns.txt");

    @Test
    void lines_with_the_same_name_are_alternatives() {
        assertTrue(table.pattern("rejected").matcher("pnpm, not npm").find());
        assertTrue(table.pattern("rejected").matcher("nicht npm").find());
        assertFalse(table.pattern("rejected").matcher("npm").find());
    }

    @Test
    void a_name_in_braces_stands_for_its_expression() {
        assertTrue(table.pattern("pair").matcher("npm and yarn").matches());
        assertFalse(table.pattern("pair").matcher("npm and bun").matches());
    }

    @Test
    void case_counts_only_if_wanted() {
        assertTrue(table.pattern("thing").matcher("NPM").matches());
        assertFalse(table.caseSensitive("thing").matcher("NPM").matches());
    }

    @Test
    void an_unknown_name_is_an_error() {
        assertThrows(IllegalArgumentException.class, () -> table.pattern("missing"));
    }
}
