package dev.throughline.workingset.policy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.workingset.Piece;
import dev.throughline.workingset.Talk;
import dev.throughline.workingset.edit.Decision;
import dev.throughline.workingset.edit.DecisionReason;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class AutoTest {
    private static final Policy AUTO = new Auto(Auto.Settings.DEFAULT);

    /** Long outputs of commands, of which the first few have outlived their time. */
    private static Given session() {
        return Given.talk(GivenTalks.commands(32, 200)).sent();
    }

    private static List<DecisionReason.Trigger> triggers(List<Decision> decisions) {
        return decisions.stream().map(decision -> decision.reason().trigger()).toList();
    }

    private static String calls(int count) {
        return " c r".repeat(count);
    }

    @Test
    void what_arrives_twice_is_sent_twice_and_nothing_else_changes() {
        String file = Talk.lines("file", 60);
        Given given = Given.talk(new Talk()
                .user("Go.")
                .call("Read", "a")
                .result(file)
                .call("Read", "a")
                .result(file));
        assertEquals(List.of(), given.decide(AUTO));
        assertEquals("u c r c r", given.picture());
    }

    @Test
    void a_cold_cache_is_swept_freely() {
        Given given = session().cold();
        assertEquals(List.of(DecisionReason.Trigger.COLD), triggers(given.decide(AUTO)));
        assertEquals("u" + " c ▪".repeat(24) + calls(8), given.picture());
    }

    @Test
    void a_warm_cache_is_rewritten_when_that_pays_and_was_saved_before() {
        Given given = session().saved(1_000_000).requests(60);
        List<Decision> decisions = given.decide(AUTO);
        assertEquals(List.of(DecisionReason.Trigger.WARM), triggers(decisions));
        assertEquals("u" + " c ▪".repeat(21) + calls(11), given.picture());
        DecisionReason why = decisions.getFirst().reason();
        assertTrue(why.breakEven() <= 12 && why.rewritten() > 0, why.toString());
    }

    @Test
    void a_warm_cache_is_left_alone_when_nothing_was_saved_yet() {
        Given given = session().saved(0).requests(60);
        assertEquals(List.of(), given.decide(AUTO));
    }

    @Test
    void a_session_that_has_lasted_long_may_spend_a_little_in_advance() {
        assertEquals(List.of(), session().spent(2_000_000).requests(159).decide(AUTO));
        assertEquals(
                List.of(DecisionReason.Trigger.WARM),
                triggers(session().spent(2_000_000).requests(160).decide(AUTO)));
        assertEquals(List.of(), session().spent(100_000).requests(160).decide(AUTO), "but no more than a little");
    }

    @Test
    void any_session_may_spend_a_very_small_part_in_advance() {
        assertEquals(
                List.of(DecisionReason.Trigger.WARM),
                triggers(session().spent(20_000_000).requests(60).decide(AUTO)));
        assertEquals(List.of(), session().spent(2_000_000).requests(60).decide(AUTO));
        Auto.Settings usual = Auto.Settings.DEFAULT;
        Auto none = new Auto(new Auto.Settings(
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
        Talk talk = GivenTalks.commands(32, 200);
        Given given = Given.talk(talk).sent().requests(60);
        long behind = given.sight().tokensFrom(37); // From the first result that stays on.
        talk.call("Read", "new.go").result(Talk.lines("new", 2_000));
        assertEquals(
                List.of(DecisionReason.Trigger.WARM),
                triggers(given.saved(1.15 * (behind + 2_000)).decide(AUTO)),
                given.picture());
    }

    @Test
    void a_warm_cache_is_left_alone_when_it_would_not_pay() {
        Talk talk = new Talk().user("Go.").call("Bash", "first").result(Talk.lines("small", 100));
        for (int i = 0; i < 24; i++) {
            talk.call("Read", i + ".go").result(Talk.lines("file" + i, 200));
        }
        Given given = Given.talk(talk).sent().saved(1_000_000).requests(60);
        assertEquals(List.of(), given.decide(AUTO));
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
    void what_a_person_said_to_a_tool_stays_as_their_messages_do() {
        String words = "The user doesn't want to proceed. The user said: " + Talk.lines("reuse", 20);
        Talk talk = new Talk().user("Mend it.").call("Write", "a.go").result(words, Piece.Trait.USER_ANSWER);
        for (int i = 0; i < 120; i++) {
            talk.call("Bash", "make " + i).result(Talk.lines("made" + i, 30));
        }
        Given given = Given.talk(talk).sent().cold().requests(120);
        given.decide(AUTO);
        assertTrue(given.picture().startsWith("u c r ["), given.picture());
        assertEquals(words, given.text(2));
    }

    @ParameterizedTest
    @ValueSource(ints = {500, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 64_000})
    void a_note_that_leads_to_a_later_read_is_gone_when_that_read_is(int saved) {
        String file = Talk.lines("file", 300);
        Talk talk = new Talk().user("Go.").call("Read", "src/a.go").result(file);
        talk.write("src/b.go", Talk.lines("b", 3_000)).result("ok");
        talk.call("Read", "src/a.go").result(file.substring(0, file.indexOf("file line 281")));
        for (int i = 0; i < 10; i++) {
            talk.call("Bash", "make " + i).result("ok");
        }
        Given given = Given.talk(talk).sent().cold();
        given.decide(AUTO);
        assertTrue(given.text(2).contains("read again below"), given.text(2));
        for (int i = 0; i < 45; i++) {
            talk.call("Bash", "make x" + i).result(Talk.lines("out" + i, 30));
        }
        given.sent().warm().saved(saved).decide(AUTO);
        boolean isNoted = given.text(2).contains("read again below");
        assertEquals(isNoted, given.text(6).contains("file line 200 says"), given.picture());
    }

    @Test
    void at_the_hard_mark_it_has_to_fit() {
        Given given = session().hard(30_000).repeated();
        assertEquals(List.of(DecisionReason.Trigger.HARD), triggers(given.decide(AUTO)));
        assertTrue(given.sight().total() <= 30_000, given.picture());
        assertTrue(given.picture().endsWith("c r c r"), given.picture());
    }

    @Test
    void what_was_decided_is_frozen() {
        Given given = session().cold();
        given.decide(AUTO);
        String picture = given.picture();
        assertEquals(List.of(), given.warm().requestsSinceRewrite(1).decide(AUTO));
        assertEquals(List.of(), given.cold().decide(AUTO));
        assertEquals(picture, given.picture());
    }
}
