package dev.throughline.engine.recall;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.junit.jupiter.api.Test;

final class RecallExcerptTest {
    private final TestSession session = new TestSession()
            .user("zebra crossing")
            .user("a line about nothing")
            .turn();

    @Test
    void a_short_text_is_shown_whole() {
        assertEquals("zebra\nlion", cut("zebra\nlion", "lion", 10));
    }

    @Test
    void whole_lines_around_the_rarest_term_are_shown() {
        String text = "aaa\n".repeat(50) + "the zebra\n" + "bbb\n".repeat(50);
        String part = cut(text, "zebra the", 30);
        assertTrue(part.contains("the zebra"), part);
        assertTrue(part.startsWith("aaa") || part.startsWith("the zebra"), part);
        assertTrue(part.length() <= 30, part);
    }

    @Test
    void in_one_long_line_the_characters_around_the_term_are_shown() {
        String part = cut("x".repeat(900) + " zebra " + "y".repeat(900), "zebra", 40);
        assertTrue(part.contains("zebra"), part);
        assertTrue(part.length() <= 41, part);
    }

    @Test
    void a_text_without_the_term_is_shown_from_its_beginning() {
        assertEquals("no animal ", cut("no animal is in here\nnor here", "zebra", 10));
    }

    @Test
    void matching_lines_are_shown_with_two_lines_of_context() {
        String text = "aaa\n".repeat(9) + "the zebra\nccc\nthe lion\n" + "bbb\n".repeat(9);
        RecallExcerpt.ExcerptQuery wanted =
                RecallExcerpt.ExcerptQuery.of("zebra lion", session.recall().finder());
        assertEquals(
                "aaa\naaa\nthe zebra\nccc\nthe lion\nbbb\nbbb",
                RecallExcerpt.matching(text, wanted, 1_000).in(text));
        assertEquals(
                "aaa\naaa\na",
                RecallExcerpt.matching("aaa\naaa\naaa", wanted, 9).in("aaa\naaa\naaa"));
    }

    @Test
    void no_character_is_cut_in_two() {
        long seed = System.nanoTime();
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        String[] parts = {"😀", "é", "\n", "\r\n", "zebra", " ", "日本"};
        for (int i = 0; i < 2_000; i++) {
            StringBuilder text = new StringBuilder();
            for (int j = random.nextInt(60); j > 0; j--) {
                text.append(parts[random.nextInt(parts.length)]);
            }
            int maxChars = 1 + random.nextInt(40);
            String part = cut(text.toString(), "zebra", maxChars);
            assertTrue(part.length() <= maxChars + 1, part);
            assertFalse(!part.isEmpty() && Character.isLowSurrogate(part.charAt(0)), part);
            assertFalse(!part.isEmpty() && Character.isHighSurrogate(part.charAt(part.length() - 1)), part);
        }
    }

    private String cut(String text, String query, int maxChars) {
        return RecallExcerpt.of(
                        text,
                        RecallExcerpt.ExcerptQuery.of(query, session.recall().finder()),
                        maxChars)
                .in(text);
    }
}
