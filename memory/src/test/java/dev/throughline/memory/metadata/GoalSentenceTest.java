package dev.throughline.memory.metadata;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

final class GoalSentenceTest {
    private static String words(String message) {
        return GoalSentence.in(message)
                .map(goal -> String.join(" ", goal.words()))
                .orElse("");
    }

    @Test
    void polite_words_are_not_in_a_name() {
        assertEquals("flaky parser test", words("Hi! Can you please have a look at the flaky parser test?"));
        assertEquals("bug entire resume command", words("I think we have a bug with the `entire resume` command."));
    }

    @Test
    void the_title_of_a_pasted_plan_is_the_goal() {
        assertEquals(
                "remove old lexer",
                words("Implement the following plan:\n\n# Plan: Remove the old lexer\n\n## Context\nIt is slow."));
    }

    @Test
    void the_title_of_a_pasted_issue_is_the_goal() {
        assertEquals(
                "read json-name annotations",
                words("We're solving the following issue within our repository. Here's the issue text:\n"
                        + "--- BEGIN ISSUE ---\nRead `json_name` from annotations\n# Background\nWe would like it."));
    }

    @Test
    void a_sentence_that_announces_or_gives_a_role_is_skipped() {
        assertEquals(
                "validation ids include test",
                words("I got this feedback on the branch:\n\nThe validation of ids should include a test."));
        assertEquals(
                "critical parser plan",
                words("You are a skilled developer. Let's take a critical look at the parser plan."));
    }

    @Test
    void code_and_logs_are_not_read() {
        assertEquals("wingman log", words("```\nlong code with many words\n```\n$ tail -f some.log\nThe wingman log?"));
    }

    @Test
    void an_answer_is_no_goal() {
        assertEquals("", words("yes"));
        assertEquals("", words("5"));
        assertEquals("", words("ok, let's do that"));
    }

    @Test
    void what_agents_write_is_not_of_a_person() {
        assertFalse(GoalSentence.isOfPerson("[Request interrupted by user for tool use]"));
        assertFalse(GoalSentence.isOfPerson("Base directory for this skill: /skills/review"));
        assertFalse(GoalSentence.isOfPerson("This session is being continued from a previous conversation"));
        assertFalse(GoalSentence.isOfPerson("  "));
        assertTrue(GoalSentence.isOfPerson("fix it"));
    }
}
