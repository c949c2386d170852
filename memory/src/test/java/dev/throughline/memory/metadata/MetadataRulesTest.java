package dev.throughline.memory.metadata;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.memory.Stage;
import dev.throughline.memory.conversation.Conversation;
import dev.throughline.memory.conversation.ConversationItem;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class MetadataRulesTest {
    private static MetadataTexts describe(String... messages) {
        List<ConversationItem> items = Stream.of(messages)
                .flatMap(message -> Stream.of(Stage.user(message), Stage.agent("I did **it**.")))
                .toList();
        Conversation conversation = Stage.conversation(items);
        return MetadataRules.describe(conversation);
    }

    @Test
    void the_first_goal_is_the_name_and_the_description() {
        MetadataTexts texts = describe("hi", "Can you add a retry to the lexer service?", "Now write tests for it.");
        assertEquals("add-retry-lexer-service", texts.name());
        assertEquals("Can you add a retry to the lexer service?", texts.description());
        assertEquals("""
            Goal: Can you add a retry to the lexer service?
            Later requests:
            - Now write tests for it.
            Last reply: I did it.\
            """, texts.summary());
    }

    @Test
    void a_goal_that_says_little_is_completed_by_the_next_one() {
        assertEquals(
                "review-changes-branch-lexer-cache",
                describe("can you review the changes in this branch?", "fix the lexer cache")
                        .name());
    }

    @Test
    void words_of_several_messages_are_tags() {
        MetadataTexts texts = describe(
                "Fix the lexer cache.", "Is the lexer thread-safe?", "Add a test for lexers.", "Use caffeine 3.");
        assertEquals("lexer", texts.tags().getFirst());
        assertTrue(texts.tags().contains("cache"), texts.tags().toString());
        assertTrue(texts.tags().stream().noneMatch(List.of("fix", "test", "lexers", "3")::contains));
    }

    @Test
    void a_session_without_a_goal_has_a_name_too() {
        assertEquals("review", describe("/review").name());
        assertEquals("untitled", describe("?").name());
    }

    @Test
    void rules_give_the_same_result_each_time() {
        assertEquals(
                describe("Fix the lexer.", "And the parser cache."),
                describe("Fix the lexer.", "And the parser cache."));
    }
}
