package dev.throughline.memory.glean;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

final class OwnTextTest {
    @Test
    void of_something_pasted_only_the_remarks_beside_it_are_the_persons() {
        String plan = "Please do this plan.\n\n# Plan\n## Steps\n- Never skip the second step\n\nAlways ask me first.";
        assertEquals("Please do this plan.\nAlways ask me first.", OwnText.own(plan));
        assertEquals("\n", OwnText.own("# Role\n## Rules\nAlways obey.\n\n- never stop\n- always go on"));
        assertEquals("", OwnText.own("always ".repeat(1_000)).strip());
        assertEquals("- keep this\n- and that", OwnText.own("- keep this\n- and that"));
    }

    @Test
    void sentences_end_where_they_end_and_not_in_a_name() {
        assertEquals(
                List.of("Use literals instead of strings.Contains here.", "Why?", "because it reads better"),
                OwnText.sentences("Use literals instead of strings.Contains here. Why? because it reads better"));
        assertEquals(List.of("第一句话在这里。", "第二句话在这里。"), OwnText.sentences("第一句话在这里。第二句话在这里。"));
        assertEquals(
                List.of("we tag releases, e.g. the last one. twice"),
                OwnText.sentences("we tag releases, e.g. the last one. twice").stream()
                        .reduce((one, other) -> one + " " + other)
                        .stream()
                        .toList());
    }

    @Test
    void code_quoted_lines_logs_and_chats_are_not_said() {
        assertEquals(List.of("after that"), OwnText.sentences("```\nalways = never\n```\nafter that"));
        assertEquals(List.of("is it so?"), OwnText.sentences("> We never do it.\nis it so?"));
        assertEquals(
                List.of("my log:"),
                OwnText.sentences("my log:\n2026-04-05T10:00:00Z always retry\nERROR Always set the port"));
        assertEquals(
                List.of("what do you think?"),
                OwnText.sentences("Ana: we never do it\nBen: we always do\n\nwhat do you think?"));
    }

    @Test
    void a_saying_in_quotes_is_left_out_and_a_name_in_quotes_stays() {
        assertEquals(
                List.of("The README says …, is that so?"),
                OwnText.sentences("The README says \"always run make clean first\", is that so?"));
        assertEquals(List.of("our branch is \"trunk\" here"), OwnText.sentences("our branch is \"trunk\" here"));
        assertEquals(
                List.of("Der Linter meldet …"), OwnText.sentences("Der Linter meldet „Verwende hier immer const“"));
    }

    @Test
    void what_follows_an_announcement_is_somebody_elses() {
        assertEquals(
                List.of("here's the review comment:"),
                OwnText.sentences("here's the review comment:\nWe always inject."));
        assertEquals(List.of("translate"), OwnText.sentences("translate: Wir liefern ab sofort nur freitags"));
        assertEquals(List.of("Remember: we ship on Fridays"), OwnText.sentences("Remember: we ship on Fridays"));
    }

    @Test
    void a_long_text_in_which_nobody_speaks_is_pasted() {
        assertEquals(List.of(), OwnText.sentences("Fetching the branch\nThe branch is at 0f3a9bc\nNothing to merge"));
        assertEquals(
                List.of(),
                OwnText.sentences("The method readAll calls parseLine and writeOut, which are never closed."));
    }
}
