package dev.throughline.workingset.policy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.workingset.PieceRange;
import dev.throughline.workingset.TestConversation;
import dev.throughline.workingset.edit.DecisionReason;
import dev.throughline.workingset.policy.RewritePlan.Action;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class RewritePlanTest {
    private static RewritePlan plan() {
        return new RewritePlan(SampleConversations.commands(5, 3).chain(), SupersededContent.NOTHING);
    }

    private static List<Integer> where(RewritePlan plan, IntPredicate test) {
        return IntStream.range(0, plan.size()).filter(test).boxed().toList();
    }

    @Test
    void a_new_plan_keeps_everything() {
        RewritePlan plan = plan();
        assertTrue(plan.isEmpty());
        assertEquals(11, where(plan, plan::keeps).size());
        assertEquals(List.of(), where(plan, plan::removes));
        assertEquals(List.of(), where(plan, plan::mayBeginAt));
    }

    @Test
    void a_superseded_piece_is_not_kept_and_stays_readable() {
        RewritePlan plan = plan();
        plan.set(2, Action.SUPERSEDE);
        plan.set(4, Action.CLEAR);
        assertFalse(plan.isEmpty());
        assertFalse(plan.keeps(2));
        assertEquals(List.of(4), where(plan, plan::removes));
        assertEquals(List.of(2, 4), where(plan, plan::mayBeginAt));
    }

    @Test
    void a_rewrite_begins_with_a_whole_exchange_and_not_in_its_middle() {
        RewritePlan plan = plan();
        plan.drop(new PieceRange(1, 2));
        plan.drop(new PieceRange(5, 6));
        assertEquals(List.of(1, 2, 5, 6), where(plan, plan::removes));
        assertEquals(List.of(1, 5), where(plan, plan::mayBeginAt));
    }

    @Test
    void a_rewrite_does_not_begin_between_a_note_and_the_read_that_it_refers_to() {
        RewritePlan plan = plan();
        plan.set(2, Action.CLEAR);
        plan.set(4, Action.CLEAR);
        plan.set(6, Action.CLEAR);
        plan.set(8, Action.CLEAR);
        plan.bind(2, 6);
        assertEquals(List.of(2, 8), where(plan, plan::mayBeginAt));
    }

    @Test
    void keeping_all_exchanges_leaves_single_results() {
        RewritePlan plan = plan();
        plan.drop(new PieceRange(1, 2));
        plan.set(4, Action.CLEAR);
        plan.keepExchanges();
        assertEquals(List.of(4), where(plan, plan::removes));
        assertFalse(plan.isEmpty());
        plan.set(4, Action.KEEP);
        assertTrue(plan.isEmpty());
    }

    @Test
    void keeping_what_precedes_a_piece_keeps_exchanges_that_begin_there() {
        RewritePlan plan = plan();
        plan.drop(new PieceRange(1, 2));
        plan.drop(new PieceRange(3, 4));
        plan.drop(new PieceRange(5, 6));
        plan.set(8, Action.CLEAR);
        plan.keepBefore(3);
        assertEquals(List.of(3, 4, 5, 6, 8), where(plan, plan::removes));
        plan.keepBefore(4);
        assertEquals(List.of(5, 6, 8), where(plan, plan::removes));
        plan.keepBefore(plan.size());
        assertTrue(plan.isEmpty());
    }

    @Test
    void random_plans_keep_what_precedes_any_start_and_nothing_else_changes() {
        for (int seed = 0; seed < 300; seed++) {
            Random random = new Random(seed);
            RewritePlan plan = plan();
            List<PieceRange> exchanges = new ArrayList<>();
            for (int first = 1; first < plan.size(); first += 2) {
                if (random.nextInt(3) == 0) {
                    exchanges.add(new PieceRange(first, first + 1));
                } else {
                    plan.set(first + 1, List.of(Action.values()).get(random.nextInt(3)));
                }
            }
            exchanges.forEach(plan::drop);
            List<Integer> changed = where(plan, index -> !plan.keeps(index));
            List<Integer> removed = where(plan, plan::removes);
            List<Integer> starts = where(plan, plan::mayBeginAt);
            assertEquals(
                    changed.stream()
                            .filter(index -> exchanges.stream().noneMatch(range -> range.last() == index))
                            .toList(),
                    starts,
                    "seed " + seed);
            if (!starts.isEmpty()) {
                int start = starts.get(random.nextInt(starts.size()));
                plan.keepBefore(start);
                assertEquals(
                        changed.stream().filter(index -> index >= start).toList(),
                        where(plan, index -> !plan.keeps(index)),
                        "seed " + seed);
                assertEquals(
                        removed.stream().filter(index -> index >= start).toList(),
                        where(plan, plan::removes),
                        "seed " + seed);
            }
        }
    }

    private static Policy rewriting(Map<Integer, Action> wanted, Consumer<RewritePlan> more) {
        return input -> {
            PolicyDraft draft = new PolicyDraft(input);
            RewritePlan plan = new RewritePlan(input.chain(), SupersededContent.in(input.chain(), input.workingSet()));
            wanted.forEach(plan::set);
            more.accept(plan);
            plan.apply(draft);
            return draft.decision(DecisionReason.Trigger.WARM, 0, "").stream().toList();
        };
    }

    private static Policy rewriting(Map<Integer, Action> wanted) {
        return rewriting(wanted, _ -> {});
    }

    @Test
    void of_an_older_read_only_the_lines_stay_that_no_later_one_shows() {
        String file = TestConversation.lines("file", 200);
        PolicyScenario scenario = PolicyScenario.of(new TestConversation()
                .call("Read", "a.go")
                .result(file)
                .call("Read", "a.go")
                .result(file.lines()
                        .skip(50)
                        .limit(100)
                        .reduce((a, b) -> a + "\n" + b)
                        .orElseThrow()));
        scenario.decide(rewriting(Map.of(1, Action.SUPERSEDE)));
        assertEquals("c N c r", scenario.picture());
        assertTrue(
                scenario.text(1)
                        .contains("file line 65 says something of its own\n"
                                + "[70 lines not shown: read again below]\nfile line 136 says"),
                scenario.text(1));
    }

    @Test
    void an_older_read_that_is_shown_again_becomes_a_note() {
        String file = TestConversation.lines("file", 200);
        PolicyScenario scenario = PolicyScenario.of(new TestConversation()
                .call("Read", "a.go")
                .result(file)
                .call("Read", "a.go")
                .result(file + "\nand more"));
        scenario.decide(rewriting(Map.of(1, Action.SUPERSEDE)));
        assertTrue(scenario.text(1).startsWith("[output cut: Read a.go; read again below; "), scenario.text(1));
    }

    @Test
    void an_older_todo_list_is_empty_and_its_call_as_the_model_made_it() {
        String[] items = TestConversation.lines("task", 30).split("\n");
        PolicyScenario scenario = PolicyScenario.of(
                new TestConversation().todo(items).result("ok").todo(items).result("ok"));
        scenario.decide(rewriting(Map.of(0, Action.SUPERSEDE)));
        assertEquals("C r c r", scenario.picture());
        assertEquals("{\"todos\":[]}", scenario.text(0));
    }

    @Test
    void adjacent_exchanges_become_one_digest() {
        TestConversation conversation = SampleConversations.commands(6, 40);
        PolicyScenario scenario = PolicyScenario.of(conversation);
        scenario.decide(rewriting(Map.of(), plan -> {
            plan.drop(new PieceRange(1, 2));
            plan.drop(new PieceRange(3, 4));
            plan.drop(new PieceRange(7, 8));
        }));
        assertEquals("u [ c r [ c r c r", scenario.picture());
        assertTrue(scenario.block(1).startsWith("[4 earlier messages cut; "), scenario.block(1));
    }

    @Test
    void a_note_that_would_be_longer_is_not_written() {
        PolicyScenario scenario = PolicyScenario.of(new TestConversation()
                .call("Bash", "ls")
                .result("one\ntwo")
                .call("Read", "a")
                .result("three"));
        assertEquals(List.of(), scenario.sent().decide(rewriting(Map.of(1, Action.CLEAR, 3, Action.CLEAR))));
        assertEquals("c r c r", scenario.picture());
    }
}
