package dev.throughline.memory.conversation;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

final class ScaffoldFilterTest {
    private static String of(String text) {
        return ScaffoldFilter.BUILT_IN.of(text);
    }

    @Test
    void the_words_of_a_person_stay() {
        assertEquals("Use the new lexer.", of("Use the new lexer.\n"));
        assertEquals("if a <b and c> d", of("if a <b and c> d"));
    }

    @Test
    void elements_that_an_agent_added_are_removed() {
        assertEquals("hello", of("<system-reminder>one</system-reminder>hello<system-reminder>two</system-reminder>"));
        assertEquals("<system-reminder>hello", of("<system-reminder>hello"));
    }

    @Test
    void a_text_that_an_agent_wrote_is_removed_as_a_whole() {
        assertEquals("", of("# AGENTS.md instructions for /repo\n\nUse tabs."));
    }

    @Test
    void only_the_request_below_a_list_of_open_files_stays() {
        assertEquals("hello", of("# Context\n\n## My request for Codex:\nhello"));
    }

    @Test
    void a_time_before_and_a_paragraph_below_the_words_are_removed() {
        assertEquals("hello", of("[Sun 2026-11-15 18:44 UTC] hello\n\nRuntime: agent=main | session=agent:main:main"));
    }
}
