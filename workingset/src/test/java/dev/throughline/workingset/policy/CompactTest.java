package dev.throughline.workingset.policy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.workingset.Talk;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class CompactTest {
    private static final Compact COMPACT = new Compact(Compact.Settings.USUAL);

    private static Talk project() {
        Talk talk = new Talk().scaffold("<project docs>").user("Prompt one");
        for (int i = 0; i < 6; i++) {
            talk.call("Bash", "step " + i).result(Talk.lines("output" + i, 100));
        }
        return talk.says("Done.").user("Prompt two").call("Bash", "last").result("ok");
    }

    @Test
    void below_the_mark_nothing_happens() {
        Given given = Given.talk(project());
        assertEquals(List.of(), given.decide(COMPACT));
        assertEquals(Optional.empty(), COMPACT.wish(given.scene(given.shown())));
    }

    @Test
    void at_the_mark_all_becomes_one_message_with_the_users_words() {
        Given given = Given.talk(project()).hard(5_000);
        assertEquals(Optional.of(new Compact.Wish(1, 15)), COMPACT.wish(given.scene(given.shown())));
        given.decide(COMPACT);
        assertEquals("p [ c r", given.picture());
        assertTrue(given.block(1).contains("<user_message>\nPrompt one\n</user_message>\n<user_message>\nPrompt two\n"));
    }

    @Test
    void a_summary_is_taken_if_it_is_short_enough() {
        Given given = Given.talk(project()).hard(5_000);
        given.decide(scene -> COMPACT.decide(scene, Optional.of("All was tried.")));
        assertTrue(given.block(1).contains("What happened:\nAll was tried.\n"));
        Given other = Given.talk(project()).hard(5_000);
        other.decide(scene -> COMPACT.decide(scene, Optional.of("On and on. ".repeat(2_000))));
        assertTrue(other.block(1).contains("What happened:\n[Throughline left out "), other.block(1));
    }

    @Test
    void a_prompt_that_was_just_said_stays_behind_the_message() {
        Given given = Given.talk(project().says("Fine.").user("Prompt three")).hard(5_000);
        given.decide(COMPACT);
        assertEquals("p [ u", given.picture());
    }

    @Test
    void words_that_come_with_results_keep_the_calls_of_those() {
        Given given = Given.talk(project().call("Bash", "more").result("ok").with().user("And hurry.")).hard(5_000);
        given.decide(COMPACT);
        assertEquals("p [ c r u", given.picture());
    }

    @Test
    void it_happens_again_and_the_new_message_takes_the_place_of_the_old() {
        Talk talk = project();
        Given given = Given.talk(talk).hard(5_000);
        given.decide(COMPACT);
        for (int i = 0; i < 6; i++) {
            talk.call("Bash", "again " + i).result(Talk.lines("again" + i, 100));
        }
        given.decide(COMPACT);
        assertEquals("p [ c r", given.picture());
        assertTrue(given.block(1).contains("\nPrompt one\n") && given.block(1).contains("\nPrompt two\n"));
    }

    @Test
    void only_the_newest_words_are_carried() {
        Talk talk = new Talk();
        for (int i = 0; i < 12; i++) {
            talk.user("Prompt " + i + " " + "word ".repeat(300)).call("Bash", "b" + i).result(Talk.lines("o" + i, 200));
        }
        Compact little = new Compact(new Compact.Settings(0.9, 1_000));
        Given given = Given.talk(talk).hard(12_000);
        given.decide(little);
        assertEquals("[ c r", given.picture());
        assertTrue(given.block(0).contains("Prompt 11 ") && !given.block(0).contains("Prompt 8 "));
    }
}
