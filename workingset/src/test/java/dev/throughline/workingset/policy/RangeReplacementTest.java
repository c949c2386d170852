package dev.throughline.workingset.policy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.workingset.Piece;
import dev.throughline.workingset.TestConversation;
import dev.throughline.workingset.edit.DecisionReason;
import dev.throughline.workingset.fragment.CutNote;
import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.Test;

final class RangeReplacementTest {
    /** A policy that replaces a range. */
    private static Policy replacing(int first, int end) {
        return input -> {
            PolicyDraft draft = new PolicyDraft(input);
            RangeReplacement range = RangeReplacement.of(draft.current(), first, end);
            range.apply(range.messages("the summary", Long.MAX_VALUE), draft);
            assertTrue(range.isReplaced());
            return draft.decision(DecisionReason.Trigger.HARD, 0, "").stream().toList();
        };
    }

    @Test
    void a_range_becomes_one_message_with_its_user_messages() {
        PolicyScenario scenario = PolicyScenario.of(SampleConversations.prompts(4, 20));
        scenario.decide(replacing(4, 12));
        assertEquals("u c r a [ u c r a", scenario.picture());
        assertTrue(
                scenario.block(4).contains("<user_message>\nPrompt 1\n</user_message>\n<user_message>\nPrompt 2\n"),
                scenario.block(4));
        assertTrue(scenario.block(4).contains("the summary"), scenario.block(4));
    }

    @Test
    void user_answers_in_results_are_among_the_user_messages() {
        String answer = "The user said:\n" + TestConversation.lines("reuse", 30);
        TestConversation conversation = new TestConversation()
                .user("Mend it.")
                .call("Write", "a.go")
                .result(answer, Piece.Trait.USER_ANSWER)
                .assistant("Good.")
                .user("Go on.");
        PolicyScenario.of(conversation).decide(input -> {
            RangeReplacement range = RangeReplacement.of(input, 0, 4);
            assertEquals(
                    List.of("Mend it.", "(in the result of Write) " + answer),
                    range.userTexts(5_000).getFirst());
            return List.of();
        });
    }

    @Test
    void what_has_to_stay_splits_it() {
        TestConversation conversation = SampleConversations.prompts(2, 20)
                .system("Be kind.")
                .assistant("Yes.")
                .providerItem("a compaction");
        conversation
                .user("And then?")
                .call("Bash", "make")
                .result(TestConversation.lines("made", 30))
                .user("Thanks.");
        PolicyScenario scenario = PolicyScenario.of(conversation);
        scenario.decide(replacing(4, 14));
        assertEquals("u c r a [ s a o [ u", scenario.picture(), "too short a part stays too");
        assertTrue(scenario.block(4).startsWith("""
            [4 earlier messages cut; what the user said, oldest first:
            <user_message>
            Prompt 1
            """), scenario.block(4));
        assertTrue(scenario.block(11).contains("<user_message>\nAnd then?\n</user_message>\n"), scenario.block(11));
        assertFalse(scenario.block(11).contains("Prompt 1"), scenario.block(11));
    }

    @Test
    void a_later_digest_of_one_part_removes_no_user_message() {
        TestConversation conversation = new TestConversation()
                .user("First.")
                .assistant(TestConversation.lines("said", 40))
                .user("Only tabs, never blanks. " + "Because of the parser. ".repeat(20))
                .system("Be kind.");
        conversation
                .call("Bash", "make")
                .result(TestConversation.lines("made", 40))
                .assistant("Made.");
        PolicyScenario scenario = PolicyScenario.of(conversation);
        scenario.decide(replacing(0, 7));
        conversation.user("Thanks.").call("Bash", "test").result(TestConversation.lines("tested", 400));
        scenario.decide(input -> new PromptFitter(Retention.DEFAULT, /* mayDrop= */ true)
                .decide(new PolicyDraft(input), DecisionReason.Trigger.HARD));
        assertTrue(scenario.block(0).contains("Only tabs, never blanks."), scenario.picture() + scenario.block(0));
    }

