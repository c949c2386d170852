package dev.throughline.memory.conversation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

final class ApproximateTokensTest {
    @Test
    void scripts_without_spaces_count_one_token_for_each_character() {
        assertEquals(2, ApproximateTokens.tokens("eight ch"));
        assertEquals(4, ApproximateTokens.tokens("日本語文"));
    }

    @Test
    void whole_lines_are_kept_from_either_end() {
        assertEquals("one\ntwo\n", ApproximateTokens.first("one\ntwo\nthree", 2));
        assertEquals("two\nthree\n", ApproximateTokens.last("one one one\ntwo\nthree", 3));
    }

    @Test
    void a_text_of_one_line_is_cut_by_tokens_and_not_by_characters() {
        assertEquals("x".repeat(40), ApproximateTokens.first("x".repeat(100), 10));
        assertEquals("日".repeat(10), ApproximateTokens.first("日".repeat(100), 10));
        String end = ApproximateTokens.last("y".repeat(100) + "x".repeat(36), 10);
        assertEquals("x".repeat(36) + "\n", end);
        assertEquals(10, ApproximateTokens.tokens(end));
    }

    @Test
    void a_heading_does_not_take_the_place_of_the_long_line_below_it() {
        assertEquals("# A\n" + "x".repeat(36), ApproximateTokens.first("# A\n" + "x".repeat(100), 10));
        assertEquals("x".repeat(32) + "\n# Z\n", ApproximateTokens.last("x".repeat(100) + "\n# Z", 10));
    }

    @Test
    void no_character_is_split_and_no_cut_exceeds_its_tokens() {
        String text = "a😀日b".repeat(50);
        for (int tokens = 1; tokens < 60; tokens++) {
            String first = ApproximateTokens.first(text, tokens);
            String last = ApproximateTokens.last(text, tokens);
            assertTrue(ApproximateTokens.tokens(first) <= tokens, first);
            assertTrue(ApproximateTokens.tokens(last) <= tokens, last);
            assertTrue(isWhole(first) && isWhole(last), first + " " + last);
        }
    }

    private static boolean isWhole(String text) {
        return text.codePoints().noneMatch(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE);
    }
}
