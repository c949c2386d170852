package dev.throughline.search.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

final class SearchSnippetTest {
    @Test
    void the_lines_around_the_best_one_are_shown() {
        String text = "noise here\n".repeat(50) + "the needle stands here\n" + "more noise\n".repeat(50);
        String snippet =
                SearchSnippet.of(text, SearchTerms.ofQuery("Needles"), 100).text();
        assertTrue(snippet.contains("the needle stands here") && snippet.length() <= 100, snippet);
    }

    @Test
    void it_knows_its_lines() {
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
    void a_line_that_is_too_long_is_cut_around_what_was_found() {
        String snippet = SearchSnippet.of(
                        "hay ".repeat(1000) + "needle " + "hay ".repeat(1000), SearchTerms.ofQuery("needle"), 700)
                .text();
        assertTrue(snippet.contains("needle") && snippet.length() <= 700, snippet);
    }

    @Test
    void a_short_text_is_shown_whole() {
        assertEquals(
                "all of it",
                SearchSnippet.of("  all of it\n", SearchTerms.ofQuery("x"), 700).text());
    }

    @Test
    void other_forms_names_in_identifiers_and_text_without_spaces_are_seen() {
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
    void a_word_inside_of_another_or_a_much_longer_one_is_not_seen() {
        String noise = "nothing of it there\n".repeat(50);
        String text = "heaters or artilleryperson\n" + noise + "the art we ate\n" + noise;
        assertTrue(SearchSnippet.of(text, SearchTerms.ofQuery("art ate"), 60)
                .text()
                .contains("the art we ate"));
    }

    @Test
    void the_words_that_make_a_question_do_not_choose_the_line() {
        String noise = "where is it and what was it\n".repeat(50);
        String snippet = SearchSnippet.of(
                        noise + "a needle\n" + noise, SearchTerms.ofQuery("where is it, the needle?"), 60)
                .text();
        assertTrue(snippet.contains("a needle"), snippet);
    }
}
