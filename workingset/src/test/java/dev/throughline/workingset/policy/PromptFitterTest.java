package dev.throughline.workingset.policy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.workingset.Piece;
import dev.throughline.workingset.Talk;
import dev.throughline.workingset.edit.DecisionReason;
import dev.throughline.workingset.edit.Edit;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class PromptFitterTest {
    /** A rule that does nothing but make it fit. */
    private static final Policy FIT =
            input -> new PromptFitter(Retention.DEFAULT).decideIfTooLong(input, DecisionReason.Trigger.HARD);

    @Test
    void old_outputs_become_stubs_first() {
        Given given = Given.talk(GivenTalks.commands(20, 100)).hard(18_000);
        given.decide(FIT);
        assertTrue(given.picture().matches("u( c ▪){5,12}( c r){8,}"), given.picture());
    }

    @Test
    void then_the_oldest_exchanges_become_a_digest() {
        Given given = Given.talk(GivenTalks.commands(20, 100)).hard(6_000);
        given.decide(FIT);
        assertTrue(given.picture().startsWith("u [ c "), given.picture());
        assertTrue(given.sight().total() <= 6_000);
        assertTrue(
                given.block(1).matches("(?s)\\[\\d+ earlier messages cut; what was said and done:.*"), given.block(1));
    }

    @Test
    void then_results_are_shortened() {
        Given given = Given.talk(GivenTalks.commands(1, 2_000)).hard(3_000);
        given.decide(FIT);
        assertEquals("u c S", given.picture());
        assertTrue(given.sight().total() <= 3_000);
    }

    @Test
    void long_arguments_of_old_calls_go_when_nothing_else_can() {
        Talk talk = new Talk().user("Go.").thinks("Hm.").with();
        for (int i = 0; i < 6; i++) {
            talk.write("a" + i, Talk.lines("file" + i, 100)).result("ok");
        }
        Given given = Given.talk(talk).hard(4_000);
        given.decide(FIT);
        assertEquals("u t C r C r C r c r c r c r", given.picture());
        assertTrue(given.sight().total() <= 4_000, "found " + given.sight().total());
        assertTrue(given.text(2).contains("\"content\":\"[")
                && given.text(2).contains(" characters not shown: recall id="));
    }

    @Test
    void a_digest_stands_only_where_a_turn_may_begin() {
        Talk every = new Talk().user("Mend it.");
        Talk once = new Talk().user("Mend it.").thinks("Hm.").with();
        for (int i = 0; i < 40; i++) {
            Talk thinking = i % 4 == 3 ? every.thinks("Hm " + i).with() : every;
            thinking.call("Bash", "step " + i).result(Talk.lines("output" + i, 100));
            once.call("Bash", "step " + i).result(Talk.lines("output" + i, 100));
        }
        Given given = Given.talk(every).hard(6_000);
        given.decide(FIT);
        assertTrue(given.picture().startsWith("u [ t c "), given.picture());
        Given rest = Given.talk(once).hard(8_000);
        rest.decide(FIT);
        assertTrue(rest.picture().startsWith("u t c ▪ c ▪ c ▪"), rest.picture());
        assertTrue(rest.sight().total() <= 8_000, "found " + rest.sight().total());
    }

    @Test
    void digests_that_touch_become_one_however_long_it_goes_on() {
        Talk talk = new Talk().user("Mend it.");
        Given given = Given.talk(talk).hard(3_000);
        for (int i = 0; i < 150; i++) {
            talk.call("Bash", "step " + i).result(Talk.lines("output" + i, 20)).says("Step " + i + " is done.");
            given.decide(FIT);
            assertTrue(given.sight().total() <= 3_000, "step " + i + ": " + given.picture());
        }
        assertEquals(1, given.picture().chars().filter(c -> c == '[').count(), given.picture());
    }

    @Test
    void words_are_gathered_as_long_as_they_fit() {
        Talk talk = new Talk();
        for (int i = 0; i < 60; i++) {
            talk.user("Prompt " + i + " " + "word ".repeat(40)).says("So " + i + " " + "so ".repeat(60));
        }
        Given given = Given.talk(talk).hard(5_000);
        given.decide(FIT);
        assertEquals("u [ u a", given.picture());
        for (int i = 2; i < 118; i += 2) {
            assertTrue(given.block(1).contains("<user_message>\n" + talk.chain().text(i)), "prompt " + i);
        }
    }

    @Test
    void a_digest_is_no_longer_than_what_it_replaces() {
        Talk talk = new Talk().user("Go.").says("ok").user("More.").says("ok").user("Now.");
        talk.call("Bash", "make").result(Talk.lines("made", 500));
        Given given = Given.talk(talk).hard(2_000);
        given.decide(FIT);
        assertEquals("u a u a u c S", given.picture());
    }

    @Test
    void at_last_words_become_a_message_that_carries_the_newest_of_them() {
        for (Policy policy :
                List.of(new Auto(Auto.Settings.DEFAULT), new Trim(Retention.DEFAULT.newest()), new OverflowPolicy())) {
            Talk talk = new Talk();
            for (int i = 0; i < 40; i++) {
                talk.user("Prompt " + i + " " + "word ".repeat(760)).says("ok");
            }
            Given given = Given.talk(talk.user("The newest.")).hard(19_400);
            given.decide(policy);
            assertTrue(given.picture().matches("u \\[ u"), given.picture());
            assertTrue(
                    given.sight().total() <= 0.72 * 19_400,
                    "found " + given.sight().total());
            assertTrue(
                    given.sight().total() > 0.5 * 19_400,
                    "found " + given.sight().total());
            assertTrue(
                    given.block(1).contains("<user_message>\n" + given.chain().text(78) + "\n</user_message>"));
            assertFalse(given.block(1).contains(given.chain().text(4)));
        }
    }

    @Test
    void a_session_of_nothing_but_words_goes_on_for_ever() {
        Talk talk = new Talk();
        Given given = Given.talk(talk).hard(4_000);
        for (int i = 0; i < 100; i++) {
            talk.user("Prompt " + i + " " + "word ".repeat(150));
            given.decide(new Trim(Retention.DEFAULT.newest()));
            assertTrue(given.sight().total() <= 4_000, "step " + i + ": " + given.picture());
            talk.says("Done " + i);
        }
    }

    @Test
    void what_was_packed_into_old_messages_goes_and_their_words_stay() {
        Talk talk = new Talk();
        for (int i = 0; i < 10; i++) {
            talk.user("Prompt " + i + ".").call("Bash", "step " + i).result(Talk.lines("output" + i, 40));
        }
        Given given = Given.talk(talk).hard(8_000);
        String state = "state ".repeat(700);
        for (int i = 0; i < 30; i += 3) {
            given.accept(new Edit.Prepend(given.chain().piece(i).node(), given.text(state), 1_050));
        }
        given.decide(FIT);
        assertEquals("u [ c r u c r u c r", given.picture());
        assertTrue(given.sight().total() <= 5_600, "found " + given.sight().total());
        for (int i = 1; i < 8; i++) {
            assertTrue(given.block(1).contains("<user_message>\nPrompt " + i + ".\n</user_message>"), given.block(1));
        }
    }

    @Test
    void what_must_come_back_as_it_is_stays() {
        Talk talk = new Talk()
                .user("Go.")
                .call("Shot", "a")
                .result(Talk.lines("picture", 300), Piece.Trait.PICTURES)
                .call("Shot", "b")
                .result(Talk.lines("fixed", 300), Piece.Trait.FIXED);
        Given given = Given.talk(talk).hard(500);
        given.decide(FIT);
        assertTrue(given.picture().endsWith("c r"), given.picture());
    }

    @Test
    void whatever_was_said_it_fits() {
        for (int seed = 0; seed < 60; seed++) {
            Random random = new Random(seed);
            Talk talk = new Talk().user("Begin.");
            Given given = Given.talk(talk).hard(2_500 + random.nextInt(6_000));
            for (int step = 0; step < 25; step++) {
                say(talk, random);
                given.decide(random.nextBoolean() ? new Auto(Auto.Settings.DEFAULT) : FIT);
                long total = given.sight().total();
                assertTrue(
                        total <= given.scene().state().budget().promptLimit(),
                        "seed " + seed + " step " + step + ": " + total + " " + given.picture());
                assertTrue(given.picture().startsWith("u "), given.picture());
            }
        }
    }

    private static void say(Talk talk, Random random) {
        if (random.nextInt(6) == 0) {
            talk.user("words ".repeat(random.nextInt(400) + 1));
        }
        int calls = random.nextInt(3) + 1;
        for (int i = 0; i < calls; i++) {
            Talk joined = i == 0 ? talk : talk.with();
            joined.call(random.nextBoolean() ? "Read" : "Bash", "f" + random.nextInt(4));
        }
        for (int i = 0; i < calls; i++) {
            talk.result(Talk.lines("file" + random.nextInt(4), random.nextInt(120) + 1));
        }
    }

    @Test
    void a_digest_carries_what_an_agent_said_beside_a_result() {
        Talk talk = new Talk();
        for (int i = 0; i < 40; i++) {
            if (i % 20 == 0) {
                talk.user("Go on with " + i);
            }
            talk.call("Bash", "step " + i).result(Talk.lines("output" + i, 100));
            if (i % 20 == 2) {
                talk.with().scaffold("<environment_context>\nhere");
            }
        }
        Given given = Given.talk(talk).hard(6_000);
        given.decide(FIT);
        assertTrue(given.picture().startsWith("u [ u [ c "), given.picture());
        assertFalse(given.block(1).contains("\nhere"), given.block(1));
        assertTrue(given.block(43).contains("it holds now:\n<environment_context>\nhere"), given.block(43));
    }

    @Test
    void small_results_are_cut_when_nothing_else_makes_it_fit() {
        Talk talk = new Talk().user("Mend it.").call("Bash", "make 0");
        for (int i = 1; i < 5; i++) {
            talk.with().call("Bash", "make " + i);
        }
        for (int i = 0; i < 5; i++) {
            talk.result(Talk.lines("made" + i, 12));
        }
        Given given = Given.talk(talk).hard(500);
        given.decide(new Auto(Auto.Settings.DEFAULT));
        assertTrue(given.sight().total() <= 500, given.sight().total() + " " + given.picture());
    }
}
