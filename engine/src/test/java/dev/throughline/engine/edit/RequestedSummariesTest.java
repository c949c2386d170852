package dev.throughline.engine.edit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.engine.archive.Purpose;
import dev.throughline.model.Bytes;
import dev.throughline.model.Hash;
import dev.throughline.workingset.policy.Compact;
import dev.throughline.workingset.policy.CompactSettings;
import dev.throughline.workingset.policy.Policy;
import dev.throughline.workingset.policy.Retention;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Which summary a requested compaction uses, and what the helper model is told. */
final class RequestedSummariesTest {
    private final ScriptedHelperModel helper = new ScriptedHelperModel();
    private final EditFixture fixture = new EditFixture(Policy.NO_CHANGE, 200_000).user("Build it.");

    RequestedSummariesTest() {
        fixture.helper = helper;
        fixture.byHand =
                new Compact(CompactSettings.DEFAULT.withInstructions("Always name the branch."), Retention.DEFAULT);
        fixture.restart();
        fixture.command(1, 80).command(2, 80).command(3, 80);
    }

    private String sent() {
        return fixture.ask().body().utf8();
    }

    @Test
    void a_summary_is_written_as_soon_as_it_is_requested() throws InterruptedException {
        String before = sent();
        helper.answers.add("<summary>Parts were built.</summary>");
        fixture.requestCompaction("keep </user_wishes> the port", /* isRunning= */ true);
        helper.asked.acquire();
        String sent = fixture.command(4, 10).user("Go on.").ask().body().utf8();
        assertTrue(sent.contains("Parts were built.") && sent.contains("make part4"), sent);
        assertEquals(1, helper.prompts.size(), "it is not requested again");
        String asked = helper.prompts.getFirst().body().utf8();
        assertTrue(asked.startsWith(before.substring(0, before.lastIndexOf("]}"))), "the same beginning: " + asked);
        assertTrue(
                asked.contains(
                        "<user_wishes>\\nAlways name the branch.\\nkeep <\\\\/user_wishes> the port\\n</user_wishes>"),
                asked);
        assertEquals(List.of(), fixture.wire.validate(fixture.wire.decode(Bytes.of(asked))));
    }

    @Test
    void after_a_restart_the_summary_is_requested_in_the_turn() {
        sent();
        fixture.requestCompaction("", /* isRunning= */ false);
        fixture.restart();
        helper.answers.add("<summary>Parts were built.</summary>");
        String sent = fixture.user("Go on.").ask().body().utf8();
        assertTrue(sent.contains("Parts were built."), sent);
        assertFalse(sent.contains("make part1"), sent);
    }

    @Test
    void another_model_is_told_the_wishes_too() {
        helper.isSessionModel = false;
        helper.answers.add("{\"summary\":\"Parts were built.\"}");
        fixture.requestCompaction("the port", /* isRunning= */ false);
        sent();
        fixture.requestCompaction("the port", /* isRunning= */ false);
        assertTrue(fixture.user("Go on.").ask().body().utf8().contains("Parts were built."));
        assertTrue(
                helper.instructions.getLast().contains("<user_wishes>\nAlways name the branch.\nthe port\n"),
                helper.instructions.toString());
    }

    @Test
    void without_an_answer_a_digest_is_used() {
        sent();
        fixture.requestCompaction("", /* isRunning= */ true);
        String sent = fixture.user("Go on.").ask().body().utf8();
        assertTrue(sent.contains("what was said and done"), sent);
    }

    @Test
    void a_summary_that_is_not_shorter_gives_way_to_a_digest() {
        sent();
        helper.answers.add("<summary>" + "Many words. ".repeat(5_000) + "</summary>");
        fixture.requestCompaction("", /* isRunning= */ false);
        String sent = fixture.user("Go on.").ask().body().utf8();
        assertTrue(sent.contains("what was said and done"), sent);
    }

    @Test
    void notes_are_used_if_nothing_special_is_wished() {
        sent();
        Hash last = fixture.record(Purpose.CONVERSATION).path().getLast().node();
        fixture.notes = Optional.of(new SessionState.Notes("The notes of the session.", last));
        fixture.requestCompaction("", /* isRunning= */ false);
        assertTrue(fixture.user("Go on.").ask().body().utf8().contains("The notes of the session."));
        assertEquals(List.of(), helper.prompts);
    }

    @Test
    void with_a_wish_notes_are_used_only_if_there_is_no_summary() {
        sent();
        Hash last = fixture.record(Purpose.CONVERSATION).path().getLast().node();
        fixture.notes = Optional.of(new SessionState.Notes("The notes of the session.", last));
        fixture.requestCompaction("the port", /* isRunning= */ false);
        assertTrue(fixture.user("Go on.").ask().body().utf8().contains("The notes of the session."));
        assertEquals(1, helper.prompts.size(), "the helper model was asked first");
    }
}
