package dev.throughline.memory.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

final class UserSentencesTest {
    @Test
    void of_a_pasted_text_only_the_remarks_around_it_are_used() {
        String plan = "Please do this plan.\n\n# Plan\n## Steps\n- Never skip the second step\n\nAlways ask me first.";
        assertEquals("Please do this plan.\nAlways ask me first.", UserSentences.own(plan));
        assertEquals("\n", UserSentences.own("# Role\n## Rules\nAlways obey.\n\n- never stop\n- always go on"));
        assertEquals("", UserSentences.own("always ".repeat(1_000)).strip());
        assertEquals("- keep this\n- and that", UserSentences.own("- keep this\n- and that"));
    }

    @Test
    void sentences_do_not_end_inside_names_and_abbreviations() {
        assertEquals(
                List.of("Use literals instead of strings.Contains here.", "Why?", "because it reads better"),
                UserSentences.sentences("Use literals instead of strings.Contains here. Why? because it reads better"));
        assertEquals(List.of("第一句话在这里。", "第二句话在这里。"), UserSentences.sentences("第一句话在这里。第二句话在这里。"));
        assertEquals(
                List.of("we tag releases, e.g. the last one. twice"),
                UserSentences.sentences("we tag releases, e.g. the last one. twice").stream()
                        .reduce((one, other) -> one + " " + other)
                        .stream()
                        .toList());
    }

    @Test
    void code_quoted_lines_logs_and_chats_are_left_out() {
        assertEquals(List.of("after that"), UserSentences.sentences("```\nalways = never\n```\nafter that"));
        assertEquals(List.of("is it so?"), UserSentences.sentences("> We never do it.\nis it so?"));
        assertEquals(
                List.of("my log:"),
                UserSentences.sentences("my log:\n2026-04-05T10:00:00Z always retry\nERROR Always set the port"));
        assertEquals(
                List.of("what do you think?"),
                UserSentences.sentences("Ana: we never do it\nBen: we always do\n\nwhat do you think?"));
    }

    @Test
    void quoted_sentences_are_left_out_and_quoted_names_stay() {
        assertEquals(
                List.of("The README says …, is that so?"),
                UserSentences.sentences("The README says \"always run make clean first\", is that so?"));
        assertEquals(List.of("our branch is \"trunk\" here"), UserSentences.sentences("our branch is \"trunk\" here"));
        assertEquals(
                List.of("Der Linter meldet …"),
                UserSentences.sentences("Der Linter meldet „Verwende hier immer const“"));
    }

    @Test
    void text_that_is_announced_as_quoted_is_left_out() {
        assertEquals(
                List.of("here's the review comment:"),
                UserSentences.sentences("here's the review comment:\nWe always inject."));
        assertEquals(List.of("translate"), UserSentences.sentences("translate: Wir liefern ab sofort nur freitags"));
        assertEquals(List.of("Remember: we ship on Fridays"), UserSentences.sentences("Remember: we ship on Fridays"));
    }

    @Test
    void a_long_impersonal_text_is_left_out() {
        assertEquals(
                List.of(), UserSentences.sentences("Fetching the branch\nThe branch is at 0f3a9bc\nNothing to merge"));
        assertEquals(
                List.of(),
                UserSentences.sentences("The method readAll calls parseLine and writeOut, which are never closed."));
    }
}
