package dev.throughline.search.index;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.search.SearchLimits;
import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.IndexSearcher;
import org.junit.jupiter.api.Test;

final class KeywordQueryTest {
    @Test
    void a_hit_needs_only_one_word_and_a_rare_word_weighs_more() throws IOException {
        try (SmallIndex index = new SmallIndex("the cat sat", "the dog sat", "a bird sat", "a zebra stood")) {
            assertEquals(List.of(3), index.found("zebra giraffe"));
            assertEquals(3, index.found("zebra sat").getFirst());
            assertEquals(4, index.found("zebra sat").size());
        }
    }

    @Test
    void inflected_forms_are_ranked_after_the_exact_word() throws IOException {
        try (SmallIndex index = new SmallIndex("he deploys", "we deployed", "nothing here")) {
            assertEquals(List.of(1, 0), index.found("deployed"));
        }
    }

    @Test
    void question_words_are_ignored_unless_the_query_has_no_others() throws IOException {
        try (SmallIndex index = new SmallIndex("where is it", "pears")) {
            assertEquals(List.of(1), index.found("where is the pears"));
            assertEquals(List.of(0), index.found("where is"));
        }
    }

    @Test
    void a_query_that_is_one_identifier_ranks_it_before_texts_with_its_parts() throws IOException {
        String parts = "parse header parse header parse header";
        try (SmallIndex index =
                new SmallIndex(parts, parts, "a long text " + "of words ".repeat(60) + "parse_header")) {
            assertEquals(2, index.found("parse_header").getFirst());
        }
    }

    @Test
    void query_syntax_is_plain_text_and_a_query_without_words_finds_nothing() throws IOException {
        try (SmallIndex index = new SmallIndex("pears AND nuts", "apples")) {
            assertEquals(List.of(0), index.found("+pears -nuts text:(plum*"));
            assertEquals(List.of(), index.found("?! ( \" *"));
        }
    }

    @Test
    void a_query_with_too_many_words_uses_the_rarest() throws IOException {
        String common = IntStream.range(0, 3 * SearchLimits.MAX_QUERY_WORDS)
                .mapToObj(i -> "word" + (char) ('a' + i / 26) + (char) ('a' + i % 26))
                .collect(Collectors.joining(" "));
        try (SmallIndex index = new SmallIndex(common, common, "zebra")) {
            assertTrue(index.found(common + " zebra").contains(2));
            IndexSearcher searcher = index.searcher();
            BooleanQuery query = (BooleanQuery)
                    SmallIndex.lexical(searcher, common + " zebra").query();
            assertTrue(
                    query.clauses().size() <= 4 * SearchLimits.MAX_QUERY_WORDS,
                    query.clauses().size() + " clauses");
        }
    }
}
