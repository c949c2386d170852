package dev.throughline.engine.edit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.engine.archive.Purpose;
import dev.throughline.engine.archive.RecordedTurn;
import dev.throughline.model.text.TokenCount;
import dev.throughline.wire.Overflow;
import dev.throughline.workingset.Chain;
import dev.throughline.workingset.edit.Decision;
import dev.throughline.workingset.edit.DecisionReason;
import dev.throughline.workingset.edit.Edit;
import dev.throughline.workingset.policy.Policy;
import dev.throughline.workingset.policy.PolicyInput;
import dev.throughline.workingset.policy.Retention;
import dev.throughline.workingset.policy.Trim;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

final class StateInjectorTest {
    private static final String TODO = "<throughline_state>mend the roof</throughline_state>";

    @Test
    void the_same_state_is_packed_once() {
        EditingStand stand = new EditingStand(Policy.NO_CHANGE, 100_000);
        stand.state = StateInjectorTest::once;
        stand.user("Build it.").ask();
        stand.ran(1, 5).ask();
        assertEquals(1, count(stand.user("Go on.").ask()));
    }

    @Test
    void a_state_that_was_replaced_with_its_message_is_packed_again() {
        EditingStand stand = new EditingStand(Policy.NO_CHANGE, 100_000);
        stand.state = StateInjectorTest::once;
        stand.user("Build it.").ran(1, 5).user("And that.").ask();
        stand.policy = replacing(3);
        assertEquals(1, count(stand.ran(2, 5).ask()), "in the message that took its place: nobody has spoken since");
        stand.policy = Policy.NO_CHANGE;
        PromptToSend next = stand.ran(3, 5).ask();
        assertEquals(1, count(next));
        stand.restart();
        assertEquals(next.body().utf8(), stand.ask().body().utf8(), "the same after a restart");
        assertEquals(1, count(stand.user("Go on.").ask()), "it can still be read");
        stand.policy = replacing(9);
        assertEquals(1, count(stand.ran(4, 5).ask()), "and is taken along when that message goes too");
    }

    @Test
    void a_state_for_which_there_is_no_room_does_not_make_a_prompt_too_long() {
        EditingStand stand = new EditingStand(Policy.NO_CHANGE, 4_000);
        stand.user("Build it.").ran(1, 5).ask();
        stand.policy = replacing(2);
        stand.state = _ -> Optional.of("a rule that always holds\n".repeat(2_000));
        PromptToSend outgoing = stand.ran(2, 5).ask();
        assertTrue(outgoing.body().utf8().contains("a digest"));
        assertTrue(outgoing.weight().tokens() < 3_000, "sent " + outgoing.weight());
    }

    @Test
    void whoever_tells_the_state_knows_what_this_request_hides() {
        EditingStand stand = new EditingStand(new Trim(Retention.DEFAULT.newest()), 8_000).user("Build it.");
        for (int i = 0; i < 25; i++) {
            stand.ran(i, 60);
        }
        List<Boolean> told = new ArrayList<>();
        stand.state = moment -> {
            told.add(moment.log().hasHidden());
            return Optional.of(TODO);
        };
        assertTrue(stand.user("Go on.").ask().weight().tokens() < 8_000);
        assertTrue(stand.edits().stream().anyMatch(Edit.Replace.class::isInstance), "it was trimmed");
        assertEquals(List.of(true), told);
    }

    @Test
    void a_state_that_is_replaced_just_now_is_packed_into_the_newest_words() {
        EditingStand stand = new EditingStand(Policy.NO_CHANGE, 100_000);
        stand.state = StateInjectorTest::once;
        stand.user("Build it.").ran(1, 5).ask();
        stand.policy = replacing(0);
        assertEquals(1, count(stand.user("Go on.").ask()));
        stand.policy = Policy.NO_CHANGE;
        assertEquals(1, count(stand.ran(2, 5).ask()));
    }

    @Test
    void whoever_tells_the_state_knows_which_tools_were_called_lately() {
        EditingStand stand = new EditingStand(Policy.NO_CHANGE, 100_000);
        List<List<String>> told = new ArrayList<>();
        stand.state = moment -> {
            told.add(moment.recentTools());
            return Optional.empty();
        };
        stand.user("Build it.").ask();
        stand.ran(1, 5).ran(2, 5).user("Go on.").ask();
        assertEquals(List.of(List.of(), List.of("Bash")), told);
    }

