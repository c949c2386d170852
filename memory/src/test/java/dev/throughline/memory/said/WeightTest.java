package dev.throughline.memory.said;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

final class WeightTest {
    @Test
    void scripts_without_spaces_are_counted_by_the_sign() {
        assertEquals(2, Weight.tokens("eight ch"));
        assertEquals(4, Weight.tokens("日本語文"));
    }

    @Test
    void whole_lines_are_kept_from_either_end() {
        assertEquals("one\ntwo\n", Weight.first("one\ntwo\nthree", 2));
        assertEquals("two\nthree\n", Weight.last("one one one\ntwo\nthree", 3));
    }

    @Test
    void a_text_of_one_line_is_cut_by_tokens_and_not_by_characters() {
        assertEquals("x".repeat(40), Weight.first("x".repeat(100), 10));
        assertEquals("日".repeat(10), Weight.first("日".repeat(100), 10));
        String end = Weight.last("y".repeat(100) + "x".repeat(36), 10);
        assertEquals("x".repeat(36) + "\n", end);
        assertEquals(10, Weight.tokens(end));
    }

    @Test
    void a_heading_does_not_take_the_place_of_the_long_line_below_it() {
        assertEquals("# A\n" + "x".repeat(36), Weight.first("# A\n" + "x".repeat(100), 10));
        assertEquals("x".repeat(32) + "\n# Z\n", Weight.last("x".repeat(100) + "\n# Z", 10));
    }

    @Test
    void no_character_is_cut_in_two_and_no_cut_is_too_heavy() {
        String text = "a😀日b".repeat(50);
        for (int tokens = 1; tokens < 60; tokens++) {
            String first = Weight.first(text, tokens);
            String last = Weight.last(text, tokens);
            assertTrue(Weight.tokens(first) <= tokens, first);
            assertTrue(Weight.tokens(last) <= tokens, last);
            assertTrue(isWhole(first) && isWhole(last), first + " " + last);
        }
    }

    private static boolean isWhole(String text) {
        return text.codePoints().noneMatch(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE);
    }
}
