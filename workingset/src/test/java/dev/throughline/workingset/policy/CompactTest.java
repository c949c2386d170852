package dev.throughline.workingset.policy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.model.Hash;
import dev.throughline.model.ItemKind;
import dev.throughline.model.text.TokenCount;
import dev.throughline.workingset.CallSubject;
import dev.throughline.workingset.Chain;
import dev.throughline.workingset.NumberedLines;
import dev.throughline.workingset.Piece;
import dev.throughline.workingset.PieceRange;
import dev.throughline.workingset.TestConversation;
import dev.throughline.workingset.WorkingSet;
import dev.throughline.workingset.budget.Budget;
import dev.throughline.workingset.edit.Decision;
import dev.throughline.workingset.edit.DecisionReason.Trigger;
import dev.throughline.workingset.edit.Edit;
import dev.throughline.workingset.edit.EditLog;
import dev.throughline.workingset.fragment.Continuation;
import dev.throughline.workingset.fragment.RareNames;
import dev.throughline.workingset.price.PriceTable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

final class CompactTest {
    private static final Compact COMPACT = new Compact(CompactSettings.DEFAULT, Retention.DEFAULT);
    private static final String LONG = "one line of many\n".repeat(240);
    private static final String NOTES = "All files but the last were read.";

    /** A user message, and exchanges of a call and a long result with about a thousand tokens each. */
    private static PolicyInput input(int exchanges, boolean isCold) {
        List<Piece> pieces = new ArrayList<>();
        List<String> texts = new ArrayList<>();
        TokenCount count = TokenCount.of("other");
        add(pieces, texts, ItemKind.USER, "Read them all.", count);
        for (int i = 0; i < exchanges; i++) {
            add(pieces, texts, ItemKind.TOOL_CALL, "{\"n\":" + i + "}", count);
            add(pieces, texts, ItemKind.TOOL_RESULT, i + LONG, count);
        }
        Chain chain = new Chain(
                pieces,
                texts::get,
                texts::get,
                index -> NumberedLines.of(texts.get(index), CallSubject.NONE).keys(),
                index -> RareNames.keys(texts.get(index)),
                true);
        RequestState state = new RequestState(
                new Budget(10_000, 0, OptionalLong.empty()),
                new PriceTable(Map.of()).of("other"),
                count,
                0,
                pieces.size() - 1,
                isCold,
                Duration.ZERO,
                /* isRepeat= */ false,
                5,
                5,
                0,
                0,
                1);
        return new PolicyInput(chain, WorkingSet.of(pieces, new EditLog()), state);
    }

    private static void add(List<Piece> pieces, List<String> texts, ItemKind kind, String text, TokenCount count) {
        Hash id = Hash.of(kind + text);
        Hash before = pieces.isEmpty() ? Hash.of("root") : pieces.getLast().node();
        pieces.add(new Piece(
                Hash.node(before, id), id, kind, pieces.size(), count.ofItem(text, 0, 0), CallSubject.NONE, Set.of()));
        texts.add(text);
    }

    private static Compact.Summary summary(PolicyInput input, int last, String text) {
        return new Compact.Summary(
                input.chain().piece(0).node(), input.chain().piece(last).node(), text);
    }

    private static Edit.Replace replaced(List<Decision> decisions) {
        return (Edit.Replace) decisions.getFirst().edits().getFirst();
    }

    @Test
    void below_the_threshold_nothing_is_to_be_summarized() {
        assertEquals(Optional.empty(), COMPACT.rangeToSummarize(input(8, false)));
        assertEquals(List.of(), COMPACT.decide(input(8, false), Optional.empty()));
    }

    @Test
    void at_the_threshold_all_except_the_current_exchange_is_to_be_summarized() {
        assertEquals(Optional.of(new PieceRange(0, 16)), COMPACT.rangeToSummarize(input(9, false)));
    }

