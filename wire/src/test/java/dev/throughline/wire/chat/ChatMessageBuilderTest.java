package dev.throughline.wire.chat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.model.Bytes;
import dev.throughline.wire.json.RawObject;
import org.junit.jupiter.api.Test;

class ChatMessageBuilderTest {
    @Test
    void strings_grow_names_are_replaced_and_null_changes_nothing() {
        assertEquals(
                "{\"role\":\"assistant\",\"content\":\"ab\",\"id\":\"y\"}",
                together(
                        "{\"role\":\"assistant\",\"content\":null,\"id\":\"x\"}",
                        "{\"role\":\"assistant\",\"content\":\"a\",\"id\":\"y\"}",
                        "{\"role\":\"\",\"content\":\"b\",\"id\":\"\"}",
                        "{\"content\":null}"));
    }

    @Test
    void arrays_grow_and_other_values_are_replaced() {
        assertEquals(
                "{\"list\":[1,{\"a\":2},3],\"n\":2,\"odd\":{\"b\":1}}",
                together(
                        "{\"list\":[1],\"n\":1,\"odd\":{\"a\":1}}",
                        "{\"list\":[],\"n\":2,\"odd\":{\"b\":1}}",
                        "{\"list\":[{\"a\":2},3]}"));
    }

    @Test
    void known_objects_are_put_together() {
        assertEquals(
                "{\"function_call\":{\"name\":\"f\",\"arguments\":\"{}\"}}",
                together(
                        "{\"function_call\":{\"name\":\"f\",\"arguments\":\"\"}}",
                        "{\"function_call\":{\"arguments\":\"{\"}}",
                        "{\"function_call\":{\"arguments\":\"}\"}}"));
    }

    @Test
    void a_member_can_lead() {
        ChatMessageBuilder assembly = new ChatMessageBuilder();
        assertFalse(assembly.hasMoreThan("role"));
        assembly.add(RawObject.of(Bytes.of("{\"a\":1}")).orElseThrow());
        assertTrue(assembly.hasMoreThan("role"));
        assembly.lead("role", Bytes.of("\"assistant\""));
        assertEquals(Bytes.of("{\"role\":\"assistant\",\"a\":1}"), assembly.toBytes());
    }

    private static String together(String... differences) {
        ChatMessageBuilder assembly = new ChatMessageBuilder();
        for (String difference : differences) {
            assembly.add(RawObject.of(Bytes.of(difference)).orElseThrow());
        }
        return assembly.toBytes().utf8();
    }

    @Test
    void calls_are_told_apart_by_index() {
        assertEquals(
                "[{\"id\":\"a\",\"function\":{\"arguments\":\"12\"}},{\"id\":\"b\",\"custom\":{\"name\":\"p\",\"input\":\"xy\"}}]",
                calls(
                        "{\"index\":0,\"id\":\"a\",\"function\":{\"arguments\":\"1\"}}",
                        "{\"index\":1,\"id\":\"b\",\"custom\":{\"name\":\"p\",\"input\":\"x\"}}",
                        "{\"index\":0,\"id\":null,\"function\":{\"arguments\":\"2\"}}",
                        "{\"index\":1,\"custom\":{\"input\":\"y\"}}"));
    }

    @Test
    void without_an_index_a_new_id_begins_a_call() {
        assertEquals(
                "[{\"id\":\"a\",\"function\":{\"arguments\":\"12\"}},{\"id\":\"b\",\"function\":{\"arguments\":\"3\"}}]",
                calls(
                        "{\"id\":\"a\",\"function\":{\"arguments\":\"1\"}}",
                        "{\"function\":{\"arguments\":\"2\"}}",
                        "{\"id\":\"b\",\"function\":{\"arguments\":\"3\"}}",
                        "7"));
    }

    private static String calls(String... differences) {
        ChatMessageBuilder message = new ChatMessageBuilder();
        for (String difference : differences) {
            message.add(RawObject.of(Bytes.of("{\"tool_calls\":[" + difference + "]}"))
                    .orElseThrow());
        }
        String whole = message.toBytes().utf8();
        return whole.substring("{\"tool_calls\":".length(), whole.length() - 1);
    }
}
