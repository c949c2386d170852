package dev.throughline.engine.edit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.engine.archive.Purpose;
import dev.throughline.engine.archive.RecordedTurn;
import dev.throughline.model.Bytes;
import dev.throughline.wire.LocalTool;
import dev.throughline.wire.Overflow;
import dev.throughline.workingset.edit.Edit;
import dev.throughline.workingset.policy.Auto;
import dev.throughline.workingset.policy.AutoSettings;
import dev.throughline.workingset.policy.Compact;
import dev.throughline.workingset.policy.CompactSettings;
import dev.throughline.workingset.policy.Policy;
import dev.throughline.workingset.policy.Retention;
import dev.throughline.workingset.policy.Trim;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The steps of one turn through the editor: what is decided, stored and sent. */
final class PromptEditorStepsTest {
    private static final Overflow UNKNOWN = new Overflow(OptionalLong.empty(), OptionalLong.empty());

    static Stream<Policy> policies() {
        return Stream.of(
                new Auto(AutoSettings.DEFAULT),
                new Trim(Retention.DEFAULT.newest()),
                Trim.afterRefusal(Retention.DEFAULT),
                new Compact(CompactSettings.DEFAULT, Retention.DEFAULT));
    }

    private static EditFixture full(Policy policy) {
        EditFixture fixture = new EditFixture(policy, 20_000).user("Build it.");
        for (int i = 0; i < 30; i++) {
            fixture.command(i, 80);
        }
        return fixture.user("Go on.");
    }

    @ParameterizedTest
    @MethodSource("policies")
    void the_same_history_is_the_same_bytes_in_every_later_request_and_after_a_restart(Policy policy) {
        EditFixture fixture = full(policy);
        PromptToSend first = fixture.ask();
        assertTrue(first.isEdited() && fixture.isValid(first));
        assertEquals(first.body(), fixture.ask().body());
        fixture.restart();
        assertEquals(first.body(), fixture.ask().body());
        PromptToSend next = fixture.command(40, 3).ask();
        String shared = first.body().utf8().substring(0, first.body().utf8().lastIndexOf("]}"));
        assertTrue(next.body().utf8().startsWith(shared), "what was sent before is the beginning of what is sent now");
        fixture.restart();
        assertEquals(next.body(), fixture.ask().body());
    }