    @Test
    void near_the_threshold_everything_may_be_summarized_in_advance() {
        assertEquals(Optional.empty(), COMPACT.rangeToPrepare(input(6, false)));
        assertEquals(Optional.of(new PieceRange(0, 16)), COMPACT.rangeToPrepare(input(8, false)));
    }

    @Test
    void a_good_summary_is_used_and_a_long_one_becomes_a_digest() {
        PolicyInput input = input(9, false);
        List<Decision> good = COMPACT.decide(input, Optional.of(summary(input, 16, NOTES)));
        assertTrue(good.getFirst().texts().values().iterator().next().contains(NOTES));
        assertTrue(good.getFirst().reason().sentence().contains("a summary"));
        assertTrue(COMPACT.isStillFull(input));
        assertFalse(COMPACT.isStillFull(input.with(good)));
        PolicyInput other = input(9, false);
        List<Decision> bad = COMPACT.decide(other, Optional.of(summary(other, 16, LONG.repeat(5))));
        assertTrue(bad.getFirst().reason().sentence().contains("a digest"));
    }

    @Test
    void a_summary_up_to_an_item_replaces_whole_exchanges() {
        PolicyInput input = input(9, false);
        Function<Integer, Hash> node = at -> input.chain().piece(at).node();
        assertEquals(Optional.of(new PieceRange(0, 16)), COMPACT.rangeUpTo(input, node.apply(16)));
        assertEquals(Optional.of(new PieceRange(0, 14)), COMPACT.rangeUpTo(input, node.apply(15)), "a call is open");
        assertEquals(Optional.of(new PieceRange(0, 16)), COMPACT.rangeUpTo(input, node.apply(18)));
        assertEquals(Optional.empty(), COMPACT.rangeUpTo(input, node.apply(4)), "too much has come behind it");
        assertEquals(Optional.empty(), COMPACT.rangeUpTo(input, Hash.of("nowhere")));
    }

    @Test
    void a_prepared_summary_replaces_what_it_covers() {
        PolicyInput input = input(9, false);
        Compact.Summary ahead = summary(input, 14, NOTES);
        assertTrue(COMPACT.isUsable(input, ahead));
        List<Decision> decisions = COMPACT.decide(input, Optional.of(ahead));
        assertEquals(ahead.last(), replaced(decisions).last());
        assertFalse(COMPACT.isUsable(input.with(decisions), ahead), "what was replaced is not replaced again");
    }

    @Test
    void a_summary_of_another_history_or_of_the_open_exchange_is_none() {
        PolicyInput input = input(9, false);
        Compact.Summary foreign = new Compact.Summary(Hash.of("x"), Hash.of("y"), NOTES);
        assertFalse(COMPACT.isUsable(input, foreign));
        assertFalse(COMPACT.isUsable(input, summary(input, 18, NOTES)));
        assertTrue(COMPACT.decide(input, Optional.of(foreign))
                .getFirst()
                .reason()
                .sentence()
                .contains("a digest"));
    }

    @Test
    void a_cold_prompt_is_replaced_by_a_prepared_summary() {
        PolicyInput cold = input(8, true);
        assertEquals(
                cold.chain().piece(12).node(),
                replaced(COMPACT.decide(cold, Optional.of(summary(cold, 12, NOTES))))
                        .last());
        PolicyInput without = input(8, true);
        assertEquals(List.of(), COMPACT.decide(without, Optional.empty()));
        PolicyInput warm = input(8, false);
        assertEquals(List.of(), COMPACT.decide(warm, Optional.of(summary(warm, 12, NOTES))));
    }

    @Test
    void a_summary_is_outdated_when_much_follows_it() {
        PolicyInput input = input(9, false);
        assertFalse(COMPACT.isOutdated(input, input.chain().piece(16).node()));
        assertTrue(COMPACT.isOutdated(input, input.chain().piece(14).node()));
        assertTrue(COMPACT.isOutdated(input, Hash.of("elsewhere")));
    }

