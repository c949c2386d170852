package dev.throughline.engine.edit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.model.Bytes;
import dev.throughline.wire.LocalTool;
import dev.throughline.workingset.policy.Auto;
import dev.throughline.workingset.policy.AutoSettings;
import dev.throughline.workingset.policy.Compact;
import dev.throughline.workingset.policy.CompactSettings;
import dev.throughline.workingset.policy.Policy;
import dev.throughline.workingset.policy.Retention;
import dev.throughline.workingset.policy.Trim;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class ToolOfferTest {
    private static LocalTool recall(String description) {
        return new LocalTool("recall", description, Bytes.of("{\"type\":\"object\"}"));
    }

    @Test
    void a_session_keeps_the_tools_it_was_offered_word_for_word() {
        EditingStand stand = new EditingStand(Policy.NO_CHANGE, 100_000);
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
    void a_rule_is_not_tried_for_a_session_that_has_its_tools() {
        AtomicInteger runs = new AtomicInteger();
        EditingStand stand = new EditingStand(
                scene -> {
                    runs.incrementAndGet();
                    return Policy.NO_CHANGE.decide(scene);
                },
                100_000);
        stand.tools = List.of(recall("Brings it back."));
        stand.head += "\"system\":\"" + "You are careful and quick. ".repeat(2_000) + "\",";
        stand.user("Build it.").ask();
        stand.now = stand.now.plus(Duration.ofHours(2));
        runs.set(0);
        assertTrue(stand.user("Go on.").ask().body().utf8().contains("Brings it back."));
        assertEquals(1, runs.get());
    }

    @Test
    void a_session_that_opens_with_little_is_offered_nothing() {
        EditingStand stand = new EditingStand(Policy.NO_CHANGE, 100_000);
        stand.tools = List.of(recall("Brings it back."));
        stand.restart();
        assertEquals(stand.user("Build it.").body(), stand.ask().body().utf8());
    }

    @Test
    void a_session_that_opened_with_little_is_offered_tools_when_its_prompt_is_written_anew() {
        EditingStand stand = new EditingStand(new Auto(AutoSettings.DEFAULT), 100_000);
        stand.tools = List.of(recall("Brings it back."));
        stand.restart();
        stand.user("Build it.");
        for (int i = 0; i < 30; i++) {
            stand.ran(i, 40).ask();
        }
        assertFalse(stand.ask().body().utf8().contains("Brings it back."));
        stand.now = stand.now.plus(Duration.ofHours(2));
        String cold = stand.ran(30, 40).ask().body().utf8();
        assertTrue(cold.contains("Brings it back."), "the provider has forgotten the prompt");
        assertTrue(cold.contains("[output cut: Bash make part1; "), cold);
        assertTrue(cold.contains("; recall id="), "its tools can bring it back");
        stand.restart();
        assertEquals(cold, stand.ask().body().utf8());
        assertTrue(stand.ran(31, 40).ask().body().utf8().contains("Brings it back."));
    }

    @Test
    void a_session_of_which_nothing_is_hidden_pays_for_no_tools() {
        EditingStand stand = new EditingStand(new Trim(Retention.DEFAULT.newest()), 100_000);
        stand.tools = List.of(recall("Brings it back."));
        stand.restart();
        stand.user("Build it.");
        for (int i = 0; i < 30; i++) {
            stand.ran(i, 40);
        }
        stand.ask();
        stand.now = stand.now.plus(Duration.ofHours(2));
        stand.ran(30, 40);
        assertEquals(stand.body(), stand.ask().body().utf8());
    }

    @Test
    void it_is_offered_them_when_it_has_to_fit() {
        EditingStand stand = new EditingStand(new Trim(Retention.DEFAULT.newest()), 16_000).user("Build it.");
        stand.tools = List.of(recall("Brings it back."));
        stand.restart();
        for (int i = 0; i < 40; i++) {
            stand.ran(i, 60);
        }
        stand.ask();
        String body = stand.ran(40, 60).ask().body().utf8();
        assertTrue(body.contains("Brings it back."), body.substring(0, 300));
    }

    @Test
    void without_recall_no_handle_is_named() {
        for (Policy policy : List.of(
                new Trim(Retention.DEFAULT.newest()),
                new Auto(AutoSettings.DEFAULT),
                Trim.afterRefusal(Retention.DEFAULT),
                new Compact(CompactSettings.DEFAULT, Retention.DEFAULT))) {
            EditingStand stand = new EditingStand(policy, 8_000).user("Build it.");
            for (int i = 0; i < 40; i++) {
                stand.ran(i, 60).user("Part " + i + " " + "again ".repeat(60));
            }
            String body = stand.ask().body().utf8();
            assertTrue(body.length() < 40_000, "it was made to fit");
            assertFalse(body.contains("handle"), body);
            assertFalse(body.contains("recall"), body);
        }
    }

    @Test
    void tools_are_read_as_they_were_written() {
        List<LocalTool> tools = List.of(recall("two\nlines"), new LocalTool("note", "", Bytes.of("{}")));
        assertEquals(tools, ToolOffer.read(ToolOffer.write(tools)));
        assertThrows(IllegalArgumentException.class, () -> ToolOffer.read("recall 9 9\nshort"));
        assertThrows(IllegalArgumentException.class, () -> ToolOffer.read("no tools at all"));
    }
}
