package dev.throughline.workingset.policy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.workingset.Piece;
import dev.throughline.workingset.PieceRange;
import dev.throughline.workingset.TestConversation;
import dev.throughline.workingset.edit.DecisionReason;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ResultShortenerTest {
    /** A policy that cuts the results of a range until a number of tokens is left. */
    private static Policy shorten(long to, int first, int last) {
        return input -> {
            PolicyDraft draft = new PolicyDraft(input);
            ResultShortener.shorten(draft, to, new PieceRange(first, last));
            return draft.decision(DecisionReason.Trigger.HARD, 0, "For a test.").stream()
                    .toList();
        };
    }

    private static TestConversation results(int... lines) {
        TestConversation conversation = new TestConversation().user("Go.");
        for (int i = 0; i < lines.length; i++) {
            conversation.call("Bash", "step " + i).result(TestConversation.lines("output" + i, lines[i]));
        }
        return conversation;
    }

    @Test
    void the_longest_are_cut_to_one_size_and_the_others_stay() {
        PolicyScenario scenario = PolicyScenario.of(results(600, 20, 400));
        long before = scenario.workingSet().total();
        scenario.decide(shorten(before / 2, 0, 6));
        assertEquals("u c S c r c S", scenario.picture());
        long total = scenario.workingSet().total();
        assertTrue(total <= before / 2 && total > 0.4 * before, total + " of " + before);
        long first = scenario.workingSet().tokens(2);
        long last = scenario.workingSet().tokens(6);
        assertTrue(Math.abs(first - last) < 0.15 * first, first + " and " + last);
    }

    @Test
    void nothing_outside_of_the_range_is_cut() {
        PolicyScenario scenario = PolicyScenario.of(results(600, 8, 400));
        scenario.decide(shorten(1_000, 1, 4));
        assertEquals("u c S c r c r", scenario.picture());
    }

    @Test
    void what_must_come_back_as_it_is_stays() {
        TestConversation conversation =
                results(600).call("Shot", "a").result(TestConversation.lines("picture", 300), Piece.Trait.PICTURES);
        PolicyScenario scenario = PolicyScenario.of(conversation);
        scenario.decide(shorten(100, 0, 4));
        assertEquals("u c S c r", scenario.picture());
    }

    private static final Policy ARRIVAL = input ->
            ResultShortener.shortenNew(new PolicyDraft(input), 2_000).stream().toList();

    @Test
    void a_read_is_sent_whole_however_often_it_comes() {
        String file = TestConversation.lines("file", 900);
        PolicyScenario scenario = PolicyScenario.of(new TestConversation()
                .user("Mend it.")
                .call("Read", "a.go")
                .result(file)
                .call("Read", "a.go")
                .result(file));
        assertEquals(List.of(), scenario.decide(ARRIVAL));
        assertEquals("u c r c r", scenario.picture());
    }

    @Test
    void what_is_far_too_long_is_shortened() {
        PolicyScenario scenario = PolicyScenario.of(
                new TestConversation().call("Bash", "make").result(TestConversation.lines("log", 900)));
        assertEquals(
                DecisionReason.Trigger.ARRIVAL,
                scenario.decide(ARRIVAL).getFirst().reason().trigger());
        assertEquals("c S", scenario.picture());
        assertTrue(
                scenario.workingSet().tokens(1) <= 2_300,
                "found " + scenario.workingSet().tokens(1));
        assertTrue(
                scenario.text(1)
                        .contains("recall id=" + scenario.chain().piece(1).handle()),
                scenario.text(1));
    }

    @Test
    void whatever_it_is_a_result_takes_no_more_than_a_quarter_of_what_fits() {
        for (String tool : List.of("Bash", "Read")) {
            PolicyScenario scenario = PolicyScenario.of(
                            new TestConversation().call(tool, "make").result(TestConversation.lines("log", 300)))
                    .hard(2_000);
            scenario.decide(ARRIVAL);
            assertEquals("c S", scenario.picture());
            assertTrue(
                    scenario.workingSet().tokens(1) <= 600,
                    "found " + scenario.workingSet().tokens(1));
        }
    }

    @Test
    void spaces_before_line_numbers_are_not_sent_and_all_else_is() {
        PolicyScenario scenario = PolicyScenario.of(new TestConversation()
                .call("Read", "a.go")
                .result("     9→func a() {\n    10→    return 1\n    11→}\n     and so on"));
        scenario.decide(ARRIVAL);
        assertEquals("c P", scenario.picture());
        assertEquals("9→func a() {\n10→    return 1\n11→}\n     and so on", scenario.text(1));
        assertTrue(scenario.workingSet().isWhole(1));
    }

    @Test
    void it_says_how_much_was_padding_and_how_much_was_too_long() {
        String padded = "     9→func a() {\n    10→    return 1\n    11→}\n     and so on";
        String log = TestConversation.lines("log", 900);
        assertEquals(
                "Removed 3 tokens of padding from 1 new result.",
                sentence(new TestConversation().call("Read", "a.go").result(padded)));
        assertTrue(
                sentence(new TestConversation().call("Bash", "make").result(log).result(log))
                        .matches("Shortened 2 new results by [0-9]{2},[0-9]{3} tokens\\."),
                "both");
        assertTrue(
                sentence(new TestConversation()
                                .call("Read", "a.go")
                                .result(padded)
                                .call("Bash", "make")
                                .result(log))
                        .matches("Removed 3 tokens of padding from 1 new result\\."
                                + " Shortened 1 new result by [0-9,]+ tokens\\."),
                "both");
    }

    private static String sentence(TestConversation conversation) {
        return PolicyScenario.of(conversation)
                .decide(ARRIVAL)
                .getFirst()
                .reason()
                .sentence();
    }

    @Test
    void what_was_sent_before_is_not_touched() {
        PolicyScenario scenario = PolicyScenario.of(
                        new TestConversation().call("Bash", "make").result(TestConversation.lines("log", 900)))
                .sent();
        assertEquals(List.of(), scenario.decide(ARRIVAL));
    }

    @Test
    void pictures_and_what_must_come_back_as_it_is_stay() {
        String log = TestConversation.lines("log", 900);
        TestConversation conversation =
                new TestConversation().result(log, Piece.Trait.PICTURES).result(log, Piece.Trait.FIXED);
        PolicyScenario scenario = PolicyScenario.of(conversation);
        assertEquals(List.of(), scenario.decide(ARRIVAL));
        assertEquals("r r", scenario.picture());
    }
}
