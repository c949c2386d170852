package dev.throughline.search.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

final class SearchSnippetTest {
    @Test
    void a_snippet_contains_the_lines_around_the_best_match() {
        String text = "noise here\n".repeat(50) + "the needle stands here\n" + "more noise\n".repeat(50);
        String snippet =
                SearchSnippet.of(text, SearchTerms.ofQuery("Needles"), 100).text();
        assertTrue(snippet.contains("the needle stands here") && snippet.length() <= 100, snippet);
    }

    @Test
    void a_snippet_has_the_numbers_of_its_lines() {
        String text = "\n\n" + "noise here\n".repeat(50) + "the needle stands here\n" + "more noise\n".repeat(50);
        List<String> lines = text.lines().toList();
        for (int most : new int[] {22, 60, 100, 5_000}) {
            SearchSnippet snippet = SearchSnippet.of(text, SearchTerms.ofQuery("needle"), most);
            int to = snippet.from() + snippet.lines();
            assertEquals(snippet.text(), String.join("\n", lines.subList(snippet.from(), to)));
        }
        assertEquals(
                new SearchSnippet("dle", 1, 1),
                SearchSnippet.of("\n" + "needle".substring(3) + "\n", SearchTerms.ofQuery("x"), 9));
    }

    @Test
    void a_too_long_line_is_cut_around_the_match() {
        String snippet = SearchSnippet.of(
                        "hay ".repeat(1000) + "needle " + "hay ".repeat(1000), SearchTerms.ofQuery("needle"), 700)
                .text();
        assertTrue(snippet.contains("needle") && snippet.length() <= 700, snippet);
    }

    @Test
    void a_short_text_is_its_own_snippet() {
        assertEquals(
                "all of it",
                SearchSnippet.of("  all of it\n", SearchTerms.ofQuery("x"), 700).text());
    }

    @Test
    void inflected_forms_parts_of_identifiers_and_text_without_spaces_match() {
        String noise = "nothing of it here\n".repeat(50);
        for (String[] each : new String[][] {
            {"normal cities", "normalization of a city"},
            {"parse header", "call HTTPServer.parseHeader now"},
            {"東京塔", "昨日東京塔に行った"},
            {"where is it", "where is it"}
        }) {
            String snippet = SearchSnippet.of(noise + each[1] + "\n" + noise, SearchTerms.ofQuery(each[0]), 100)
                    .text();
            assertTrue(snippet.contains(each[1]), each[0] + ": " + snippet);
        }
    }

    @Test
    void a_word_inside_another_word_does_not_match() {
        String noise = "nothing of it there\n".repeat(50);
        String text = "heaters or artilleryperson\n" + noise + "the art we ate\n" + noise;
        assertTrue(SearchSnippet.of(text, SearchTerms.ofQuery("art ate"), 60)
                .text()
                .contains("the art we ate"));
    }

    @Test
    void question_words_do_not_select_the_line() {
        String noise = "where is it and what was it\n".repeat(50);
        String snippet = SearchSnippet.of(
                        noise + "a needle\n" + noise, SearchTerms.ofQuery("where is it, the needle?"), 60)
                .text();
        assertTrue(snippet.contains("a needle"), snippet);
    }
}
