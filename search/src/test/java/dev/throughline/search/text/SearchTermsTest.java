package dev.throughline.search.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class SearchTermsTest {
    @Test
    void identifiers_are_split_and_also_kept_complete() {
        SearchTerms words = SearchTerms.of("HTTPServer.parse_header() failed: ORA-00942, v1.20.0-beta30");
        assertEquals(
                List.of("http", "server", "parse", "header", "failed", "ora", "00942", "v1", "20", "0", "beta30"),
                words.exact());
        assertTrue(words.codes()
                .containsAll(List.of("httpserver.parse_header", "httpserver", "ora-00942", "v1.20.0-beta30")));
    }

    @Test
    void a_path_is_found_by_its_file() {
        assertTrue(SearchTerms.of("see src/main/java/Foo.java:12").codes().contains("foo.java:12"));
    }

    @Test
    void accents_width_case_and_apostrophes_are_normalised() {
        assertEquals(
                List.of("naive", "cafe", "abc", "caroline", "dont", "strasse"),
                SearchTerms.of("naïve Café ＡＢＣ Caroline’s don't Straße").exact());
    }

    @Test
    void each_word_has_a_stem() {
        assertEquals(
                List.of("run", "run", "databas"),
                SearchTerms.of("running runs databases").stems());
    }

    @Test
    void text_without_spaces_gives_characters_and_pairs_and_a_query_only_pairs() {
        assertEquals(List.of("東", "京", "塔", "東京", "京塔"), SearchTerms.of("東京塔").exact());
        assertEquals(List.of("東京", "京塔"), SearchTerms.ofQuery("東京塔").exact());
        assertEquals(List.of("猫"), SearchTerms.ofQuery("猫").exact());
        assertEquals(List.of("カタ", "タカ", "カナ"), SearchTerms.ofQuery("ｶﾀｶﾅ").exact());
    }

    @Test
    void every_exact_word_has_a_stem_in_any_text() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int round = 0; round < 500; round++) {
            StringBuilder text = new StringBuilder();
            for (int i = random.nextInt(60); i > 0; i--) {
                text.appendCodePoint(random.nextBoolean() ? random.nextInt(0x250) : random.nextInt(0x10ffff));
            }
            SearchTerms words = SearchTerms.of(text.toString());
            assertEquals(words.exact().size(), words.stems().size(), "seed " + seed);
        }
    }

    @Test
    void stop_words_count_in_a_query_only_if_there_are_no_others() {
        SearchTerms query = SearchTerms.ofQuery("who parsed the header of the parsed page");
        assertEquals(List.of("parsed", "header", "page"), List.copyOf(query.significantWords()));
        assertEquals(List.of("pars", "header", "page"), List.copyOf(query.significantStems()));
        assertEquals(
                List.of("who", "is", "it"),
                List.copyOf(SearchTerms.ofQuery("who is it").significantWords()));
    }
}
