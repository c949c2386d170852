package dev.throughline.memory.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;

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
    void a_day_of_work_yields_every_kind_of_finding() {
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
    void a_statement_has_the_handle_of_its_message() {
        Conversation conversation = Stage.conversation(Stage.user("remember that the demo is on 2026-05-01"));
        assertEquals(
                Stage.handle("remember that the demo is on 2026-05-01"),
                RuleFindings.of(conversation).statements().getFirst().handle());
    }

    @Test
    void code_and_questions_yield_nothing() {
        RuleFindings found = RuleFindings.of(Stage.conversation(
                Stage.user("Look at this:\n```\nalways = never\n```\nWhat does it do?"), Stage.agent("It assigns.")));
        assertEquals(List.of(), found.statements());
        assertEquals(List.of(), found.corrections());
    }

    @Test
    void prose_has_no_tables_code_or_marks() {
        assertEquals(
                "Done All tests pass.",
                RuleFindings.prose("## Done\n| a | b |\n|---|---|\n```\ncode\n```\n---\nAll **tests** pass.\n"));
    }

    @Test
    void the_task_is_the_first_long_message_and_later_requests_follow() {
        RuleFindings found = RuleFindings.of(Stage.conversation(
                Stage.user("yes"),
                Stage.user("# Plan\nMove the **parser** to the new lexer."),
                Stage.agent("| a | b |"),
                Stage.agent("## Done\nIt is moved."),
                Stage.agent("```\ncode\n```"),
                Stage.user("can we add tests for this?")));
        assertEquals("Plan Move the parser to the new lexer.", found.task().text());
        assertEquals(List.of("can we add tests for this?"), texts(found.requests()));
        assertEquals("Done It is moved.", found.state().text());
        assertEquals(
                "yes",
                RuleFindings.of(Stage.conversation(Stage.user("yes"))).task().text());
    }

    @Test
    void results_belong_to_calls_in_their_order() {
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
    void files_have_short_names_and_temporary_files_are_left_out() {
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
    void the_words_of_the_agent_are_not_statements() {
        RuleFindings found = RuleFindings.of(Stage.conversation(
                Stage.user("what is this code for"),
                Stage.agent("This dead code should be removed.\nNow let's remove the unused import:\n"
                        + "We decided to always use the streaming lexer in this repo.")));
        assertEquals(List.of(), found.statements());
    }
}
