package dev.throughline.engine.edit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.engine.archive.Purpose;
import dev.throughline.engine.archive.RecordedTurn;
import dev.throughline.model.Bytes;
import dev.throughline.wire.LocalTool;
import dev.throughline.wire.Overflow;
import dev.throughline.workingset.edit.Edit;
import dev.throughline.workingset.policy.Retention;
import dev.throughline.workingset.policy.Trim;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is sent for a side request of a conversation. */
final class SideRequestEditTest {
    private final EditFixture fixture = new EditFixture(new Trim(Retention.DEFAULT.newest()), 4_000);

    @ParameterizedTest
    @EnumSource(names = {"SIDE_REQUEST", "PREWARM"})
    void a_side_request_that_continues_the_conversation_has_its_prefix_and_adds_no_edits(Purpose purpose) {
        String before = converse();
        int edits = fixture.edits().size();
        fixture.user("<system-reminder>This is a side question.</system-reminder> What is the weather?");
        PromptToSend side = fixture.editor().edit(fixture.record(purpose)).orElseThrow();

        String history = before.substring(0, before.length() - "]}".length());
        assertTrue(side.body().utf8().startsWith(history), "it starts like the conversation: " + side.body());
        assertTrue(side.body().length() < fixture.body().length() / 2, "it is trimmed");
        assertTrue(fixture.isValid(side));
        assertEquals(edits, fixture.edits().size());

        fixture.messages.removeLast();
        fixture.user("go on");
        assertTrue(fixture.ask().body().utf8().startsWith(history), "the conversation continues unchanged");
    }

    @ParameterizedTest
    @EnumSource(names = {"SIDE_REQUEST", "PREWARM"})
    void a_refused_side_request_is_made_smaller_and_the_conversation_is_unchanged(Purpose purpose) {
        String before = converse();
        fixture.tools = List.of(new LocalTool("recall", "Brings back.", Bytes.of("{\"type\":\"object\"}")));
        List<Edit> edits = fixture.edits();
        fixture.user("What is the weather?");
        RecordedTurn recorded = fixture.record(purpose);
        PromptToSend refused = fixture.editor().edit(recorded).orElseThrow();
        PromptToSend repaired =
                fixture.editor().repair(recorded, refused, new Overflow(OptionalLong.empty(), OptionalLong.empty()));

        assertTrue(repaired.weight().tokens() < refused.weight().tokens() * 0.9, "sent " + repaired.weight());
        assertTrue(repaired.body().length() < refused.body().length());
        assertTrue(fixture.isValid(repaired));
        assertEquals(List.of(), repaired.tools());
        assertEquals(edits, fixture.edits(), "nothing was decided for the conversation");

        fixture.messages.removeLast();
        assertEquals(before, fixture.ask().body().utf8(), "the conversation continues unchanged");
    }

    @Test
    void the_conversation_is_not_parsed_again_after_a_side_request() {
        converse();
        fixture.user("What is the weather?");
        assertTrue(fixture.editor().edit(fixture.record(Purpose.SIDE_REQUEST)).isPresent());
        fixture.messages.removeLast();
        int before = fixture.itemised.get();
        fixture.command(7, 5).ask();
        assertTrue(fixture.itemised.get() - before < 10, "parsed " + (fixture.itemised.get() - before) + " elements");
    }

    @Test
    void a_side_request_with_its_own_history_is_not_edited() {
        converse();
        fixture.messages.clear();
        fixture.user("Find a title for: build it");
        assertEquals(Optional.empty(), fixture.editor().edit(fixture.record(Purpose.SIDE_REQUEST)));
    }

    /** Runs a conversation that has to be trimmed; returns the last body that was sent. */
    private String converse() {
        fixture.user("build it");
        for (int i = 1; i <= 6; i++) {
            fixture.command(i, 150);
            fixture.ask();
        }
        String sent = fixture.ask().body().utf8();
        assertTrue(sent.length() < fixture.body().length(), "it was trimmed");
        return sent;
    }
}
