package dev.throughline.memory.metadata;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

final class NameWordsTest {
    @Test
    void only_words_that_say_something_are_kept() {
        assertEquals(
                List.of("fix", "flaky", "parser", "test"), NameWords.of("Can we please fix the flaky parser test?"));
        assertEquals(List.of("parser", "umbauen"), NameWords.of("Kannst du bitte den Parser umbauen?"));
    }

    @Test
    void of_a_path_the_end_counts() {
        assertEquals(
                List.of("read", "main", "tui-renderer"), NameWords.of("read @src/main.ts src/tui/tui-renderer.ts"));
        assertEquals(List.of("fix", "tests", "build"), NameWords.of("fix the tests/build"));
        assertEquals(List.of("session-phase"), NameWords.of("docs/plans/2026-02-06-session-phase.md"));
    }

    @Test
    void of_an_address_the_number_of_a_request_counts() {
        assertEquals(List.of("review", "pr", "88"), NameWords.of("review https://github.com/ada/parser/pull/88"));
        assertEquals(
                List.of("issue-ent-259"),
                NameWords.of("https://linear.app/hq/issue/ENT-259/code-attribution-is-broken"));
        assertEquals(List.of("lexers"), NameWords.of("see https://www.lexers.org/a/b?c=d"));
    }

    @Test
    void marks_of_secrets_and_long_ids_are_left_out() {
        assertEquals(List.of("deploy"), NameWords.of("deploy with [redacted:github-token] and 0123456789abcdef01"));
    }

    @Test
    void a_generic_word_is_not_specific() {
        assertEquals(
                List.of("lexer"),
                List.of("fix", "lexer", "branch").stream()
                        .filter(NameWords::isSpecific)
                        .toList());
    }
}
