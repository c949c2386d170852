package dev.throughline.workingset.policy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.model.Hash;
import dev.throughline.workingset.PieceRange;
import dev.throughline.workingset.TestConversation;
import dev.throughline.workingset.edit.DecisionReason;
import dev.throughline.workingset.edit.Edit;
import dev.throughline.workingset.fragment.RareNames;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class ExchangeDigestTest {
    private static final PieceRange FIRST = new PieceRange(1, 2);
    private static final PieceRange SECOND = new PieceRange(3, 4);

    private static Optional<ExchangeDigest> digest(
            PolicyScenario scenario, List<PieceRange> exchanges, BitSet replaced) {
        PolicyInput input = scenario.input();
        return ExchangeDigest.of(input, exchanges, replaced, new RareNames(input.chain()), 2_000);
    }

    private static ExchangeDigest digest(PolicyScenario scenario, PieceRange... exchanges) {
        return digest(scenario, List.of(exchanges), new BitSet()).orElseThrow();
    }

    @Test
    void adjacent_exchanges_become_one_text_that_saves_the_difference() {
        PolicyScenario scenario = PolicyScenario.of(SampleConversations.commands(4, 40));
        ExchangeDigest digest = digest(scenario, FIRST, SECOND);
        assertEquals(new PieceRange(1, 4), digest.range());
        assertTrue(digest.text().startsWith("[4 earlier messages cut; "), digest.text());
        assertEquals(scenario.input().tokens(digest.text()), digest.tokens());
        assertEquals(scenario.workingSet().tokens(new PieceRange(1, 4)) - digest.tokens(), digest.freed());
    }

    @Test
    void a_digest_that_saves_nothing_is_none() {
        PolicyScenario scenario = PolicyScenario.of(
                new TestConversation().user("Fix it.").call("Bash", "ls").result("a"));
        assertEquals(Optional.empty(), digest(scenario, List.of(FIRST), new BitSet()));
    }

    @Test
    void what_is_a_digest_already_is_not_digested_alone_but_with_its_neighbour() {
        PolicyScenario scenario = PolicyScenario.of(SampleConversations.commands(4, 40));
        scenario.accept(new Edit.Replace(
                scenario.chain().piece(1).node(),
                scenario.chain().piece(2).node(),
                scenario.text("[2 earlier messages cut]"),
                60));
        assertEquals(Optional.empty(), digest(scenario, List.of(FIRST), new BitSet()));
        ExchangeDigest both = digest(scenario, FIRST, SECOND);
        assertTrue(both.text().startsWith("[4 earlier messages cut; "), both.text());
        assertEquals(60 + scenario.workingSet().tokens(SECOND) - both.tokens(), both.freed());
    }

    @Test
    void the_environment_in_the_exchanges_is_included_unless_it_can_be_read_elsewhere() {
        TestConversation conversation = new TestConversation()
                .user("Fix it.")
                .call("Bash", "make")
                .result(TestConversation.lines("output", 60))
                .with()
                .scaffold("<env>\nThe folder is /repo.\n</env>")
                .call("Bash", "make again")
                .result(TestConversation.lines("more", 60));
        PolicyScenario scenario = PolicyScenario.of(conversation);
        ExchangeDigest digest = digest(scenario, new PieceRange(1, 3));
        assertTrue(digest.text().contains("The folder is /repo."), digest.text());
        conversation.with().scaffold("<env>\nThe folder is /other.\n</env>");
        ExchangeDigest later = digest(PolicyScenario.of(conversation), new PieceRange(1, 3));
        assertFalse(later.text().contains("The folder is"), later.text());
    }

    @Test
    void an_environment_that_another_digest_replaces_cannot_be_read() {
        TestConversation conversation = new TestConversation().user("Fix it.");
        for (String folder : List.of("/repo", "/repo")) {
            conversation
                    .call("Bash", "make " + conversation.size())
                    .result(TestConversation.lines("output" + conversation.size(), 60))
                    .with()
                    .scaffold("<env>\nThe folder is " + folder + ".\n</env>");
        }
        PolicyScenario scenario = PolicyScenario.of(conversation);
        PieceRange first = new PieceRange(1, 3);
        BitSet second = new BitSet();
        assertFalse(
                digest(scenario, List.of(first), second).orElseThrow().text().contains("The folder is"));
        second.set(4, 7);
        assertTrue(digest(scenario, List.of(first), second).orElseThrow().text().contains("The folder is"));
    }

    @Test
    void replacing_puts_the_text_in_the_place_of_the_range() {
        PolicyScenario scenario = PolicyScenario.of(SampleConversations.commands(4, 40));
        ExchangeDigest digest = digest(scenario, FIRST, SECOND);
        PolicyDraft draft = new PolicyDraft(scenario.input());
        digest.replace(draft, /* isOld= */ true);
        assertEquals(scenario.input().total() - digest.freed(), draft.total());
        assertEquals(
                List.of(new Edit.Replace(
                        scenario.chain().piece(1).node(),
                        scenario.chain().piece(4).node(),
                        Hash.of(digest.text()),
                        digest.tokens(),
                        /* isDrop= */ true)),
                draft.decision(DecisionReason.Trigger.WARM, 0, "").orElseThrow().edits());
    }
}
