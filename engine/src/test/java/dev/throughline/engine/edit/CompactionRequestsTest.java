package dev.throughline.engine.edit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.engine.archive.Purpose;
import dev.throughline.engine.archive.RecordedTurn;
import dev.throughline.engine.edit.CompactionRequests.PlannedCompaction;
import dev.throughline.model.ProxyException;
import dev.throughline.workingset.edit.DecisionReason.Trigger;
import dev.throughline.workingset.edit.Edit;
import dev.throughline.workingset.policy.Policy;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** A compaction that someone requests, from the request to the next turns. */
final class CompactionRequestsTest {
    private static final String SUMMARY = "<throughline_summary";

    private final EditFixture fixture = new EditFixture(Policy.NO_CHANGE, 200_000).user("Build it.");

    private void work() {
        fixture.command(1, 80).command(2, 80).command(3, 80);
        fixture.ask();
        fixture.command(4, 20);
    }

    @Test
    void the_next_turn_carries_out_a_request_once() {
        work();
        String before = fixture.ask().body().utf8();
        PlannedCompaction planned = fixture.requestCompaction("", /* isRunning= */ true);
        assertTrue(planned.isPlanned(), planned.message());
        assertTrue(planned.tokensAfter().orElseThrow() < planned.tokensBefore() / 2, planned.message());
        PromptToSend sent = fixture.user("Go on.").ask();
        String after = sent.body().utf8();
        assertTrue(after.contains(SUMMARY) && after.length() < before.length() / 2, after);
        assertTrue(fixture.isValid(sent));
        assertEquals(List.of(Trigger.MANUAL), fixture.triggers());
        assertEquals(after, fixture.ask().body().utf8(), "the same bytes");
        fixture.restart();
        assertEquals(after, fixture.ask().body().utf8(), "the same bytes after a restart");
        fixture.command(5, 20);
        assertTrue(fixture.ask().body().utf8().startsWith(after.substring(0, after.length() - 2)));
        assertEquals(List.of(Trigger.MANUAL), fixture.triggers(), "it is carried out once");
    }

    @Test
    void a_request_survives_a_restart() {
        work();
        fixture.requestCompaction("the port is 8080", /* isRunning= */ true);
        fixture.restart();
        String sent = fixture.user("Go on.").ask().body().utf8();
        assertTrue(sent.contains(SUMMARY) && sent.contains("<user_wish>\\nthe port is 8080\\n"), sent);
    }

    @Test
    void without_a_gateway_the_size_after_it_is_not_known() {
        work();
        PlannedCompaction planned = fixture.requestCompaction("", /* isRunning= */ false);
        assertEquals(OptionalLong.empty(), planned.tokensAfter());
        assertTrue(planned.isPlanned() && planned.tokensBefore() > 0, planned.message());
        assertTrue(fixture.user("Go on.").ask().body().utf8().contains(SUMMARY));
    }

    @Test
    void a_request_is_obeyed_if_the_policy_is_off() {
        fixture.rule = Optional.empty();
        fixture.command(1, 80).command(2, 80).command(3, 80);
        assertEquals(Optional.empty(), fixture.editor().edit(fixture.record(Purpose.CONVERSATION)));
        fixture.requestCompaction("", /* isRunning= */ false);
        PromptToSend sent = fixture.user("Go on.").ask();
        assertTrue(sent.body().utf8().contains(SUMMARY), "the request is carried out");
        assertEquals("off", sent.policy());
        fixture.command(4, 80);
        assertTrue(fixture.ask().body().utf8().contains(SUMMARY), "its result stays");
        RecordedTurn compaction = fixture.record(Purpose.COMPACTION);
        assertEquals(Optional.empty(), fixture.editor().edit(compaction), "nothing else is edited");
    }

    @Test
    void the_exchange_in_progress_stays() {
        fixture.command(1, 80).command(2, 80).command(3, 20).ask();
        fixture.requestCompaction("", /* isRunning= */ false);
        PromptToSend sent = fixture.ask();
        assertTrue(sent.body().utf8().contains("make part3") && fixture.isValid(sent), "the open tool loop stays");
        assertFalse(sent.body().utf8().contains("\"make part1\""));
    }

