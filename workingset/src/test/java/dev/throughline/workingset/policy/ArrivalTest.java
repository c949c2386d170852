package dev.throughline.workingset.policy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.workingset.Piece;
import dev.throughline.workingset.Talk;
import dev.throughline.workingset.edit.Why;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ArrivalTest {
    private static final Policy GATE = scene -> new Arrival(2_000).decide(scene).stream().toList();
    private static final String FILE = Talk.lines("file", 60);

    @Test
    void a_repeat_becomes_a_pointer_before_it_is_first_sent() {
        Talk talk = new Talk().user("Mend it.").call("Read", "a.go").result(FILE).call("Read", "a.go").result(FILE);
        Given given = Given.talk(talk);
        assertEquals(Why.Trigger.ARRIVAL, given.decide(GATE).getFirst().why().trigger());
        assertEquals("u c r c R", given.picture());
        assertTrue(given.text(4).startsWith("[lines 1-60: as above in Read a.go; whole: "), given.text(4));
    }

    @Test
    void what_is_far_too_long_is_shortened_without_pointers() {
        Talk talk = new Talk()
                .call("Read", "a.go")
                .result(FILE)
                .call("Bash", "make")
                .result(FILE + "\n" + Talk.lines("log", 900));
        Given given = Given.talk(talk);
        given.decide(GATE);
        assertEquals("c r c S", given.picture());
        assertTrue(given.sight().tokens(3) <= 2_300, "found " + given.sight().tokens(3));
        assertTrue(given.text(3).contains("handle " + given.chain().piece(3).handle()));
    }

    @Test
    void a_result_takes_no_more_than_a_quarter_of_what_fits() {
        Given given = Given.talk(new Talk().call("Bash", "make").result(Talk.lines("log", 300)))
                .hard(2_000);
        given.decide(GATE);
        assertEquals("c S", given.picture());
        assertTrue(given.sight().tokens(1) <= 600, "found " + given.sight().tokens(1));
    }

    @Test
    void nothing_points_to_what_was_shortened_or_only_thought() {
        String log = Talk.lines("log", 900);
        Talk talk = new Talk()
                .thinks(FILE)
                .call("Read", "a.go")
                .result(FILE)
                .call("Bash", "make")
                .result(log)
                .call("Bash", "tail")
                .result(Talk.lines("log", 20));
        Given given = Given.talk(talk);
        given.decide(GATE);
        assertEquals("t c r c S c r", given.picture());
    }

    @Test
    void pictures_and_what_must_come_back_as_it_is_stay() {
        Talk talk = new Talk()
                .result(FILE)
                .result(FILE, Piece.Trait.PICTURES)
                .result(FILE, Piece.Trait.FIXED);
        Given given = Given.talk(talk);
        assertEquals(List.of(), given.decide(GATE));
        assertEquals("r r r", given.picture());
    }
}
