package dev.throughline.workingset;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

final class LinesTest {
    @Test
    void lines_are_given_back_as_they_stand() {
        Lines lines = Lines.of("one\n\nthree  \n");
        assertEquals(4, lines.count());
        assertEquals("one\n\nthree  \n", lines.text(0, 4));
        assertEquals("\nthree  ", lines.text(1, 3));
        assertEquals("one\n".length(), lines.characters(0, 1));
    }

    @Test
    void numbers_before_a_line_and_spaces_behind_it_do_not_count() {
        long key = Lines.of("\treturn parse(head)").key(0);
        assertEquals(key, Lines.of("    12→\treturn parse(head)").key(0));
        assertEquals(key, Lines.of("40961:\treturn parse(head)  \r").key(0));
        assertEquals(key, Lines.of("7|\treturn parse(head)").key(0));
        assertNotEquals(key, Lines.of("return parse(head)").key(0));
        assertNotEquals(Lines.of("12 apples in all").key(0), Lines.of("13 apples in all").key(0));
    }

    @Test
    void a_line_is_named_by_its_number_or_its_place() {
        Lines lines = Lines.of("  12→package a\nplain\n14:more");
        assertEquals("12", lines.number(0));
        assertEquals("2", lines.number(1));
        assertEquals("14", lines.number(2));
    }

    @Test
    void short_lines_say_too_little_to_begin_a_repeat() {
        Lines lines = Lines.of("}\n  12→  }\nreturn parse(head);");
        assertFalse(lines.isTelling(0));
        assertFalse(lines.isTelling(1));
        assertTrue(lines.isTelling(2));
    }

    @Test
    void an_empty_text_is_one_empty_line() {
        assertEquals(1, Lines.of("").count());
        assertEquals("", Lines.of("").text(0, 1));
    }
}