    /** From the first piece to this one. */
    private static Policy replacing(int last) {
        return new Replacing(last);
    }

    private record Replacing(int last) implements Policy {
        @Override
        public List<Decision> decide(PolicyInput scene) {
            Chain chain = scene.chain();
            Decision.Draft draft = new Decision.Draft();
            draft.add(new Edit.Replace(chain.piece(0).node(), chain.piece(last).node(), draft.text("a digest"), 5));
            return List.of(
                    draft.because(new DecisionReason(DecisionReason.Trigger.HARD, 9, 5, 0, 0, 0, "For a test.")));
        }

        @Override
        public boolean mayReplace(PolicyInput scene) {
            return true;
        }
    }

    @Test
    void nobody_is_asked_while_the_lease_is_held() {
        EditingStand stand = new EditingStand(Policy.NO_CHANGE, 100_000);
        List<Boolean> asked = new ArrayList<>();
        stand.state = moment -> {
            asked.add(stand.isLeased());
            return once(moment);
        };
        stand.user("Build it.").ran(1, 5).user("And that.").ask();
        stand.policy = replacing(3);
        assertEquals(1, count(stand.ran(2, 5).ask()));
        stand.policy = replacing(0);
        stand.user("Go on.").ask();
        assertEquals(List.of(false, false, false), asked);
    }

    @Test
    void a_state_that_is_packed_with_a_repair_is_weighed_and_fits() {
        EditingStand stand = new EditingStand(Policy.NO_CHANGE, 20_000).user("Build it.");
        for (int i = 0; i < 40; i++) {
            stand.ran(i, 40);
        }
        RecordedTurn recorded = stand.user("Go on.").record(Purpose.CONVERSATION);
        PromptToSend refused = stand.editing().edit(recorded).orElseThrow();
        stand.state = _ -> Optional.of("a rule that always holds\n".repeat(1_000));
        Overflow overflow = new Overflow(OptionalLong.of(20_000), OptionalLong.of(5_000));
        PromptToSend repaired = stand.editing().repair(recorded, refused, overflow);
        assertTrue(
                repaired.body().length() < refused.body().length() / 3,
                "sent " + repaired.body().length());
        long counted = TokenCount.of(stand.model).ofItem(repaired.body().utf8(), 0, 0);
        assertTrue(repaired.weight().tokens() > counted / 2, "counted " + counted + ", weighed " + repaired.weight());
    }

    @Test
    void a_state_that_cannot_be_told_undoes_nothing() {
        EditingStand stand = new EditingStand(Trim.afterRefusal(Retention.DEFAULT), 8_000).user("Build it.");
        for (int i = 0; i < 30; i++) {
            stand.ran(i, 60);
        }
        stand.state = _ -> {
            throw new UnsupportedOperationException("broken on purpose");
        };
        PromptToSend outgoing = stand.user("Go on.").ask();
        assertTrue(outgoing.weight().tokens() < 8_000, "sent " + outgoing.weight());
        assertTrue(stand.edits().stream().anyMatch(Edit.Replace.class::isInstance), "and by all measures");
    }

    @Test
    void what_is_packed_is_weighed_and_made_to_fit() {
        EditingStand stand = new EditingStand(Trim.afterRefusal(Retention.DEFAULT), 20_000).user("Build it.");
        for (int i = 0; i < 20; i++) {
            stand.ran(i, 80);
        }
        PromptToSend plain = stand.user("Go on.").ask();
        assertTrue(!plain.isEdited() && plain.weight().tokens() > 10_000, "it just fits: " + plain.weight());
        stand.state = _ -> Optional.of("a rule that always holds, and another one\n".repeat(800));
        PromptToSend packed = stand.user("And on.").ask();
        assertTrue(packed.body().utf8().contains("a rule that always holds"));
        assertTrue(packed.weight().tokens() > 6_000 && packed.weight().tokens() < 20_000, "sent " + packed.weight());
        assertTrue(packed.body().length() < plain.body().length() + 35_000 - 10_000, "room was made");
    }

    /** Tells the todo to whoever cannot read it. */
    private static Optional<String> once(SessionState.StateRequest moment) {
        return Optional.of(TODO).filter(todo -> !moment.visibleBlocks().contains(todo));
    }

    private static int count(PromptToSend outgoing) {
        return outgoing.body().utf8().split("mend the roof", -1).length - 1;
    }
}
