package dev.throughline.memory.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.memory.Stage;
import dev.throughline.memory.conversation.Conversation;
import dev.throughline.model.ItemKind;
import java.util.List;
import org.junit.jupiter.api.Test;

final class RuleFindingsTest {
    private static List<String> texts(List<RuleFindings.Quote> quotes) {
        return quotes.stream().map(RuleFindings.Quote::text).toList();
    }

    @Test
    void what_matters_is_picked_out_in_the_words_that_were_said() {
        RuleFindings found = RuleFindings.of(Stage.day());
        assertEquals(
                List.of("Always run the linter before you commit."),
                found.statements().stream().map(Statement::text).toList());
        assertEquals(List.of("No, that's wrong: keep the old tests."), texts(found.corrections()));
        assertEquals(List.of("src/Parser.java"), found.files());
        assertEquals(List.of("mvn test → error: lexer not found"), texts(found.failures()));
        assertEquals("Please move the parser to the new lexer.", found.task().text());
        assertEquals(
                "Done; the old tests are back and all of them pass.",
                found.state().text());
    }

    @Test
    void a_quote_knows_where_it_was_said() {
        Conversation conversation = Stage.conversation(Stage.user("remember that the demo is on 2026-05-01"));
        assertEquals(
                Stage.handle("remember that the demo is on 2026-05-01"),
                RuleFindings.of(conversation).statements().getFirst().handle());
    }

    @Test
    void code_and_small_talk_teach_nothing() {
        RuleFindings found = RuleFindings.of(Stage.conversation(
                Stage.user("Look at this:\n```\nalways = never\n```\nWhat does it do?"), Stage.agent("It assigns.")));
        assertTrue(found.isEmpty(), found.toString());
    }

    @Test
    void the_task_is_the_first_thing_that_says_something_and_later_asks_follow() {
        RuleFindings found = RuleFindings.of(Stage.conversation(
                Stage.user("yes"),
                Stage.user("# Plan\nMove the **parser** to the new lexer."),
                Stage.agent("| a | b |"),
                Stage.agent("## Done\nIt is moved."),
                Stage.agent("```\ncode\n```"),
                Stage.user("can we add tests for this?")));
        assertEquals("Plan Move the parser to the new lexer.", found.task().text());
        assertEquals(List.of("can we add tests for this?"), texts(found.asks()));
        assertEquals("Done It is moved.", found.state().text());
        assertEquals(
                "yes",
                RuleFindings.of(Stage.conversation(Stage.user("yes"))).task().text());
    }

    @Test
    void answers_belong_to_calls_in_their_order() {
        RuleFindings found = RuleFindings.of(Stage.conversation(
                Stage.said(ItemKind.TOOL_CALL, "Bash", "{\"command\":\"make one\"}"),
                Stage.said(ItemKind.TOOL_CALL, "Bash", "{\"command\":\"make two\"}"),
                Stage.said(ItemKind.TOOL_RESULT, "Bash", "error: one is broken"),
                Stage.said(ItemKind.TOOL_RESULT, "Bash", "error: two is broken"),
                Stage.said(ItemKind.TOOL_CALL, "Bash", "{\"command\":\"make three\"}"),
                Stage.user("stop that please, do this instead"),
                Stage.said(ItemKind.TOOL_CALL, "Bash", "{\"command\":\"make four\"}"),
                Stage.said(ItemKind.TOOL_RESULT, "Bash", "error: four is broken")));
        assertEquals(
                List.of(
                        "make one → error: one is broken",
                        "make two → error: two is broken",
                        "make four → error: four is broken"),
                texts(found.failures()));
    }

    @Test
    void files_are_named_short_and_scratch_is_left_out() {
        RuleFindings found = RuleFindings.of(Stage.conversation(
                Stage.said(ItemKind.TOOL_CALL, "Edit", "{\"file_path\":\"/home/ana/work/src/a/One.java\"}"),
                Stage.said(ItemKind.TOOL_CALL, "Write", "{\"file_path\":\"/home/ana/work/README.md\"}"),
                Stage.said(ItemKind.TOOL_CALL, "Write", "{\"file_path\":\"/tmp/try.sh\"}"),
                Stage.said(ItemKind.TOOL_CALL, "Write", "{\"file_path\":\"/home/ana/.claude/plans/x.md\"}"),
                Stage.said(ItemKind.TOOL_CALL, "Read", "{\"file_path\":\"/home/ana/work/other.md\"}")));
        assertEquals(List.of("/home/ana/work/src/a/One.java", "/home/ana/work/README.md"), found.files());
        assertEquals(List.of("src/a/One.java", "README.md"), found.shortFiles());
        assertEquals(List.of(), RuleFindings.of(Stage.conversation()).shortFiles());
    }

    @Test
    void what_an_agent_says_is_nobodys_decision() {
        RuleFindings found = RuleFindings.of(Stage.conversation(
                Stage.user("what is this code for"),
                Stage.agent("This dead code should be removed.\nNow let's remove the unused import:\n"
                        + "We decided to always use the streaming lexer in this repo.")));
        assertEquals(List.of(), found.statements());
    }
}
