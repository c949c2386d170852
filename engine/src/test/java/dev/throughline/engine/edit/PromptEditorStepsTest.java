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

    private static EditingStand full(Policy policy) {
        EditingStand stand = new EditingStand(policy, 20_000).user("Build it.");
        for (int i = 0; i < 30; i++) {
            stand.ran(i, 80);
        }
        return stand.user("Go on.");
    }

    @ParameterizedTest
    @MethodSource("policies")
    void the_same_history_is_the_same_bytes_in_every_later_request_and_after_a_restart(Policy policy) {
        EditingStand stand = full(policy);
        PromptToSend first = stand.ask();
        assertTrue(first.isEdited() && stand.isValid(first));
        assertEquals(first.body(), stand.ask().body());
        stand.restart();
        assertEquals(first.body(), stand.ask().body());
        PromptToSend next = stand.ran(40, 3).ask();
        String shared = first.body().utf8().substring(0, first.body().utf8().lastIndexOf("]}"));
        assertTrue(next.body().utf8().startsWith(shared), "what was sent before is the beginning of what is sent now");
        stand.restart();
        assertEquals(next.body(), stand.ask().body());
    }

    @ParameterizedTest
    @MethodSource("policies")
    void a_call_and_its_result_are_sent_together_or_not_at_all(Policy policy) {
        EditingStand stand = full(policy);
        for (int i = 30; i < 45; i++) {
            PromptToSend prompt = stand.ran(i, 80).ask();
            String sent = prompt.body().utf8();
            assertTrue(stand.isValid(prompt), "turn " + i);
            for (int id = 0; id < stand.messages.size(); id++) {
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
        EditingStand stand = full(policy);
        stand.ask();
        for (int i = 40; i < 46; i++) {
            stand.ran(i, 80);
            int entries = stand.entries();
            PromptToSend dry = stand.dryRun().orElseThrow();
            assertEquals(dry.body(), stand.dryRun().orElseThrow().body(), "it can be repeated");
            assertEquals(entries, stand.entries(), "nothing is stored");
            assertEquals(dry.body(), stand.ask().body(), "turn " + i);
        }
    }

    @Test
    void a_dry_run_asks_nobody_and_adds_nothing_new() {
        EditingStand stand = full(new Compact(CompactSettings.DEFAULT, Retention.DEFAULT));
        stand.messages.subList(3, stand.messages.size()).clear();
        stand.ask();
        ScriptedHelperModel helper = new ScriptedHelperModel();
        List<String> asked = new ArrayList<>();
        stand.helper = helper;
        stand.tools = List.of(new LocalTool("recall", "Brings it back.", Bytes.of("{\"type\":\"object\"}")));
        stand.state = request -> {
            asked.add(request.userText());
            return Optional.of("a block");
        };
        stand.restart();
        for (int i = 50; i < 80; i++) {
            stand.ran(i, 80);
        }
        String dry = stand.user("Go on.").dryRun().orElseThrow().body().utf8();
        assertFalse(dry.contains("a block") || dry.contains("Brings it back."), dry);
        assertEquals(List.of(), asked);
        assertEquals(List.of(), helper.prompts);
    }

    @Test
    void without_a_policy_nothing_is_edited_for_any_purpose() {
        EditingStand stand = full(Trim.afterRefusal(Retention.DEFAULT));
        stand.rule = Optional.empty();
        for (Purpose purpose : Purpose.values()) {
            assertEquals(Optional.empty(), stand.editing().edit(stand.record(purpose)), purpose.name());
        }
        assertEquals(List.of(), stand.edits());
    }

    @ParameterizedTest
    @EnumSource(
            value = Purpose.class,
            names = {"PREWARM", "ASIDE"})
    void a_side_request_that_continues_the_conversation_has_its_edits_and_no_others(Purpose purpose) {
        EditingStand stand = full(Trim.afterRefusal(Retention.DEFAULT));
        String sent = stand.ask().body().utf8();
        List<Edit> edits = stand.edits();
        List<String> asked = new ArrayList<>();
        stand.state = request -> {
            asked.add(request.userText());
            return Optional.of("a block");
        };
        stand.user("A title, please.");
        Optional<PromptToSend> beside = stand.editing().edit(stand.record(purpose));
        String shared = sent.substring(0, sent.lastIndexOf("]}"));
        beside.ifPresent(prompt -> assertTrue(prompt.body().utf8().startsWith(shared), "it is in the cache"));
        assertEquals(edits, stand.edits());
        assertEquals(List.of(), asked);
    }

    @Test
    void an_opaque_request_is_not_edited() {
        EditingStand stand = full(Trim.afterRefusal(Retention.DEFAULT));
        assertEquals(Optional.empty(), stand.editing().edit(stand.record(Purpose.OPAQUE)));
    }

    @Test
    void each_repair_is_smaller_until_the_provider_accepts_it() {
        EditingStand stand = new EditingStand(Policy.NO_CHANGE, 100_000).user("Build it.");
        for (int i = 0; i < 60; i++) {
            stand.ran(i, 80);
        }
        RecordedTurn recorded = stand.record(Purpose.CONVERSATION);
        PromptToSend refused = stand.editing().edit(recorded).orElseThrow();
        assertFalse(refused.isEdited());
        for (int i = 0; i < 4; i++) {
            PromptToSend repaired = stand.editing().repair(recorded, refused, UNKNOWN);
            assertTrue(
                    repaired.weight().tokens() <= 0.86 * refused.weight().tokens(),
                    refused.weight() + " to " + repaired.weight());
            assertTrue(stand.isValid(repaired));
            refused = repaired;
        }
        stand.restart();
        assertEquals(refused.body(), stand.ask().body(), "the repair is stored");
    }

    @Test
    void a_repair_goes_to_the_window_that_the_provider_named_and_later_turns_stay_below_it() {
        EditingStand stand = new EditingStand(Trim.afterRefusal(Retention.DEFAULT), 100_000).user("Build it.");
        for (int i = 0; i < 60; i++) {
            stand.ran(i, 80);
        }
        RecordedTurn recorded = stand.record(Purpose.CONVERSATION);
        PromptToSend refused = stand.editing().edit(recorded).orElseThrow();
        long tokens = refused.weight().tokens();
        Overflow overflow = new Overflow(OptionalLong.of(tokens), OptionalLong.of(tokens / 3));
        PromptToSend repaired = stand.editing().repair(recorded, refused, overflow);
        assertTrue(
                repaired.weight().tokens() <= tokens / 3 + 1, repaired.weight().toString());
        for (int i = 60; i < 70; i++) {
            assertTrue(stand.ran(i, 80).ask().weight().tokens() < tokens / 3, "turn " + i);
        }
    }

    @Test
    void a_prompt_says_what_it_weighs() {
        EditingStand stand = new EditingStand(Policy.NO_CHANGE, 100_000).user("Build it.");
        PromptToSend first = stand.ran(1, 80).ask();
        assertEquals(first.weight().untouched(), first.weight().tokens());
        assertEquals(0, first.weight().prefix(), "nothing was sent before");
        PromptToSend second = stand.ran(2, 80).ask();
        assertEquals(first.weight().tokens(), second.weight().prefix());
        assertTrue(second.weight().freeTokens() > 50_000);
        stand.now = stand.now.plus(Duration.ofHours(2));
        assertEquals(0, stand.ask().weight().prefix(), "the provider has forgotten it");
        assertEquals(List.of("test", List.of()), List.of(second.policy(), second.tools()));
    }

    @Test
    void only_what_is_new_is_parsed_for_the_next_turn() {
        EditingStand stand = new EditingStand(Policy.NO_CHANGE, 200_000).user("Build it.");
        for (int i = 0; i < 100; i++) {
            stand.ran(i, 5);
        }
        stand.ask();
        int before = stand.itemised.get();
        stand.ran(100, 5).ask();
        assertTrue(stand.itemised.get() - before < 12, "itemised " + (stand.itemised.get() - before));
    }
}
