package dev.throughline.search.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

final class SnippetTest {
    @Test
    void the_lines_around_the_best_one_are_shown() {
        String text = "noise here\n".repeat(50) + "the needle stands here\n" + "more noise\n".repeat(50);
        String snippet = Snippet.of(text, Words.ofQuery("Needles"), 100);
        assertTrue(snippet.contains("the needle stands here") && snippet.length() <= 100, snippet);
    }

    @Test
    void a_line_that_is_too_long_is_cut_around_what_was_found() {
        String snippet =
                Snippet.of("hay ".repeat(1000) + "needle " + "hay ".repeat(1000), Words.ofQuery("needle"), 700);
        assertTrue(snippet.contains("needle") && snippet.length() <= 700, snippet);
    }

    @Test
    void a_short_text_is_shown_whole() {
        assertEquals("all of it", Snippet.of("  all of it\n", Words.ofQuery("x"), 700));
    }
}
