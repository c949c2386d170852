package dev.throughline.engine.edit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.model.Bytes;
import dev.throughline.wire.join.LocalTool;
import dev.throughline.workingset.policy.AsBefore;
import java.util.List;
import org.junit.jupiter.api.Test;

final class OfferingTest {
    private static LocalTool recall(String description) {
        return new LocalTool("recall", description, Bytes.of("{\"type\":\"object\"}"));
    }

    @Test
    void a_session_keeps_the_tools_it_was_offered_word_for_word() {
        EditingStand stand = new EditingStand(new AsBefore(), 100_000);
        stand.tools = List.of(recall("Brings it back.\nAll of it."));
        stand.head += "\"system\":\"" + "You are careful and quick. ".repeat(2_000) + "\",";
        stand.restart();
        String first = stand.user("Build it.").ask().body().utf8();
        assertTrue(first.contains("Brings it back.\\nAll of it."), first.substring(0, 500));
        stand.tools = List.of(recall("Says more about itself since the upgrade."));
        stand.restart();
        assertEquals(first, stand.ask().body().utf8());
    }

    @Test
    void a_session_that_opens_with_little_is_offered_nothing() {
        EditingStand stand = new EditingStand(new AsBefore(), 100_000);
        stand.tools = List.of(recall("Brings it back."));
        stand.restart();
        assertEquals(stand.user("Build it.").body(), stand.ask().body().utf8());
    }

    @Test
    void tools_are_read_as_they_were_written() {
        List<LocalTool> tools = List.of(recall("two\nlines"), new LocalTool("note", "", Bytes.of("{}")));
        assertEquals(tools, Offering.read(Offering.write(tools)));
        assertThrows(IllegalArgumentException.class, () -> Offering.read("recall 9 9\nshort"));
        assertThrows(IllegalArgumentException.class, () -> Offering.read("no tools at all"));
    }
}
