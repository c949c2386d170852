package dev.throughline.engine.edit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.model.Bytes;
import dev.throughline.model.text.TokenCount;
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
    void a_session_keeps_the_exact_tools_it_was_offered() {
        EditFixture fixture = new EditFixture(Policy.NO_CHANGE, 100_000);
        fixture.tools = List.of(recall("Brings it back.\nAll of it."));
        fixture.head += "\"system\":\"" + "You are careful and quick. ".repeat(2_000) + "\",";
        fixture.restart();
        String first = fixture.user("Build it.").ask().body().utf8();
        assertTrue(first.contains("Brings it back.\\nAll of it."), first.substring(0, 500));
        fixture.tools = List.of(recall("Says more about itself since the upgrade."));
        fixture.restart();
        assertEquals(first, fixture.ask().body().utf8());
    }

    @Test
    void a_policy_is_not_tried_for_a_session_that_already_has_tools() {
        AtomicInteger runs = new AtomicInteger();
        EditFixture fixture = new EditFixture(
                input -> {
                    runs.incrementAndGet();
                    return Policy.NO_CHANGE.decide(input);
                },
                100_000);
        fixture.tools = List.of(recall("Brings it back."));
        fixture.head += "\"system\":\"" + "You are careful and quick. ".repeat(2_000) + "\",";
        fixture.user("Build it.").ask();
        fixture.now = fixture.now.plus(Duration.ofHours(2));
        runs.set(0);
        assertTrue(fixture.user("Go on.").ask().body().utf8().contains("Brings it back."));
        assertEquals(1, runs.get());
    }

    @Test
    void a_session_with_a_small_first_prompt_is_offered_no_tools() {
        EditFixture fixture = new EditFixture(Policy.NO_CHANGE, 100_000);
        fixture.tools = List.of(recall("Brings it back."));
        fixture.restart();
        assertEquals(fixture.user("Build it.").body(), fixture.ask().body().utf8());
    }

    @Test
    void a_session_with_a_small_first_prompt_is_offered_tools_when_its_prompt_is_rewritten() {
        EditFixture fixture = new EditFixture(new Auto(AutoSettings.DEFAULT), 100_000);
        fixture.tools = List.of(recall("Brings it back."));
        fixture.restart();
        fixture.user("Build it.");
        for (int i = 0; i < 30; i++) {
            fixture.command(i, 40).ask();
        }
        assertFalse(fixture.ask().body().utf8().contains("Brings it back."));
        fixture.now = fixture.now.plus(Duration.ofHours(2));
        String cold = fixture.command(30, 40).ask().body().utf8();
        assertTrue(cold.contains("Brings it back."), "the provider has forgotten the prompt");
        assertTrue(cold.contains("[output cut: Bash make part1; "), cold);
        assertTrue(cold.contains("; recall id="), "its tools can bring it back");
        fixture.restart();
        assertEquals(cold, fixture.ask().body().utf8());
        assertTrue(fixture.command(31, 40).ask().body().utf8().contains("Brings it back."));
    }

    @Test
    void a_session_without_hidden_content_is_offered_no_tools() {
        EditFixture fixture = new EditFixture(new Trim(Retention.DEFAULT.newest()), 100_000);
        fixture.tools = List.of(recall("Brings it back."));
        fixture.restart();
        fixture.user("Build it.");
        for (int i = 0; i < 30; i++) {
            fixture.command(i, 40);
        }
        fixture.ask();
        fixture.now = fixture.now.plus(Duration.ofHours(2));
        fixture.command(30, 40);
        assertEquals(fixture.body(), fixture.ask().body().utf8());
    }

    @Test
    void a_session_is_offered_tools_when_its_prompt_is_trimmed_to_fit() {
        EditFixture fixture = new EditFixture(new Trim(Retention.DEFAULT.newest()), 16_000).user("Build it.");
        fixture.tools = List.of(recall("Brings it back."));
        fixture.restart();
        for (int i = 0; i < 40; i++) {
            fixture.command(i, 60);
        }
        fixture.ask();
        String body = fixture.command(40, 60).ask().body().utf8();
        assertTrue(body.contains("Brings it back."), body.substring(0, 300));
    }

    @Test
    void without_recall_no_placeholder_names_a_handle() {
        for (Policy policy : List.of(
                new Trim(Retention.DEFAULT.newest()),
                new Auto(AutoSettings.DEFAULT),
                Trim.afterRefusal(Retention.DEFAULT),
                new Compact(CompactSettings.DEFAULT, Retention.DEFAULT))) {
            EditFixture fixture = new EditFixture(policy, 8_000).user("Build it.");
            for (int i = 0; i < 40; i++) {
                fixture.command(i, 60).user("Part " + i + " " + "again ".repeat(60));
            }
            String body = fixture.ask().body().utf8();
            assertTrue(body.length() < 40_000, "it was made to fit");
            assertFalse(body.contains("handle"), body);
            assertFalse(body.contains("recall"), body);
        }
    }

    @Test
    void tools_are_read_as_they_were_written() {
        List<LocalTool> tools = List.of(recall("two\nlines"), new LocalTool("note", "", Bytes.of("{}")));
        assertEquals(tools, ToolOffer.read(ToolOffer.write(tools)));
        assertEquals(List.of(), ToolOffer.read(""));
        assertThrows(IllegalArgumentException.class, () -> ToolOffer.read("recall 9 9\nshort"));
        assertThrows(IllegalArgumentException.class, () -> ToolOffer.read("no tools at all"));
    }

    @Test
    void the_tokens_of_a_tool_are_those_of_its_description_and_its_schema() {
        LocalTool tool = new LocalTool("recall", "Brings it back.", Bytes.of("{\"type\":\"object\"}"));
        TokenCount count = TokenCount.of("claude-x");
        long tokens = ToolOffer.tokens(tool, count);
        assertEquals(count.ofItem("Brings it back.{\"type\":\"object\"}", 0, 0), tokens);
        LocalTool longer = new LocalTool("recall", "Brings it back. ".repeat(50), tool.schema());
        assertTrue(ToolOffer.tokens(longer, count) > 10 * tokens);
    }
}
