package dev.throughline.memory.inject;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.memory.topic.TopicManifest;
import dev.throughline.memory.workspace.MemoryPath;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class WordOverlapFinderTest {
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

    private static List<String> find(String words, int most, String... descriptions) {
        return new WordOverlapFinder()
                .find(words, manifest(descriptions), most).stream()
                        .map(MemoryPath::name)
                        .toList();
    }

    @Test
    void rare_words_count_and_the_best_comes_first() {
        assertEquals(
                List.of("t1", "t0"),
                find("How do I deploy the staging server?", 5, "deploy notes", "staging server", "lunch"));
    }

    @Test
    void a_word_that_all_topics_have_finds_none() {
        assertEquals(
                List.of(),
                find("the server", 5, "the server a", "the server b", "the server c", "the server d", "the server e"));
    }

    @Test
    void plural_and_case_do_not_matter_and_short_words_do_not_count() {
        assertEquals(List.of("t0"), find("our REVIEW", 5, "how reviews are written"));
        assertEquals(List.of(), find("is it on?", 5, "is it on at x"));
    }

    @Test
    void the_number_is_limited_and_scripts_without_spaces_work() {
        assertEquals(2, find("alpha beta gamma", 2, "alpha", "beta", "gamma").size());
        assertEquals(List.of("t0"), find("发布", 5, "发布 流程"));
        assertEquals(List.of(), find("", 5, "alpha"));
    }
}
