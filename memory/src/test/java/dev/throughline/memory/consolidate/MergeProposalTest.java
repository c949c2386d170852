package dev.throughline.memory.consolidate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.memory.Stage;
import dev.throughline.model.Bytes;
import dev.throughline.wire.json.Json;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class MergeProposalTest {
    private static final String FACT = "- Releases are cut on Thursdays. (2026-04-05, 00000001/ab12cd34)";

    private static Rollout rollout(int number, Duration age, String summary, String... memories) {
        String session = Stage.session(number).id().toString();
        return new Rollout(
                Rollout.path(session, Stage.NOON, "s"), session, Stage.NOON.minus(age), summary, List.of(memories));
    }

    private static MergeProposal proposal(String json, Rollout... rollouts) {
        return MergeProposal.of(Json.parse(Bytes.of(json)), List.of(rollouts));
    }

    @Test
    void an_answer_is_read_and_lines_without_a_rollout_are_left_out() {
        MergeProposal read = proposal(
                "{\"add\":[{\"text\":\"Releases are cut on Thursdays.\",\"from\":\"r1\",\"handle\":\"ab12cd34\"},"
                        + "{\"text\":\"Invented.\",\"from\":\"r2\"},{\"text\":\"No rollout.\"},"
                        + "{\"text\":\" \",\"from\":\"r1\"},7],\"remove\":[\" - old \",7],\"summary\":\"S.\","
                        + "\"skills\":[{\"name\":\"n\",\"description\":\"d\",\"body\":\"b\"}]}",
                rollout(1, Duration.ZERO, ""));
        assertEquals(
                new MergeProposal(
                        List.of(FACT), List.of("- old"), "S.", List.of(new MergeProposal.Skill("n", "d", "b"))),
                read);
        assertThrows(IllegalArgumentException.class, () -> proposal("[]"));
    }

    @Test
    void rules_add_all_memories_except_corrections_and_list_the_newest_sessions_first() {
        List<Rollout> rollouts = List.of(
                rollout(1, Duration.ofDays(1), "Task: one\nmore", "- one (2026-04-04, a)"),
                rollout(2, Duration.ZERO, "Task: two", "- two (2026-04-05, a)", "- User corrected: x (2026-04-05, a)"));
        assertEquals(
                new MergeProposal(
                        List.of("- two (2026-04-05, a)", "- one (2026-04-04, a)"),
                        List.of(),
                        "# Recent work\n- 2026-04-05: Task: two\n- 2026-04-04: Task: one\n",
                        List.of()),
                MergeProposal.byRules(rollouts, 1_000));
        assertEquals("", MergeProposal.byRules(List.of(), 1_000).summary());
    }

    @Test
    void a_line_that_was_added_before_is_left_out_but_not_that_of_another_session() {
        String other = FACT.replace("00000001", "00000002");
        MergeProposal proposal = new MergeProposal(List.of(FACT, other), List.of(), "S.", List.of());
        assertEquals(
                List.of(other),
                proposal.without(Set.of(MergeProposal.key(FACT))).added());
    }

    @Test
    void a_proposal_without_summary_or_with_a_large_change_is_not_sound() {
        List<MergeProposal.Skill> skill = List.of(new MergeProposal.Skill("n", "d", "1\n2"));
        assertTrue(new MergeProposal(List.of(FACT), List.of("- a"), "S.", skill).isSound(0, 100));
        assertFalse(new MergeProposal(List.of(), List.of(), " ", List.of()).isSound(0, 100));
        assertFalse(new MergeProposal(List.of(), List.of(), "S".repeat(1_000), List.of()).isSound(0, 100));
        assertFalse(new MergeProposal(Collections.nCopies(61, FACT), List.of(), "S.", List.of()).isSound(0, 100));
        List<String> six = Collections.nCopies(6, FACT);
        assertFalse(new MergeProposal(List.of(), six, "S.", List.of()).isSound(3, 100));
        assertTrue(new MergeProposal(List.of(), six, "S.", List.of()).isSound(4, 100));
        List<MergeProposal.Skill> oneLine = List.of(new MergeProposal.Skill("n", "d", "1"));
        assertFalse(new MergeProposal(List.of(), List.of(), "S.", oneLine).isSound(0, 100));
    }
}
