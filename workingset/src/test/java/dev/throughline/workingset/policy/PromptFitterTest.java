package dev.throughline.workingset.policy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.workingset.Piece;
import dev.throughline.workingset.TestConversation;
import dev.throughline.workingset.edit.DecisionReason;
import dev.throughline.workingset.edit.Edit;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class PromptFitterTest {
    /** A policy that only makes the prompt fit. */
    private static final Policy FIT = input -> new PromptFitter(Retention.DEFAULT, /* mayDrop= */ true)
            .decideIfTooLong(input, DecisionReason.Trigger.HARD);

    @Test
    void old_outputs_become_stubs_first() {
        PolicyScenario scenario =
                PolicyScenario.of(SampleConversations.commands(20, 100)).hard(18_000);
        scenario.decide(FIT);
        assertTrue(scenario.picture().matches("u( c ▪){5,12}( c r){8,}"), scenario.picture());
    }

    @Test
    void then_the_oldest_exchanges_become_a_digest() {
        PolicyScenario scenario =
                PolicyScenario.of(SampleConversations.commands(20, 100)).hard(6_000);
        scenario.decide(FIT);
        assertTrue(scenario.picture().startsWith("u [ c "), scenario.picture());
        assertTrue(scenario.workingSet().total() <= 6_000);
        assertTrue(
                scenario.block(1).matches("(?s)\\[\\d+ earlier messages cut; what was said and done:.*"),
                scenario.block(1));
    }

    @Test
    void then_results_are_shortened() {
        PolicyScenario scenario =
                PolicyScenario.of(SampleConversations.commands(1, 2_000)).hard(3_000);
        scenario.decide(FIT);
        assertEquals("u c S", scenario.picture());
        assertTrue(scenario.workingSet().total() <= 3_000);
    }

    @Test
    void long_arguments_of_old_calls_go_when_nothing_else_can() {
        TestConversation conversation =
                new TestConversation().user("Go.").reasoning("Hm.").with();
        for (int i = 0; i < 6; i++) {
            conversation.write("a" + i, TestConversation.lines("file" + i, 100)).result("ok");
        }
        PolicyScenario scenario = PolicyScenario.of(conversation).hard(4_000);
        scenario.decide(FIT);
        assertEquals("u t C r C r C r c r c r c r", scenario.picture());
        assertTrue(
                scenario.workingSet().total() <= 4_000,
                "found " + scenario.workingSet().total());
        assertTrue(scenario.text(2).contains("\"content\":\"[")
                && scenario.text(2).contains(" characters not shown: recall id="));
    }

    @Test
    void a_digest_is_put_only_where_a_turn_may_begin() {
        TestConversation every = new TestConversation().user("Mend it.");
        TestConversation once =
                new TestConversation().user("Mend it.").reasoning("Hm.").with();
        for (int i = 0; i < 40; i++) {
            TestConversation thinking = i % 4 == 3 ? every.reasoning("Hm " + i).with() : every;
            thinking.call("Bash", "step " + i).result(TestConversation.lines("output" + i, 100));
            once.call("Bash", "step " + i).result(TestConversation.lines("output" + i, 100));
        }
        PolicyScenario scenario = PolicyScenario.of(every).hard(6_000);
        scenario.decide(FIT);
        assertTrue(scenario.picture().startsWith("u [ t c "), scenario.picture());
        PolicyScenario rest = PolicyScenario.of(once).hard(8_000);
        rest.decide(FIT);
        assertTrue(rest.picture().startsWith("u t c ▪ c ▪ c ▪"), rest.picture());
        assertTrue(
                rest.workingSet().total() <= 8_000, "found " + rest.workingSet().total());
    }

    @Test
    void adjacent_digests_become_one_in_every_round() {
        TestConversation conversation = new TestConversation().user("Mend it.");
        PolicyScenario scenario = PolicyScenario.of(conversation).hard(3_000);
        for (int i = 0; i < 80; i++) {
            conversation
                    .call("Bash", "step " + i)
                    .result(TestConversation.lines("output" + i, 20))
                    .assistant("Step " + i + " is done.");
            scenario.decide(FIT);
            assertTrue(scenario.workingSet().total() <= 3_000, "step " + i + ": " + scenario.picture());
        }
        assertEquals(1, scenario.picture().chars().filter(c -> c == '[').count(), scenario.picture());
    }

    @Test
    void user_messages_are_gathered_as_long_as_they_fit() {
        TestConversation conversation = new TestConversation();
        for (int i = 0; i < 60; i++) {
            conversation.user("Prompt " + i + " " + "word ".repeat(40)).assistant("So " + i + " " + "so ".repeat(60));
        }
        PolicyScenario scenario = PolicyScenario.of(conversation).hard(5_000);
        scenario.decide(FIT);
        assertEquals("u [ u a", scenario.picture());
        for (int i = 2; i < 118; i += 2) {
            assertTrue(
                    scenario.block(1)
                            .contains("<user_message>\n" + conversation.chain().text(i)),
                    "prompt " + i);
        }
    }

    @Test
    void a_digest_is_no_longer_than_what_it_replaces() {
        TestConversation conversation = new TestConversation()
                .user("Go.")
                .assistant("ok")
                .user("More.")
                .assistant("ok")
                .user("Now.");
        conversation.call("Bash", "make").result(TestConversation.lines("made", 500));
        PolicyScenario scenario = PolicyScenario.of(conversation).hard(2_000);
        scenario.decide(FIT);
        assertEquals("u a u a u c S", scenario.picture());
    }

    @Test
    void finally_user_messages_become_one_message_with_the_newest_of_them() {
        for (Policy policy : List.of(
                new Auto(AutoSettings.DEFAULT),
                new Trim(Retention.DEFAULT.newest()),
                Trim.afterRefusal(Retention.DEFAULT))) {
            TestConversation conversation = new TestConversation();
            for (int i = 0; i < 40; i++) {
                conversation.user("Prompt " + i + " " + "word ".repeat(760)).assistant("ok");
            }
            PolicyScenario scenario =
                    PolicyScenario.of(conversation.user("The newest.")).hard(19_400);
            scenario.decide(policy);
            assertTrue(scenario.picture().matches("u \\[ u"), scenario.picture());
            assertTrue(
                    scenario.workingSet().total() <= 0.72 * 19_400,
                    "found " + scenario.workingSet().total());
            assertTrue(
                    scenario.workingSet().total() > 0.5 * 19_400,
                    "found " + scenario.workingSet().total());
            assertTrue(scenario.block(1)
                    .contains("<user_message>\n" + scenario.chain().text(78) + "\n</user_message>"));
            assertFalse(scenario.block(1).contains(scenario.chain().text(4)));
        }
    }

    @Test
    void a_session_of_only_user_messages_always_fits() {
        TestConversation conversation = new TestConversation();
        PolicyScenario scenario = PolicyScenario.of(conversation).hard(4_000);
        for (int i = 0; i < 100; i++) {
            conversation.user("Prompt " + i + " " + "word ".repeat(150));
            scenario.decide(new Trim(Retention.DEFAULT.newest()));
            assertTrue(scenario.workingSet().total() <= 4_000, "step " + i + ": " + scenario.picture());
            conversation.assistant("Done " + i);
        }
    }

    @Test
    void prepended_texts_are_removed_and_user_messages_stay() {
        TestConversation conversation = new TestConversation();
        for (int i = 0; i < 10; i++) {
            conversation
                    .user("Prompt " + i + ".")
                    .call("Bash", "step " + i)
                    .result(TestConversation.lines("output" + i, 40));
        }
        PolicyScenario scenario = PolicyScenario.of(conversation).hard(8_000);
        String state = "state ".repeat(700);
        for (int i = 0; i < 30; i += 3) {
            scenario.accept(new Edit.Prepend(scenario.chain().piece(i).node(), scenario.text(state), 1_050));
        }
        scenario.decide(FIT);
        assertEquals("u [ c r u c r u c r", scenario.picture());
        assertTrue(
                scenario.workingSet().total() <= 5_600,
                "found " + scenario.workingSet().total());
        for (int i = 1; i < 8; i++) {
            assertTrue(
                    scenario.block(1).contains("<user_message>\nPrompt " + i + ".\n</user_message>"),
                    scenario.block(1));
        }
    }

    @Test
    void what_must_come_back_as_it_is_stays() {
        TestConversation conversation = new TestConversation()
                .user("Go.")
                .call("Shot", "a")
                .result(TestConversation.lines("picture", 300), Piece.Trait.PICTURES)
                .call("Shot", "b")
                .result(TestConversation.lines("fixed", 300), Piece.Trait.FIXED);
        PolicyScenario scenario = PolicyScenario.of(conversation).hard(500);
        scenario.decide(FIT);
        assertTrue(scenario.picture().endsWith("c r"), scenario.picture());
    }

    @Test
    void every_conversation_fits() {
        for (int seed = 0; seed < 25; seed++) {
            Random random = new Random(seed);
            TestConversation conversation = new TestConversation().user("Begin.");
            PolicyScenario scenario = PolicyScenario.of(conversation).hard(2_500 + random.nextInt(6_000));
            for (int step = 0; step < 25; step++) {
                say(conversation, random);
                scenario.decide(random.nextBoolean() ? new Auto(AutoSettings.DEFAULT) : FIT);
                long total = scenario.workingSet().total();
                assertTrue(
                        total <= scenario.input().state().budget().promptLimit(),
                        "seed " + seed + " step " + step + ": " + total + " " + scenario.picture());
                assertTrue(scenario.picture().startsWith("u "), scenario.picture());
            }
        }
    }

    private static void say(TestConversation conversation, Random random) {
        if (random.nextInt(6) == 0) {
            conversation.user("words ".repeat(random.nextInt(400) + 1));
        }
        int calls = random.nextInt(3) + 1;
        for (int i = 0; i < calls; i++) {
            TestConversation joined = i == 0 ? conversation : conversation.with();
            joined.call(random.nextBoolean() ? "Read" : "Bash", "f" + random.nextInt(4));
        }
        for (int i = 0; i < calls; i++) {
            conversation.result(TestConversation.lines("file" + random.nextInt(4), random.nextInt(120) + 1));
        }
    }

    @Test
    void a_digest_contains_agent_text_next_to_a_result() {
        TestConversation conversation = new TestConversation();
        for (int i = 0; i < 40; i++) {
            if (i % 20 == 0) {
                conversation.user("Go on with " + i);
            }
            conversation.call("Bash", "step " + i).result(TestConversation.lines("output" + i, 100));
            if (i % 20 == 2) {
                conversation.with().scaffold("<environment_context>\nhere");
            }
        }
        PolicyScenario scenario = PolicyScenario.of(conversation).hard(6_000);
        scenario.decide(FIT);
        assertTrue(scenario.picture().startsWith("u [ u [ c "), scenario.picture());
        assertFalse(scenario.block(1).contains("\nhere"), scenario.block(1));
        assertTrue(scenario.block(43).contains("it holds now:\n<environment_context>\nhere"), scenario.block(43));
    }

    @Test
    void small_results_are_cut_when_nothing_else_makes_it_fit() {
        TestConversation conversation = new TestConversation().user("Mend it.").call("Bash", "make 0");
        for (int i = 1; i < 5; i++) {
            conversation.with().call("Bash", "make " + i);
        }
        for (int i = 0; i < 5; i++) {
            conversation.result(TestConversation.lines("made" + i, 12));
        }
        PolicyScenario scenario = PolicyScenario.of(conversation).hard(500);
        scenario.decide(new Auto(AutoSettings.DEFAULT));
        assertTrue(scenario.workingSet().total() <= 500, scenario.workingSet().total() + " " + scenario.picture());
    }
}
