package dev.throughline.memory.metadata;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

final class NameRankingTest {
    private static final List<String> NAMES = List.of(
            "move-parser-to-new-lexer",
            "parser-tests",
            "fix-login-redirect",
            "fix-login-timeout",
            "release-notes-for-march",
            "überweisung-prüfen");

    private static List<String> best(String text) {
        return best(text, _ -> true, 10);
    }

    private static List<String> best(String text, Predicate<String> isEligible, int most) {
        return new NameRanking(text)
                .best(NAMES.stream(), Function.identity(), Comparator.naturalOrder(), isEligible, most);
    }

    @Test
    void words_may_be_in_any_order() {
        assertEquals(List.of("move-parser-to-new-lexer"), best("lexer parser"));
        assertEquals(List.of("fix-login-timeout"), best("Timeout login"));
    }

    @Test
    void the_beginning_of_a_word_is_enough() {
        assertEquals(List.of("release-notes-for-march"), best("relea"));
    }

    @Test
    void a_letter_or_two_may_differ() {
        assertEquals(List.of("parser-tests"), best("parsre-tests"));
        assertEquals(List.of("fix-login-redirect"), best("login redirct"));
        assertEquals(List.of("überweisung-prüfen"), best("überweisng prüfen"));
    }

    @Test
    void another_number_is_another_name() {
        assertEquals(0, new NameRanking("issue 12").score("issue-13"), 1e-9);
        assertEquals(0, new NameRanking("t12").score("t123"), 1e-9);
        assertEquals(0, new NameRanking("tests").score("test2"), 1e-9);
    }

    @Test
    void hyphens_do_not_matter() {
        assertEquals(List.of("parser-tests"), best("parsertests"));
        assertEquals(List.of("parser-tests"), best("Parser_Tests"));
    }

    @Test
    void names_that_are_nearly_as_good_are_all_meant() {
        assertEquals(List.of("fix-login-redirect", "fix-login-timeout"), best("fix login"));
        assertEquals(List.of("parser-tests", "move-parser-to-new-lexer"), best("parser"));
    }

    @Test
    void without_the_best_name_the_next_one_is_meant() {
        List<String> asked = new ArrayList<>();
        assertEquals(
                List.of("move-parser-to-new-lexer"),
                best("parser", name -> asked.add(name) && !name.equals("parser-tests"), 10));
        assertEquals(List.of("parser-tests", "move-parser-to-new-lexer"), asked, "no others are asked about");
        assertEquals(List.of("parser-tests"), best("parser", _ -> true, 1));
    }

    @Test
    void a_name_with_few_other_words_is_better() {
        NameRanking parser = new NameRanking("parser");
        assertTrue(parser.score("parser-tests") > parser.score("move-parser-to-new-lexer"));
    }

    @Test
    void a_text_with_mostly_other_words_means_nothing() {
        assertEquals(List.of(), best("deploy the parser to production tomorrow"));
        assertEquals(List.of(), best("parser widgets"), "half of the words");
        assertEquals(List.of(), best("xyz"));
        assertEquals(List.of(), best(""));
        assertEquals(List.of(), best("---"));
    }

    @Test
    void the_same_words_have_the_highest_score() {
        assertEquals(1, new NameRanking("parser-tests").score("parser-tests"), 1e-9);
        assertTrue(new NameRanking("parser-test").score("parser-tests") < 1);
        assertEquals(0, new NameRanking("parser").score(""), 1e-9);
    }
}
