package dev.throughline.workingset.policy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.workingset.Piece;
import dev.throughline.workingset.TestConversation;
import dev.throughline.workingset.edit.Decision;
import dev.throughline.workingset.edit.DecisionReason;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class AutoTest {
    private static final Policy AUTO = new Auto(AutoSettings.DEFAULT);

    /** Long outputs of commands; the first few are older than their retention. */
    private static PolicyScenario session() {
        return PolicyScenario.of(SampleConversations.commands(32, 200)).sent();
    }

    private static List<DecisionReason.Trigger> triggers(List<Decision> decisions) {
        return decisions.stream().map(decision -> decision.reason().trigger()).toList();
    }

    private static String calls(int count) {
        return " c r".repeat(count);
    }

    @Test
    void what_arrives_twice_is_sent_twice_and_nothing_else_changes() {
        String file = TestConversation.lines("file", 60);
        PolicyScenario scenario = PolicyScenario.of(new TestConversation()
                .user("Go.")
                .call("Read", "a")
                .result(file)
                .call("Read", "a")
                .result(file));
        assertEquals(List.of(), scenario.decide(AUTO));
        assertEquals("u c r c r", scenario.picture());
    }

    @Test
    void a_cold_prompt_is_rewritten_freely() {
        PolicyScenario scenario = session().cold();
        assertEquals(List.of(DecisionReason.Trigger.COLD), triggers(scenario.decide(AUTO)));
        assertEquals("u" + " c ▪".repeat(24) + calls(8), scenario.picture());
    }

    @Test
    void a_warm_cache_is_rewritten_when_that_pays_and_was_saved_before() {
        PolicyScenario scenario = session().saved(1_000_000).requests(60);
        List<Decision> decisions = scenario.decide(AUTO);
        assertEquals(List.of(DecisionReason.Trigger.WARM), triggers(decisions));
        assertEquals("u" + " c ▪".repeat(21) + calls(11), scenario.picture());
        DecisionReason why = decisions.getFirst().reason();
        assertTrue(why.breakEven() <= 12 && why.rewritten() > 0, why.toString());
    }

    @Test
    void a_warm_cache_is_left_alone_when_nothing_was_saved_yet() {
        PolicyScenario scenario = session().saved(0).requests(60);
        assertEquals(List.of(), scenario.decide(AUTO));
    }

    @Test
    void a_long_session_may_take_a_loan() {
        assertEquals(List.of(), session().spent(2_000_000).requests(159).decide(AUTO));
        assertEquals(
                List.of(DecisionReason.Trigger.WARM),
                triggers(session().spent(2_000_000).requests(160).decide(AUTO)));
        assertEquals(List.of(), session().spent(100_000).requests(160).decide(AUTO), "but no more than a little");
    }

    @Test
    void any_session_may_take_a_small_loan() {
        assertEquals(
                List.of(DecisionReason.Trigger.WARM),
                triggers(session().spent(20_000_000).requests(60).decide(AUTO)));
        assertEquals(List.of(), session().spent(2_000_000).requests(60).decide(AUTO));
        AutoSettings usual = AutoSettings.DEFAULT;
        Auto none = new Auto(new AutoSettings(
                usual.retention(),
                usual.coldPart(),
                usual.softTokens(),
                usual.maxRequests(),
                usual.minPart(),
                usual.arrivalTokens(),
                /* maxLoan= */ 0));
        assertEquals(List.of(), session().spent(20_000_000).requests(60).decide(none), "unless it is switched off");
    }

    @Test
    void what_is_new_is_written_in_any_case_and_costs_a_rewrite_nothing() {
        TestConversation conversation = SampleConversations.commands(32, 200);
        PolicyScenario scenario = PolicyScenario.of(conversation).sent().requests(60);
        long behind = scenario.workingSet().tokensFrom(37); // From the first result that stays on.
        conversation.call("Read", "new.go").result(TestConversation.lines("new", 2_000));
        assertEquals(
                List.of(DecisionReason.Trigger.WARM),
                triggers(scenario.saved(1.15 * (behind + 2_000)).decide(AUTO)),
                scenario.picture());
    }

    @Test
    void a_warm_cache_is_left_alone_when_it_would_not_pay() {
        TestConversation conversation =
                new TestConversation().user("Go.").call("Bash", "first").result(TestConversation.lines("small", 100));
        for (int i = 0; i < 24; i++) {
            conversation.call("Read", i + ".go").result(TestConversation.lines("file" + i, 200));
        }
        PolicyScenario scenario =
                PolicyScenario.of(conversation).sent().saved(1_000_000).requests(60);
        assertEquals(List.of(), scenario.decide(AUTO));
    }

    @Test
    void rewrites_have_a_pause_between_them_and_a_first_request_has_none() {
        assertEquals(
                List.of(),
                session().saved(1_000_000).requests(60).requestsSinceRewrite(4).decide(AUTO));
        assertEquals(List.of(), session().cold().requests(1).decide(AUTO));
    }

    @Test
    void the_same_question_again_is_sent_as_it_was() {
        assertEquals(List.of(), session().cold().repeated().decide(AUTO));
    }

    @Test
    void user_answers_in_results_stay_like_user_messages() {
        String words = "The user doesn't want to proceed. The user said: " + TestConversation.lines("reuse", 20);
        TestConversation conversation =
                new TestConversation().user("Mend it.").call("Write", "a.go").result(words, Piece.Trait.USER_ANSWER);
        for (int i = 0; i < 120; i++) {
            conversation.call("Bash", "make " + i).result(TestConversation.lines("made" + i, 30));
        }
        PolicyScenario scenario = PolicyScenario.of(conversation).sent().cold().requests(120);
        scenario.decide(AUTO);
        assertTrue(scenario.picture().startsWith("u c r ["), scenario.picture());
        assertEquals(words, scenario.text(2));
    }

    @ParameterizedTest
    @ValueSource(ints = {500, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 64_000})
    void a_note_that_refers_to_a_later_read_is_cleared_with_that_read(int saved) {
        String file = TestConversation.lines("file", 300);
        TestConversation conversation =
                new TestConversation().user("Go.").call("Read", "src/a.go").result(file);
        conversation.write("src/b.go", TestConversation.lines("b", 3_000)).result("ok");
        conversation.call("Read", "src/a.go").result(file.substring(0, file.indexOf("file line 281")));
        for (int i = 0; i < 10; i++) {
            conversation.call("Bash", "make " + i).result("ok");
        }
        PolicyScenario scenario = PolicyScenario.of(conversation).sent().cold();
        scenario.decide(AUTO);
        assertTrue(scenario.text(2).contains("read again below"), scenario.text(2));
        for (int i = 0; i < 45; i++) {
            conversation.call("Bash", "make x" + i).result(TestConversation.lines("out" + i, 30));
        }
        scenario.sent().warm().saved(saved).decide(AUTO);
        boolean isNoted = scenario.text(2).contains("read again below");
        assertEquals(isNoted, scenario.text(6).contains("file line 200 says"), scenario.picture());
    }

    @Test
    void at_the_limit_the_prompt_has_to_fit() {
        PolicyScenario scenario = session().hard(30_000).repeated();
        assertEquals(List.of(DecisionReason.Trigger.HARD), triggers(scenario.decide(AUTO)));
        assertTrue(scenario.workingSet().total() <= 30_000, scenario.picture());
        assertTrue(scenario.picture().endsWith("c r c r"), scenario.picture());
    }

    @Test
    void what_was_decided_is_frozen() {
        PolicyScenario scenario = session().cold();
        scenario.decide(AUTO);
        String picture = scenario.picture();
        assertEquals(List.of(), scenario.warm().requestsSinceRewrite(1).decide(AUTO));
        assertEquals(List.of(), scenario.cold().decide(AUTO));
        assertEquals(picture, scenario.picture());
    }
}
