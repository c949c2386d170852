package dev.throughline.workingset.policy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.workingset.Piece;
import dev.throughline.workingset.Talk;
import dev.throughline.workingset.edit.DecisionReason;
import java.util.List;
import org.junit.jupiter.api.Test;

final class NewResultShortenerTest {
    private static final Policy ARRIVAL = input -> new NewResultShortener(2_000)
            .decide(new PolicyDraft(input)).stream().toList();

    @Test
    void a_read_is_sent_whole_however_often_it_comes() {
        String file = Talk.lines("file", 900);
        Given given = Given.talk(new Talk()
                .user("Mend it.")
                .call("Read", "a.go")
                .result(file)
                .call("Read", "a.go")
                .result(file));
        assertEquals(List.of(), given.decide(ARRIVAL));
        assertEquals("u c r c r", given.picture());
    }

    @Test
    void what_is_far_too_long_is_shortened() {
        Given given = Given.talk(new Talk().call("Bash", "make").result(Talk.lines("log", 900)));
        assertEquals(
                DecisionReason.Trigger.ARRIVAL,
                given.decide(ARRIVAL).getFirst().reason().trigger());
        assertEquals("c S", given.picture());
        assertTrue(given.sight().tokens(1) <= 2_300, "found " + given.sight().tokens(1));
        assertTrue(given.text(1).contains("recall id=" + given.chain().piece(1).handle()), given.text(1));
    }

    @Test
    void whatever_it_is_a_result_takes_no_more_than_a_quarter_of_what_fits() {
        for (String tool : List.of("Bash", "Read")) {
            Given given = Given.talk(new Talk().call(tool, "make").result(Talk.lines("log", 300)))
                    .hard(2_000);
            given.decide(ARRIVAL);
            assertEquals("c S", given.picture());
            assertTrue(given.sight().tokens(1) <= 600, "found " + given.sight().tokens(1));
        }
    }

    @Test
    void spaces_before_line_numbers_are_not_sent_and_all_else_is() {
        Given given = Given.talk(new Talk()
                .call("Read", "a.go")
                .result("     9→func a() {\n    10→    return 1\n    11→}\n     and so on"));
        given.decide(ARRIVAL);
        assertEquals("c P", given.picture());
        assertEquals("9→func a() {\n10→    return 1\n11→}\n     and so on", given.text(1));
        assertTrue(given.sight().isWhole(1));
    }

    @Test
    void it_says_how_much_was_padding_and_how_much_was_too_long() {
        String padded = "     9→func a() {\n    10→    return 1\n    11→}\n     and so on";
        String log = Talk.lines("log", 900);
        assertEquals(
                "Removed 3 tokens of padding from 1 new result.",
                sentence(new Talk().call("Read", "a.go").result(padded)));
        assertTrue(
                sentence(new Talk().call("Bash", "make").result(log).result(log))
                        .matches("Shortened 2 new results by [0-9]{2},[0-9]{3} tokens\\."),
                "both");
        assertTrue(
                sentence(new Talk()
                                .call("Read", "a.go")
                                .result(padded)
                                .call("Bash", "make")
                                .result(log))
                        .matches("Removed 3 tokens of padding from 1 new result\\."
                                + " Shortened 1 new result by [0-9,]+ tokens\\."),
                "both");
    }

    private static String sentence(Talk talk) {
        return Given.talk(talk).decide(ARRIVAL).getFirst().reason().sentence();
    }

    @Test
    void what_was_sent_before_is_not_touched() {
        Given given = Given.talk(new Talk().call("Bash", "make").result(Talk.lines("log", 900)))
                .sent();
        assertEquals(List.of(), given.decide(ARRIVAL));
    }

    @Test
    void pictures_and_what_must_come_back_as_it_is_stay() {
        String log = Talk.lines("log", 900);
        Talk talk = new Talk().result(log, Piece.Trait.PICTURES).result(log, Piece.Trait.FIXED);
        Given given = Given.talk(talk);
        assertEquals(List.of(), given.decide(ARRIVAL));
        assertEquals("r r", given.picture());
    }
}
