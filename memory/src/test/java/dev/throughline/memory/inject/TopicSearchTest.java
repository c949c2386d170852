package dev.throughline.memory.inject;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.memory.topic.TopicManifest;
import dev.throughline.memory.topic.TopicType;
import dev.throughline.memory.workspace.MemoryPath;
import dev.throughline.search.SearchHit;
import dev.throughline.search.SearchQuery;
import dev.throughline.search.SearchResult;
import dev.throughline.search.SearchScope;
import dev.throughline.search.SearchStatus;
import dev.throughline.search.embed.Embedder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

final class TopicSearchTest {
    private static final MemoryPath RELEASES = new MemoryPath("topics/project_releases.md");
    private static final MemoryPath BEER = new MemoryPath("topics/user_beer.md");

    @Test
    void lines_fit_if_they_share_several_words_or_half_of_the_message() {
        assertTrue(TopicSearch.isAbout("When do we cut releases?", "- The releases are cut on Thursdays."));
        assertTrue(TopicSearch.isAbout("parse_header?", "parse_header drops the last line"));
        assertFalse(TopicSearch.isAbout(
                "Can the nightly build on the new machine wait until Thursday?", "releases are cut on Thursdays"));
        assertFalse(TopicSearch.isAbout("what can you do for us", "what you should know about how we do it"));
    }

    @Test
    void what_search_finds_is_shown_only_with_a_reason() {
        assertEquals(List.of(RELEASES), find("When do we cut releases?", /* isNear= */ false));
        assertEquals(List.of(), find("Paint the fence.", /* isNear= */ false));
        assertEquals(List.of(RELEASES, BEER), find("Paint the fence.", /* isNear= */ true));
    }

    private static List<MemoryPath> find(String words, boolean isNear) {
        List<SearchHit> hits = List.of(
                hit(RELEASES, "The releases are cut on Thursdays."),
                hit(new MemoryPath("MEMORY.md"), "cut releases"),
                hit(BEER, "Bob likes stout."));
        TopicManifest manifest = new TopicManifest(List.of(line(RELEASES), line(BEER)));
        return new TopicSearch(
                        query -> new SearchResult(
                                query.mode() == SearchQuery.SearchMode.MEANING && !isNear ? List.of() : hits,
                                new SearchStatus.Ok(),
                                0),
                        Optional.of(new Embedder.Nearness(0.65, 0.7)))
                .find(words, manifest, 5);
    }

    @Test
    void without_measured_cosines_the_first_hits_by_both_searches_are_close() {
        SearchHit releases = hit(RELEASES, "They are cut on Thursdays.");
        SearchHit beer = hit(BEER, "Bob likes stout.");
        Function<SearchQuery, SearchResult> index = query -> new SearchResult(
                switch (query.mode()) {
                    case MEANING -> query.minScore() > 0 ? List.of() : List.of(releases, beer);
                    case WORDS -> List.of(releases);
                    case HYBRID -> List.of(releases, beer);
                },
                new SearchStatus.Ok(),
                0);
        TopicManifest manifest = new TopicManifest(List.of(line(RELEASES), line(BEER)));
        assertEquals(List.of(RELEASES), new TopicSearch(index, Optional.empty()).find("Paint the fence.", manifest, 5));
    }

    private static TopicManifest.TopicLine line(MemoryPath path) {
        return new TopicManifest.TopicLine(
                path, Optional.of(TopicType.PROJECT), "a topic", Instant.EPOCH, "of something");
    }

    private static SearchHit hit(MemoryPath path, String snippet) {
        return new SearchHit(path.text(), path.text(), 1, 1, 0.9, snippet, SearchScope.MEMORY, null);
    }

    private static TopicManifest manifest(String... descriptions) {
        List<TopicManifest.TopicLine> lines = new ArrayList<>();
        for (String description : descriptions) {
            lines.add(new TopicManifest.TopicLine(
                    new MemoryPath("topics/t" + lines.size() + ".md"),
                    Optional.empty(),
                    "",
                    Instant.EPOCH,
                    description));
        }
        return new TopicManifest(lines);
    }

    private static List<String> byWords(String words, int most, String... descriptions) {
        return TopicSearch.byWords(words, manifest(descriptions), most).stream()
                .map(MemoryPath::name)
                .toList();
    }

    @Test
    void rare_words_count_and_the_best_comes_first() {
        assertEquals(
                List.of("t1", "t0"),
                byWords("How do I deploy the staging server?", 5, "deploy notes", "staging server", "lunch"));
    }

    @Test
    void a_word_that_all_topics_have_finds_none() {
        assertEquals(
                List.of(),
                byWords(
                        "the server",
                        5,
                        "the server a",
                        "the server b",
                        "the server c",
                        "the server d",
                        "the server e"));
    }

    @Test
    void plural_and_case_do_not_matter_and_short_words_do_not_count() {
        assertEquals(List.of("t0"), byWords("our REVIEW", 5, "how reviews are written"));
        assertEquals(List.of(), byWords("is it on?", 5, "is it on at x"));
    }

    @Test
    void the_number_is_limited_and_scripts_without_spaces_work() {
        assertEquals(2, byWords("alpha beta gamma", 2, "alpha", "beta", "gamma").size());
        assertEquals(List.of("t0"), byWords("发布", 5, "发布 流程"));
        assertEquals(List.of(), byWords("", 5, "alpha"));
    }
}