    @Test
    void folded_again_it_grows_and_its_message_moves() {
        TestConversation conversation = SampleConversations.prompts(3, 20);
        PolicyScenario scenario = PolicyScenario.of(conversation);
        scenario.decide(replacing(0, 8));
        conversation
                .system("Be kind.")
                .user("Go on.")
                .assistant(TestConversation.lines("done", 20))
                .user("Thanks.");
        scenario.decide(replacing(0, 15));
        assertEquals("[ s [ u", scenario.picture());
        assertTrue(scenario.block(0).startsWith("[12 earlier messages cut; what the user said"), scenario.block(0));
    }

    @Test
    void the_newest_user_messages_are_complete_and_others_are_cut() {
        TestConversation conversation = new TestConversation();
        for (int i = 0; i < 14; i++) {
            conversation.user("Prompt " + i + " " + "word ".repeat(100)).assistant("ok");
        }
        PolicyScenario scenario = PolicyScenario.of(conversation);
        RangeReplacement range = RangeReplacement.of(scenario.input(), 0, 28);
        assertFalse(range.isReplaced());
        assertEquals(scenario.workingSet().total(), range.tokens());
        assertEquals(14, range.userTexts(Long.MAX_VALUE).getFirst().size());
        List<String> words = range.userTexts(300).getFirst();
        assertEquals("[2 earlier messages cut]", words.getFirst());
        assertTrue(words.get(1).startsWith("Prompt 2 word word "), words.get(1));
        assertTrue(
                words.get(1)
                        .endsWith(" [388 characters not shown: recall id="
                                + scenario.chain().piece(4).handle() + "]"),
                words.get(1));
        assertEquals(scenario.chain().text(26), words.getLast());
        assertEquals(13, words.size());
    }

    @Test
    void every_note_in_a_message_is_recognised() {
        TestConversation conversation = new TestConversation();
        for (int i = 0; i < 14; i++) {
            conversation.user("Prompt " + i + " " + "word ".repeat(100)).assistant("ok");
        }
        conversation.user("See this.", Piece.Trait.PICTURES);
        PolicyScenario scenario = PolicyScenario.of(conversation);
        List<String> words = RangeReplacement.of(scenario.input(), 0, conversation.size())
                .userTexts(300)
                .getFirst();
        for (String named : words.subList(0, 11)) {
            assertTrue(CutNote.isIn(named), named);
        }
        assertEquals(
                "See this.\n[pictures not shown: recall id="
                        + scenario.chain().piece(28).handle() + "]",
                words.getLast());
    }

    @Test
    void short_user_messages_get_no_note() {
        PolicyScenario scenario = PolicyScenario.of(
                new TestConversation().user("Go on.").assistant("ok").user("Then stop."));
        assertEquals(
                List.of("Go on.", "Then stop."),
                RangeReplacement.of(scenario.input(), 0, 3).userTexts(1).getFirst());
    }

    @Test
    void an_exchange_that_is_open_stays() {
        TestConversation conversation = new TestConversation()
                .user("Go.")
                .call("Read", "a")
                .user("Wait.")
                .result("a");
        PolicyScenario scenario = PolicyScenario.of(conversation);
        assertTrue(RangeReplacement.of(scenario.input(), 1, 2).isEmpty());
    }

    @Test
    void notices_are_not_included_in_the_environment() {
        TestConversation conversation =
                new TestConversation().user("Go.").notice("<turn_aborted>\nThe user interrupted.");
        conversation.scaffold("<environment_context>\nhere").assistant("Yes.").user("Now.");
        PolicyScenario scenario = PolicyScenario.of(conversation);
        RangeReplacement range = RangeReplacement.of(scenario.input(), 0, 4);
        assertEquals(List.of("<environment_context>\nhere"), range.environment(4_000, new BitSet()));
    }

    @Test
    void an_equal_text_that_is_hidden_does_not_count_as_readable() {
        TestConversation conversation = new TestConversation()
                .user("Go.")
                .assistant("Yes.")
                .scaffold("<environment_context>\nhere")
                .assistant("Well.");
        conversation.user("On.").assistant(TestConversation.lines("done", 20)).scaffold("<environment_context>\nhere");
        conversation.user("Now.").assistant("Yes.").user("Thanks.");
        PolicyScenario scenario = PolicyScenario.of(conversation);
        scenario.decide(replacing(4, 7));
        RangeReplacement range = RangeReplacement.of(scenario.input(), 0, 4);
        assertEquals(List.of("<environment_context>\nhere"), range.environment(4_000, new BitSet()));
    }
}
