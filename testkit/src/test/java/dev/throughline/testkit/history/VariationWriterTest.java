package dev.throughline.testkit.history;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.simulator.dialect.SimulatedDialect;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class VariationWriterTest {
    private static final Json.Obj USER = Json.obj("role", "user", "content", "a/ü");

    @Test
    void the_cache_marker_is_on_the_last_block() {
        VariationWriter variations =
                new VariationWriter(SimulatedDialect.MESSAGES, Set.of(Variation.CACHE_MARKS), new Chance(1, 1));
        assertEquals(
                "{\"role\":\"user\",\"content\":[{\"type\":\"text\",\"text\":\"a/ü\",\"cache_control\":{\"type\":\"ephemeral\"}}]}",
                variations.vary(List.of(USER, USER)).getLast().write());
        assertEquals(USER, variations.vary(List.of(USER, USER)).getFirst());
    }

    @Test
    void a_string_becomes_a_list_and_back() {
        Json.Obj list = Json.obj("role", "user", "content", Json.arr(Json.obj("type", "text", "text", "a/ü")));
        assertEquals(Set.of(USER, list), variants(Variation.LISTS, SimulatedDialect.CHAT, USER));
        assertEquals(Set.of(USER, list), variants(Variation.LISTS, SimulatedDialect.CHAT, list));
    }

    @Test
    void ids_change_as_in_clients_of_the_dialect() {
        Json.Obj result = Json.obj("role", "tool", "content", "call_1", "tool_call_id", "call_1");
        assertEquals(
                Set.of(result, Json.obj("role", "tool", "content", "call_1", "tool_call_id", "call1")),
                variants(Variation.IDS, SimulatedDialect.CHAT, result));
        Json.Obj item = Json.obj("type", "function_call", "id", "fc_1", "call_id", "call_1");
        assertEquals(Set.of(item, item.without("id")), variants(Variation.IDS, SimulatedDialect.RESPONSES, item));
    }

    @Test
    void escapes_change_and_the_text_does_not() {
        Json.Obj escaped = USER.with("content", new Json.Str("a/ü", Json.Spelling.ESCAPED));
        assertEquals(Set.of(USER, escaped), variants(Variation.ESCAPES, SimulatedDialect.CHAT, escaped));
    }

    @Test
    void the_order_of_members_changes() {
        Set<String> written = new HashSet<>();
        variants(Variation.KEYS, SimulatedDialect.CHAT, USER).forEach(variant -> written.add(variant.write()));
        VariationWriter variations =
                new VariationWriter(SimulatedDialect.CHAT, Set.of(Variation.KEYS), new Chance(5, 1));
        for (int i = 0; i < 50; i++) {
            written.add(variations.vary(List.of(USER)).getFirst().write());
        }
        assertEquals(
                Set.of("{\"role\":\"user\",\"content\":\"a/ü\"}", "{\"content\":\"a/ü\",\"role\":\"user\"}"), written);
    }

    private static Set<Json.Obj> variants(Variation variations, SimulatedDialect dialect, Json.Obj element) {
        VariationWriter writer = new VariationWriter(dialect, Set.of(variations), new Chance(5, 1));
        Set<Json.Obj> variants = new HashSet<>();
        for (int i = 0; i < 50; i++) {
            variants.addAll(writer.vary(List.of(element)));
        }
        return variants;
    }
}