    private static Policy requested(Compact compact) {
        return input -> List.of(compact.decideNow(input, Optional.empty(), "the port is 8080"));
    }

    private static TestConversation chat() {
        TestConversation conversation = new TestConversation().scaffold("It is late.");
        for (int i = 0; i < 4; i++) {
            conversation.user("Question " + i + "?").call("Bash", "step " + i);
            conversation
                    .result(TestConversation.lines("output" + i, 60))
                    .assistant("Answer " + i + ": " + TestConversation.lines("said" + i, 10));
        }
        return conversation.user("And now?");
    }

    @Test
    void a_request_replaces_the_history_below_the_threshold() {
        PolicyScenario scenario = PolicyScenario.of(chat());
        assertEquals(List.of(), scenario.decide(COMPACT));
        Decision decision = scenario.decide(requested(COMPACT)).getFirst();
        assertEquals("p [ a u", scenario.picture(), "the newest message may refer to the answer before it");
        assertEquals(Trigger.MANUAL, decision.reason().trigger());
        assertTrue(decision.reason().removed() > 1_000 && decision.reason().rewritten() > 0);
        String block = scenario.block(1);
        assertTrue(block.contains("\nQuestion 0?\n") && block.contains("<user_wish>\nthe port is 8080\n"), block);
        Decision again = scenario.decide(requested(COMPACT)).getFirst();
        assertEquals(List.of(), again.edits(), "it is replaced already");
        assertTrue(again.reason().sentence().startsWith("The history was not replaced although"), again.toString());
    }

    @Test
    void a_continuation_leaves_the_newest_exchanges_after_it() {
        Compact compact = new Compact(CompactSettings.DEFAULT.with(Continuation.Form.CONTINUATION), Retention.DEFAULT);
        PolicyScenario scenario = PolicyScenario.of(chat());
        scenario.decide(requested(compact));
        assertEquals("p [ a u", scenario.picture());
        String block = scenario.block(1);
        assertTrue(block.indexOf("Summary of the replaced part") < block.indexOf("\nQuestion 3?\n"), block);
        assertTrue(block.stripTrailing().endsWith("do not ask whether to go on.\n</throughline_summary>"), block);
    }

    @Test
    void a_request_leaves_the_exchange_in_progress() {
        TestConversation conversation = chat();
        for (int i = 0; i < 2; i++) {
            conversation.call("Bash", "now " + i).result(TestConversation.lines("now" + i, 20));
        }
        PolicyScenario scenario = PolicyScenario.of(conversation);
        scenario.decide(requested(COMPACT));
        assertEquals("p [ c r", scenario.picture());
    }

    @Test
    void an_estimate_is_what_a_digest_would_do_after_the_turn() {
        PolicyInput input = input(6, false);
        Decision estimate = COMPACT.estimate(input, "");
        assertEquals(input.total(), estimate.reason().before());
        assertTrue(estimate.reason().after() < input.total() / 2, "nearly everything is replaced");
        assertEquals(List.of(), COMPACT.estimate(input(0, false), "").edits(), "there is nothing to replace");
    }

    @Test
    void system_messages_and_provider_items_stay() {
        TestConversation conversation = new TestConversation()
                .system("Be kind.")
                .scaffold("It is late.")
                .user("Mend it.")
                .providerItem("all that was before");
        for (int i = 0; i < 6; i++) {
            conversation.call("Bash", "step " + i).result(TestConversation.lines("output" + i, 100));
        }
        conversation.system("Be brief.").user("And test it.");
        for (int i = 6; i < 9; i++) {
            conversation.call("Bash", "step " + i).result(TestConversation.lines("output" + i, 100));
        }
        PolicyScenario scenario = PolicyScenario.of(conversation).hard(8_000);
        scenario.decide(COMPACT);
        assertEquals("s p u o [ s [ c r", scenario.picture());
        assertTrue(scenario.block(17).contains("\nAnd test it.\n"), scenario.block(17));
        assertEquals(List.of(), scenario.decide(COMPACT));
    }

