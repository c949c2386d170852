package dev.throughline.workingset.policy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.workingset.Piece;
import dev.throughline.workingset.Talk;
import dev.throughline.workingset.edit.DecisionReason;
import dev.throughline.workingset.fragment.CutNote;
import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.Test;

final class RangeReplacementTest {
    /** A rule that replaces a range. */
    private static Policy replacing(int first, int end) {
        return input -> {
            PolicyDraft draft = new PolicyDraft(input);
            RangeReplacement range = RangeReplacement.of(draft.current(), first, end);
            long before = draft.total();
            range.apply("the message", draft);
            assertTrue(range.isReplaced());
            return List.of(draft.decision(
                    new DecisionReason(DecisionReason.Trigger.HARD, before, draft.total(), 0, 0, 0, "")));
        };
    }

    @Test
    void a_range_becomes_one_message_words_and_all() {
        Given given = Given.talk(GivenTalks.prompts(4, 20));
        given.decide(replacing(4, 12));
        assertEquals("u c r a [ u c r a", given.picture());
        assertEquals("the message", given.block(4));
    }

    @Test
    void what_a_person_says_in_a_result_is_among_their_words() {
        String answer = "The user said:\n" + Talk.lines("reuse", 30);
        Talk talk = new Talk()
                .user("Mend it.")
                .call("Write", "a.go")
                .result(answer, Piece.Trait.USER_ANSWER)
                .says("Good.")
                .user("Go on.");
        Given.talk(talk).decide(scene -> {
            RangeReplacement range = RangeReplacement.of(scene, 0, 4);
            assertEquals(List.of("Mend it.", "(in the result of Write) " + answer), range.userTexts(5_000));
            return List.of();
        });
    }

    @Test
    void what_has_to_stay_splits_it() {
        Talk talk = GivenTalks.prompts(2, 20).system("Be kind.").says("Yes.").sealed("a compaction");
        talk.user("And then?")
                .call("Bash", "make")
                .result(Talk.lines("made", 30))
                .user("Thanks.");
        Given given = Given.talk(talk);
        given.decide(replacing(4, 14));
        assertEquals("u c r a [ s a o [ u", given.picture(), "too short a part stays too");
        assertTrue(given.block(4).startsWith("[4 earlier messages cut"), given.block(4));
        assertEquals("the message", given.block(11));
    }

    @Test
    void folded_again_it_grows_and_its_message_moves() {
        Talk talk = GivenTalks.prompts(3, 20);
        Given given = Given.talk(talk);
        given.decide(replacing(0, 8));
        talk.system("Be kind.").user("Go on.").says(Talk.lines("done", 20)).user("Thanks.");
        given.decide(replacing(0, 15));
        assertEquals("[ s [ u", given.picture());
        assertTrue(given.block(0).startsWith("[12 earlier messages cut"), given.block(0));
    }

    @Test
    void the_newest_words_are_whole_and_others_are_named() {
        Talk talk = new Talk();
        for (int i = 0; i < 14; i++) {
            talk.user("Prompt " + i + " " + "word ".repeat(100)).says("ok");
        }
        Given given = Given.talk(talk);
        RangeReplacement range = RangeReplacement.of(given.scene(), 0, 28);
        assertFalse(range.isReplaced());
        assertEquals(given.sight().total(), range.tokens());
        assertEquals(14, range.userTexts(Long.MAX_VALUE).size());
        List<String> words = range.userTexts(300);
        assertEquals("[2 earlier messages cut]", words.getFirst());
        assertTrue(words.get(1).startsWith("Prompt 2 word word "), words.get(1));
        assertTrue(
                words.get(1)
                        .endsWith(" [388 characters not shown: recall id="
                                + given.chain().piece(4).handle() + "]"),
                words.get(1));
        assertEquals(given.chain().text(26), words.getLast());
        assertEquals(13, words.size());
    }

    @Test
    void every_note_among_the_words_is_recognised() {
        Talk talk = new Talk();
        for (int i = 0; i < 14; i++) {
            talk.user("Prompt " + i + " " + "word ".repeat(100)).says("ok");
        }
        talk.user("See this.", Piece.Trait.PICTURES);
        Given given = Given.talk(talk);
        List<String> words = RangeReplacement.of(given.scene(), 0, talk.size()).userTexts(300);
        for (String named : words.subList(0, 11)) {
            assertTrue(CutNote.isIn(named), named);
        }
        assertEquals(
                "See this.\n[pictures not shown: recall id="
                        + given.chain().piece(28).handle() + "]",
                words.getLast());
    }

    @Test
    void words_that_need_no_cut_are_not_said_to_be_cut() {
        Given given = Given.talk(new Talk().user("Go on.").says("ok").user("Then stop."));
        assertEquals(
                List.of("Go on.", "Then stop."),
                RangeReplacement.of(given.scene(), 0, 3).userTexts(1));
    }

    @Test
    void an_exchange_that_is_open_stays() {
        Talk talk = new Talk().user("Go.").call("Read", "a").user("Wait.").result("a");
        Given given = Given.talk(talk);
        assertTrue(RangeReplacement.of(given.scene(), 1, 2).isEmpty());
    }

    @Test
    void what_happened_is_not_carried_as_if_it_held() {
        Talk talk = new Talk().user("Go.").notice("<turn_aborted>\nThe user interrupted.");
        talk.scaffold("<environment_context>\nhere").says("Yes.").user("Now.");
        Given given = Given.talk(talk);
        RangeReplacement range = RangeReplacement.of(given.scene(), 0, 4);
        assertEquals(List.of("<environment_context>\nhere"), range.environment(4_000, new BitSet()));
    }

    @Test
    void what_is_hidden_in_the_same_words_does_not_count_as_told() {
        Talk talk = new Talk()
                .user("Go.")
                .says("Yes.")
                .scaffold("<environment_context>\nhere")
                .says("Well.");
        talk.user("On.").says(Talk.lines("done", 20)).scaffold("<environment_context>\nhere");
        talk.user("Now.").says("Yes.").user("Thanks.");
        Given given = Given.talk(talk);
        given.decide(replacing(4, 7));
        RangeReplacement range = RangeReplacement.of(given.scene(), 0, 4);
        assertEquals(List.of("<environment_context>\nhere"), range.environment(4_000, new BitSet()));
    }
}
