package dev.throughline.engine.recall;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class RecallTermsTest {
    @Test
    void an_identifier_yields_itself_and_its_parts() {
        assertEquals(List.of("parsehttpheader2", "parse", "http", "header", "2"), terms("parseHTTPHeader2"));
        assertEquals(List.of("max_body_bytes", "max", "body", "bytes"), terms("MAX_BODY_BYTES"));
        assertEquals(List.of("__init__", "init"), terms("__init__"));
    }

    @Test
    void plain_words_are_lower_cased_and_given_once_each() {
        assertEquals(List.of("the", "cat"), terms("The  cat."));
        assertEquals(List.of("src", "main", "a", "java"), terms("src/main/a.java"));
        assertEquals(List.of("naïve"), terms("Naïve"));
    }

    @Test
    void text_without_spaces_yields_pairs_of_characters() {
        assertEquals(List.of("日本", "本語"), terms("日本語"));
        assertEquals(List.of("版", "v", "2"), terms("版 v 2"));
        assertEquals(List.of("端口", "8080"), terms("端口8080"));
    }

    @Test
    void stop_words_are_removed_from_a_query_that_has_other_words() {
        assertEquals(List.of("parser", "drop"), RecallTerms.ofQuery("why does the parser drop it, the parser?"));
        assertEquals(List.of("what", "is", "it"), RecallTerms.ofQuery("what is it"));
    }

    private static List<String> terms(String text) {
        List<String> terms = new ArrayList<>();
        RecallTerms.in(text, terms::add);
        return terms;
    }
}