    @Test
    void a_turn_of_a_reasoning_model_begins_with_reasoning() {
        TestConversation conversation = new TestConversation().user("Mend it.");
        for (int i = 0; i < 12; i++) {
            TestConversation thinking =
                    i % 5 == 4 ? conversation.reasoning("Hm " + i).with() : conversation;
            thinking.call("Bash", "step " + i).result(TestConversation.lines("output" + i, 100));
        }
        PolicyScenario scenario = PolicyScenario.of(conversation).hard(10_000);
        scenario.decide(COMPACT);
        assertEquals("[ t c r c r c r", scenario.picture());
    }

    @Test
    void of_each_kind_of_scaffolding_the_newest_stays() {
        String first = "<environment_context>\n<cwd>/first</cwd>\n</environment_context>";
        TestConversation conversation = new TestConversation()
                .scaffold("# AGENTS.md instructions for /a\nBe kind.")
                .scaffold(first);
        conversation.user("Begin.").call("Bash", "ls").result(TestConversation.lines("listing", 200));
        conversation
                .scaffold("<environment_context>\n<cwd>/second</cwd>\n</environment_context>")
                .user("Go there.");
        conversation.call("Bash", "ls").result(TestConversation.lines("there", 200));
        conversation.scaffold("# AGENTS.md instructions for /a\nBe kind.");
        conversation
                .scaffold("<environment_context>\n<cwd>/third</cwd>\n</environment_context>")
                .user("And there.");
        conversation
                .call("Bash", "make")
                .result(TestConversation.lines("made", 200))
                .call("Bash", "go")
                .result("ok");
        PolicyScenario scenario = PolicyScenario.of(conversation).hard(4_000);
        scenario.decide(new Compact(CompactSettings.DEFAULT, Retention.DEFAULT));
        assertTrue(scenario.picture().startsWith("p p ["), scenario.picture());
        String block = scenario.block(2);
        assertTrue(block.contains("<cwd>/third</cwd>"), block);
        assertFalse(block.contains("/second"), "an older one is worth nothing: " + block);
        assertFalse(block.contains("Be kind."), "it stands in front, the same: " + block);
    }

    @Test
    void scaffolding_that_is_repeated_after_the_range_is_not_included() {
        TestConversation conversation =
                new TestConversation().user("Begin.").call("Bash", "ls").result(TestConversation.lines("listing", 400));
        conversation
                .scaffold("<environment_context>\nold\n</environment_context>")
                .assistant("Done.");
        conversation
                .user("Go on.")
                .scaffold("<environment_context>\nnew\n</environment_context>")
                .with()
                .user("Now.");
        PolicyScenario scenario = PolicyScenario.of(conversation).hard(3_000);
        scenario.decide(new Compact(CompactSettings.DEFAULT, Retention.DEFAULT));
        assertFalse(scenario.block(0).contains("\nold\n"), scenario.block(0));
    }

    @Test
    void after_an_hour_the_newest_five_results_stay() {
        TestConversation conversation = new TestConversation().user("Mend it.");
        for (int i = 0; i < 9; i++) {
            conversation.call(i % 2 == 0 ? "Read" : "Bash", "f" + i).result(TestConversation.lines("output" + i, 40));
        }
        PolicyScenario scenario = PolicyScenario.of(conversation).idle(Duration.ofMinutes(59));
        scenario.decide(COMPACT);
        assertEquals("u" + " c r".repeat(9), scenario.picture());
        scenario.idle(Duration.ofMinutes(60)).decide(COMPACT);
        assertEquals("u" + " c ▪".repeat(4) + " c r".repeat(5), scenario.picture());
        assertEquals(List.of(), scenario.decide(COMPACT), "nothing is left to do");
    }
}
