package dev.throughline.workingset.policy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.workingset.PieceRange;
import dev.throughline.workingset.TestConversation;
import dev.throughline.workingset.edit.DecisionReason;
import dev.throughline.workingset.policy.RewritePlan.Action;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

final class RewriterTest {
    private static Policy rewriting(Map<Integer, Action> wanted, Consumer<RewritePlan> more) {
        return input -> {
            PolicyDraft draft = new PolicyDraft(input);
            RewritePlan plan = new RewritePlan(input.chain(), SupersededContent.in(input.chain(), input.workingSet()));
            wanted.forEach(plan::set);
            more.accept(plan);
            Rewriter.run(draft, plan);
            return draft.isEmpty()
                    ? List.of()
                    : List.of(draft.decision(new DecisionReason(
                            DecisionReason.Trigger.WARM, input.total(), draft.total(), 0, 0, 0, "")));
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
