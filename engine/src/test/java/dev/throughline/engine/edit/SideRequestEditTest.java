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

/** What is sent for a request that is asked beside a conversation. */
final class SideRequestEditTest {
    private final EditingStand stand = new EditingStand(new Trim(Retention.DEFAULT.newest()), 4_000);

    @ParameterizedTest
    @EnumSource(names = {"ASIDE", "PREWARM"})
    void one_that_goes_on_from_the_conversation_finds_the_same_prefix_and_decides_nothing(Purpose purpose) {
        String before = converse();
        int edits = stand.edits().size();
        stand.user("<system-reminder>This is a side question.</system-reminder> What is the weather?");
        PromptToSend aside = stand.editing().edit(stand.record(purpose)).orElseThrow();

        String history = before.substring(0, before.length() - "]}".length());
        assertTrue(aside.body().utf8().startsWith(history), "as the conversation was sent: " + aside.body());
        assertTrue(aside.body().length() < stand.body().length() / 2, "so it fits");
        assertTrue(stand.isValid(aside));
        assertEquals(edits, stand.edits().size());

        stand.messages.removeLast();
        stand.user("go on");
        assertTrue(stand.ask().body().utf8().startsWith(history), "and the conversation goes on as it was");
    }

    @ParameterizedTest
    @EnumSource(names = {"ASIDE", "PREWARM"})
    void one_that_the_provider_refuses_is_made_smaller_and_the_conversation_stays_as_it_was(Purpose purpose) {
        String before = converse();
        stand.tools = List.of(new LocalTool("recall", "Brings back.", Bytes.of("{\"type\":\"object\"}")));
        List<Edit> edits = stand.edits();
        stand.user("What is the weather?");
        RecordedTurn recorded = stand.record(purpose);
        PromptToSend refused = stand.editing().edit(recorded).orElseThrow();
        PromptToSend repaired =
                stand.editing().repair(recorded, refused, new Overflow(OptionalLong.empty(), OptionalLong.empty()));

        assertTrue(repaired.weight().tokens() < refused.weight().tokens() * 0.9, "sent " + repaired.weight());
        assertTrue(repaired.body().length() < refused.body().length());
        assertTrue(stand.isValid(repaired));
        assertEquals(List.of(), repaired.tools());
        assertEquals(edits, stand.edits(), "nothing was decided for the conversation");

        stand.messages.removeLast();
        assertEquals(before, stand.ask().body().utf8(), "which goes on as it was");
    }

    @Test
    void the_conversation_is_not_taken_apart_anew_after_it() {
        converse();
        stand.user("What is the weather?");
        assertTrue(stand.editing().edit(stand.record(Purpose.ASIDE)).isPresent());
        stand.messages.removeLast();
        int before = stand.itemised.get();
        stand.ran(7, 5).ask();
        assertTrue(stand.itemised.get() - before < 10, "looked into " + (stand.itemised.get() - before) + " elements");
    }

    @Test
    void one_with_words_of_its_own_goes_as_it_came() {
        converse();
        stand.messages.clear();
        stand.user("Find a title for: build it");
        assertEquals(Optional.empty(), stand.editing().edit(stand.record(Purpose.ASIDE)));
    }

    /** A conversation that had to be trimmed; gives what was sent for it last. */
    private String converse() {
        stand.user("build it");
        for (int i = 1; i <= 6; i++) {
            stand.ran(i, 150);
            stand.ask();
        }
        String sent = stand.ask().body().utf8();
        assertTrue(sent.length() < stand.body().length(), "it was trimmed");
        return sent;
    }
}