    @Test
    void side_requests_do_not_carry_it_out() {
        work();
        fixture.requestCompaction("", /* isRunning= */ true);
        fixture.editor().edit(fixture.record(Purpose.SIDE_REQUEST));
        assertEquals(List.of(), fixture.triggers());
    }

    @Test
    void a_short_history_is_not_compacted() {
        fixture.command(1, 1);
        fixture.ask();
        PlannedCompaction planned = fixture.requestCompaction("", /* isRunning= */ true);
        assertFalse(planned.isPlanned());
        assertTrue(planned.message().startsWith("Nothing to compact: the history is so short"), planned.message());
        fixture.user("Go on.").ask();
        assertEquals(List.of(), fixture.triggers(), "nothing was requested");
    }

    @Test
    void a_request_that_turns_out_to_be_useless_is_settled_without_edits() {
        fixture.command(1, 1).ask();
        assertTrue(fixture.requestCompaction("", /* isRunning= */ false).isPlanned());
        String sent = fixture.user("Go on.").ask().body().utf8();
        assertFalse(sent.contains(SUMMARY), sent);
        assertEquals(List.of(Trigger.MANUAL), fixture.triggers());
        assertEquals(List.of(), fixture.edits());
        fixture.restart();
        fixture.ask();
        assertEquals(List.of(Trigger.MANUAL), fixture.triggers(), "it is not tried again");
    }

    @Test
    void a_session_without_a_turn_has_nothing_to_compact() {
        PlannedCompaction planned = fixture.requestCompaction("", /* isRunning= */ true);
        assertEquals("Nothing to compact: the session has no turn yet.", planned.message());
        assertFalse(planned.isPlanned());
    }

    @Test
    void a_text_that_is_too_long_is_refused() {
        work();
        ProxyException refused = assertThrows(
                ProxyException.class, () -> fixture.requestCompaction("x".repeat(4_001), /* isRunning= */ true));
        assertEquals("text_too_long", refused.code());
    }

    @Test
    void two_turns_at_the_same_time_carry_it_out_once() {
        work();
        fixture.requestCompaction("", /* isRunning= */ true);
        fixture.user("Go on.");
        RecordedTurn one = fixture.record(Purpose.CONVERSATION);
        RecordedTurn other = fixture.record(Purpose.CONVERSATION);
        PromptToSend first = fixture.editor().edit(one).orElseThrow();
        PromptToSend second = fixture.editor().edit(other).orElseThrow();
        assertEquals(first.body(), second.body());
        assertEquals(List.of(Trigger.MANUAL), fixture.triggers());
    }

    @Test
    void a_newer_request_replaces_an_older_one() {
        work();
        fixture.requestCompaction("the first wish", /* isRunning= */ false);
        fixture.requestCompaction("the second wish", /* isRunning= */ false);
        String sent = fixture.user("Go on.").ask().body().utf8();
        assertTrue(sent.contains("the second wish") && !sent.contains("the first wish"), sent);
        fixture.ask();
        assertEquals(List.of(Trigger.MANUAL), fixture.triggers());
    }

    @Test
    void a_second_compaction_replaces_the_first_summary_with_what_followed() {
        work();
        fixture.requestCompaction("", /* isRunning= */ true);
        fixture.user("Go on.").ask();
        fixture.command(5, 80).command(6, 80).command(7, 10);
        fixture.requestCompaction("", /* isRunning= */ false);
        String sent = fixture.user("And now?").ask().body().utf8();
        assertEquals(2, sent.split(SUMMARY, -1).length, "one summary: " + sent);
        assertTrue(sent.contains("Build it.") && sent.contains("Go on."), sent);
        assertEquals(
                2,
                fixture.edits().stream().filter(Edit.Replace.class::isInstance).count());
    }
}
