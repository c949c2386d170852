package dev.throughline.wire.request;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.model.Bytes;
import dev.throughline.model.Hash;
import dev.throughline.model.ItemKind;
import dev.throughline.wire.json.Json;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class NormalFormTest {
    private static final NormalForm FORM = new NormalForm(
            Set.of("mark"),
            Set.of("id"),
            Set.of("notes"),
            Set.of("is_error"),
            Set.of("call"),
            Set.of("content"),
            Set.of("input"),
            Map.of("type", "message"));

    @Test
    void insignificant_members_are_dropped_at_their_level() {
        assertNormal(
                "{\"type\":\"message\",\"a\":[{\"id\":2,\"notes\":[1],\"is_error\":false}],\"is_error\":true}",
                "{\"id\":1,\"mark\":{},\"n\":null,\"notes\":[],\"is_error\":true,"
                        + "\"a\":[{\"id\":2,\"mark\":1,\"n\":null,\"notes\":[1],\"is_error\":false}]}");
        assertNormal("{\"type\":\"message\"}", "{\"is_error\":false}");
    }

    @Test
    void call_ids_are_compared_by_letters_and_digits() {
        assertNormal("{\"type\":\"message\",\"call\":\"call4fé\"}", "{\"call\":\"call_4f-é\"}");
    }

    @Test
    void a_bare_text_becomes_a_block() {
        assertNormal(
                "{\"type\":\"message\",\"content\":[{\"type\":\"t\",\"text\":\"x\"}],\"a\":{\"content\":\"x\"}}",
                "{\"content\":\"x\",\"a\":{\"content\":\"x\"}}");
    }

    @Test
    void the_input_of_a_tool_is_unchanged() {
        assertNormal(
                "{\"type\":\"call\",\"input\":{\"mark\":1,\"n\":null,\"notes\":[]}}",
                "{\"type\":\"call\",\"input\":{\"mark\":1,\"n\":null,\"notes\":[]}}");
    }

    private static void assertNormal(String expected, String item) {
        assertEquals(hash(Json.parse(Bytes.of(expected))), hash(FORM.of((Json.Obj) Json.parse(Bytes.of(item)), "t")));
    }

    private static Hash hash(Json value) {
        return ItemHash.hash(ItemKind.OTHER, "", value);
    }
}
