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
    void the_same_state_block_is_added_once() {
        EditFixture fixture = new EditFixture(Policy.NO_CHANGE, 100_000);
        fixture.state = StateInjectorTest::once;
        fixture.user("Build it.").ask();
        fixture.command(1, 5).ask();
        assertEquals(1, count(fixture.user("Go on.").ask()));
    }

    @Test
    void a_state_block_whose_message_was_replaced_is_added_again() {
        EditFixture fixture = new EditFixture(Policy.NO_CHANGE, 100_000);
        fixture.state = StateInjectorTest::once;
        fixture.user("Build it.").command(1, 5).user("And that.").ask();
        fixture.policy = replacing(3);
        assertEquals(1, count(fixture.command(2, 5).ask()), "in the replacement: there is no newer user message");
        fixture.policy = Policy.NO_CHANGE;
        PromptToSend next = fixture.command(3, 5).ask();
        assertEquals(1, count(next));
        fixture.restart();
        assertEquals(next.body().utf8(), fixture.ask().body().utf8(), "the same after a restart");
        assertEquals(1, count(fixture.user("Go on.").ask()), "it is still visible");
        fixture.policy = replacing(9);
        assertEquals(1, count(fixture.command(4, 5).ask()), "added again when that message is replaced");
    }

    @Test
    void a_state_block_that_does_not_fit_does_not_make_the_prompt_too_long() {
        EditFixture fixture = new EditFixture(Policy.NO_CHANGE, 4_000);
        fixture.user("Build it.").command(1, 5).ask();
        fixture.policy = replacing(2);
        fixture.state = _ -> Optional.of("a rule that always holds\n".repeat(2_000));
        PromptToSend outgoing = fixture.command(2, 5).ask();
        assertTrue(outgoing.body().utf8().contains("a digest"));
        assertTrue(outgoing.weight().tokens() < 3_000, "sent " + outgoing.weight());
    }

    @Test
    void the_state_provider_is_told_whether_this_request_hides_content() {
        EditFixture fixture = new EditFixture(new Trim(Retention.DEFAULT.newest()), 8_000).user("Build it.");
        for (int i = 0; i < 25; i++) {
            fixture.command(i, 60);
        }
        List<Boolean> seen = new ArrayList<>();
        fixture.state = request -> {
            seen.add(request.log().hasHidden());
            return Optional.of(TODO);
        };
        assertTrue(fixture.user("Go on.").ask().weight().tokens() < 8_000);
        assertTrue(fixture.edits().stream().anyMatch(Edit.Replace.class::isInstance), "it was trimmed");
        assertEquals(List.of(true), seen);
    }

    @Test
    void a_state_block_that_this_request_replaces_is_added_to_the_newest_message() {
        EditFixture fixture = new EditFixture(Policy.NO_CHANGE, 100_000);
        fixture.state = StateInjectorTest::once;
        fixture.user("Build it.").command(1, 5).ask();
        fixture.policy = replacing(0);
        assertEquals(1, count(fixture.user("Go on.").ask()));
        fixture.policy = Policy.NO_CHANGE;
        assertEquals(1, count(fixture.command(2, 5).ask()));
    }

    @Test
    void the_state_provider_is_given_the_recently_called_tools() {
        EditFixture fixture = new EditFixture(Policy.NO_CHANGE, 100_000);
        List<List<String>> seen = new ArrayList<>();
        fixture.state = request -> {
            seen.add(request.recentTools());
            return Optional.empty();
        };
        fixture.user("Build it.").ask();
        fixture.command(1, 5).command(2, 5).user("Go on.").ask();
        assertEquals(List.of(List.of(), List.of("Bash")), seen);
    }

    /** Replaces the pieces from the first to this one. */
    private static Policy replacing(int last) {
        return new Replacing(last);
    }

    private record Replacing(int last) implements Policy {
        @Override
        public List<Decision> decide(PolicyInput input) {
            Chain chain = input.chain();
            Decision.Draft draft = new Decision.Draft();
            draft.add(new Edit.Replace(chain.piece(0).node(), chain.piece(last).node(), draft.text("a digest"), 5));
            return List.of(
                    draft.because(new DecisionReason(DecisionReason.Trigger.HARD, 9, 5, 0, 0, 0, "For a test.")));
        }

        @Override
        public boolean mayReplace(PolicyInput input) {
            return true;
        }
    }

    @Test
    void the_state_provider_is_not_called_while_the_lease_is_held() {
        EditFixture fixture = new EditFixture(Policy.NO_CHANGE, 100_000);
        List<Boolean> asked = new ArrayList<>();
        fixture.state = request -> {
            asked.add(fixture.isLeased());
            return once(request);
        };
        fixture.user("Build it.").command(1, 5).user("And that.").ask();
        fixture.policy = replacing(3);
        assertEquals(1, count(fixture.command(2, 5).ask()));
        fixture.policy = replacing(0);
        fixture.user("Go on.").ask();
        assertEquals(List.of(false, false, false), asked);
    }

    @Test
    void a_state_block_that_a_repair_adds_is_counted_and_fits() {
        EditFixture fixture = new EditFixture(Policy.NO_CHANGE, 20_000).user("Build it.");
        for (int i = 0; i < 40; i++) {
            fixture.command(i, 40);
        }
        RecordedTurn recorded = fixture.user("Go on.").record(Purpose.CONVERSATION);
        PromptToSend refused = fixture.editor().edit(recorded).orElseThrow();
        fixture.state = _ -> Optional.of("a rule that always holds\n".repeat(1_000));
        Overflow overflow = new Overflow(OptionalLong.of(20_000), OptionalLong.of(5_000));
        PromptToSend repaired = fixture.editor().repair(recorded, refused, overflow);
        assertTrue(
                repaired.body().length() < refused.body().length() / 3,
                "sent " + repaired.body().length());
        long counted = TokenCount.of(fixture.model).ofItem(repaired.body().utf8(), 0, 0);
        assertTrue(repaired.weight().tokens() > counted / 2, "counted " + counted + ", reported " + repaired.weight());
    }

    @Test
    void a_state_provider_that_throws_does_not_prevent_edits() {
        EditFixture fixture = new EditFixture(Trim.afterRefusal(Retention.DEFAULT), 8_000).user("Build it.");
        for (int i = 0; i < 30; i++) {
            fixture.command(i, 60);
        }
        fixture.state = _ -> {
            throw new UnsupportedOperationException("broken on purpose");
        };
        PromptToSend outgoing = fixture.user("Go on.").ask();
        assertTrue(outgoing.weight().tokens() < 8_000, "sent " + outgoing.weight());
        assertTrue(fixture.edits().stream().anyMatch(Edit.Replace.class::isInstance), "the history was replaced");
    }

    @Test
    void an_added_state_block_is_counted_and_the_prompt_still_fits() {
        EditFixture fixture = new EditFixture(Trim.afterRefusal(Retention.DEFAULT), 20_000).user("Build it.");
        for (int i = 0; i < 20; i++) {
            fixture.command(i, 80);
        }
        PromptToSend plain = fixture.user("Go on.").ask();
        assertTrue(!plain.isEdited() && plain.weight().tokens() > 10_000, "it just fits: " + plain.weight());
        fixture.state = _ -> Optional.of("a rule that always holds, and another one\n".repeat(800));
        PromptToSend withBlock = fixture.user("And on.").ask();
        assertTrue(withBlock.body().utf8().contains("a rule that always holds"));
        assertTrue(
                withBlock.weight().tokens() > 6_000 && withBlock.weight().tokens() < 20_000,
                "sent " + withBlock.weight());
        assertTrue(withBlock.body().length() < plain.body().length() + 35_000 - 10_000, "other content was removed");
    }

    /** Returns the todo unless it is already visible. */
    private static Optional<String> once(SessionState.StateRequest request) {
        return Optional.of(TODO).filter(todo -> !request.visibleBlocks().contains(todo));
    }

    private static int count(PromptToSend outgoing) {
        return outgoing.body().utf8().split("mend the roof", -1).length - 1;
    }
}