    @ParameterizedTest
    @MethodSource("policies")
    void a_call_and_its_result_are_sent_together_or_not_at_all(Policy policy) {
        EditFixture fixture = full(policy);
        for (int i = 30; i < 45; i++) {
            PromptToSend prompt = fixture.command(i, 80).ask();
            String sent = prompt.body().utf8();
            assertTrue(fixture.isValid(prompt), "turn " + i);
            for (int id = 0; id < fixture.messages.size(); id++) {
                assertEquals(
                        sent.contains("\"id\":\"t" + id + "\""),
                        sent.contains("\"tool_use_id\":\"t" + id + "\""),
                        "turn " + i + ", call " + id);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("policies")
    void a_dry_run_gives_the_bytes_of_the_real_request_and_stores_nothing(Policy policy) {
        EditFixture fixture = full(policy);
        fixture.ask();
        for (int i = 40; i < 46; i++) {
            fixture.command(i, 80);
            int entries = fixture.entries();
            PromptToSend dry = fixture.dryRun().orElseThrow();
            assertEquals(dry.body(), fixture.dryRun().orElseThrow().body(), "it can be repeated");
            assertEquals(entries, fixture.entries(), "nothing is stored");
            assertEquals(dry.body(), fixture.ask().body(), "turn " + i);
        }
    }

    @Test
    void a_dry_run_calls_neither_helper_nor_state_provider_and_adds_nothing() {
        EditFixture fixture = full(new Compact(CompactSettings.DEFAULT, Retention.DEFAULT));
        fixture.messages.subList(3, fixture.messages.size()).clear();
        fixture.ask();
        ScriptedHelperModel helper = new ScriptedHelperModel();
        List<String> asked = new ArrayList<>();
        fixture.helper = helper;
        fixture.tools = List.of(new LocalTool("recall", "Brings it back.", Bytes.of("{\"type\":\"object\"}")));
        fixture.state = request -> {
            asked.add(request.userText());
            return Optional.of("a block");
        };
        fixture.restart();
        for (int i = 50; i < 80; i++) {
            fixture.command(i, 80);
        }
        String dry = fixture.user("Go on.").dryRun().orElseThrow().body().utf8();
        assertFalse(dry.contains("a block") || dry.contains("Brings it back."), dry);
        assertEquals(List.of(), asked);
        assertEquals(List.of(), helper.prompts);
    }

    @Test
    void without_a_policy_nothing_is_edited_for_any_purpose() {
        EditFixture fixture = full(Trim.afterRefusal(Retention.DEFAULT));
        fixture.rule = Optional.empty();
        for (Purpose purpose : Purpose.values()) {
            assertEquals(Optional.empty(), fixture.editor().edit(fixture.record(purpose)), purpose.name());
        }
        assertEquals(List.of(), fixture.edits());
    }

    @ParameterizedTest
    @EnumSource(
            value = Purpose.class,
            names = {"PREWARM", "SIDE_REQUEST"})
    void a_side_request_that_continues_the_conversation_has_its_edits_and_no_others(Purpose purpose) {
        EditFixture fixture = full(Trim.afterRefusal(Retention.DEFAULT));
        String sent = fixture.ask().body().utf8();
        List<Edit> edits = fixture.edits();
        List<String> asked = new ArrayList<>();
        fixture.state = request -> {
            asked.add(request.userText());
            return Optional.of("a block");
        };
        fixture.user("A title, please.");
        Optional<PromptToSend> side = fixture.editor().edit(fixture.record(purpose));
        String shared = sent.substring(0, sent.lastIndexOf("]}"));
        side.ifPresent(prompt -> assertTrue(prompt.body().utf8().startsWith(shared), "it is in the cache"));
        assertEquals(edits, fixture.edits());
        assertEquals(List.of(), asked);
    }

    @Test
    void an_opaque_request_is_not_edited() {
        EditFixture fixture = full(Trim.afterRefusal(Retention.DEFAULT));
        assertEquals(Optional.empty(), fixture.editor().edit(fixture.record(Purpose.OPAQUE)));
    }

    @Test
    void each_repair_is_smaller_until_the_provider_accepts_it() {
        EditFixture fixture = new EditFixture(Policy.NO_CHANGE, 100_000).user("Build it.");
        for (int i = 0; i < 60; i++) {
            fixture.command(i, 80);
        }
        RecordedTurn recorded = fixture.record(Purpose.CONVERSATION);
        PromptToSend refused = fixture.editor().edit(recorded).orElseThrow();
        assertFalse(refused.isEdited());
        for (int i = 0; i < 4; i++) {
            PromptToSend repaired = fixture.editor().repair(recorded, refused, UNKNOWN);
            assertTrue(
                    repaired.weight().tokens() <= 0.86 * refused.weight().tokens(),
                    refused.weight() + " to " + repaired.weight());
            assertTrue(fixture.isValid(repaired));
            refused = repaired;
        }
        fixture.restart();
        assertEquals(refused.body(), fixture.ask().body(), "the repair is stored");
    }

    @Test
    void a_repair_fits_the_window_that_the_provider_named_and_so_do_later_turns() {
        EditFixture fixture = new EditFixture(Trim.afterRefusal(Retention.DEFAULT), 100_000).user("Build it.");
        for (int i = 0; i < 60; i++) {
            fixture.command(i, 80);
        }
        RecordedTurn recorded = fixture.record(Purpose.CONVERSATION);
        PromptToSend refused = fixture.editor().edit(recorded).orElseThrow();
        long tokens = refused.weight().tokens();
        Overflow overflow = new Overflow(OptionalLong.of(tokens), OptionalLong.of(tokens / 3));
        PromptToSend repaired = fixture.editor().repair(recorded, refused, overflow);
        assertTrue(
                repaired.weight().tokens() <= tokens / 3 + 1, repaired.weight().toString());
        for (int i = 60; i < 70; i++) {
            assertTrue(fixture.command(i, 80).ask().weight().tokens() < tokens / 3, "turn " + i);
        }
    }

    @Test
    void a_prompt_reports_its_sizes() {
        EditFixture fixture = new EditFixture(Policy.NO_CHANGE, 100_000).user("Build it.");
        PromptToSend first = fixture.command(1, 80).ask();
        assertEquals(first.weight().untouched(), first.weight().tokens());
        assertEquals(0, first.weight().prefix(), "nothing was sent before");
        PromptToSend second = fixture.command(2, 80).ask();
        assertEquals(first.weight().tokens(), second.weight().prefix());
        assertTrue(second.weight().freeTokens() > 50_000);
        fixture.now = fixture.now.plus(Duration.ofHours(2));
        assertEquals(0, fixture.ask().weight().prefix(), "the provider has forgotten it");
        assertEquals(List.of("test", List.of()), List.of(second.policy(), second.tools()));
    }

    @Test
    void only_what_is_new_is_parsed_for_the_next_turn() {
        EditFixture fixture = new EditFixture(Policy.NO_CHANGE, 200_000).user("Build it.");
        for (int i = 0; i < 100; i++) {
            fixture.command(i, 5);
        }
        fixture.ask();
        int before = fixture.itemised.get();
        fixture.command(100, 5).ask();
        assertTrue(fixture.itemised.get() - before < 12, "itemised " + (fixture.itemised.get() - before));
    }
}
