package dev.throughline.wire.chat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.model.Bytes;
import dev.throughline.wire.json.RawObject;
import org.junit.jupiter.api.Test;

class ChatMessageBuilderTest {
    @Test
    void texts_are_appended_names_are_replaced_and_null_is_ignored() {
        assertEquals(
                "{\"role\":\"assistant\",\"content\":\"ab\",\"id\":\"y\"}",
                merged(
                        "{\"role\":\"assistant\",\"content\":null,\"id\":\"x\"}",
                        "{\"role\":\"assistant\",\"content\":\"a\",\"id\":\"y\"}",
                        "{\"role\":\"\",\"content\":\"b\",\"id\":\"\"}",
                        "{\"content\":null}"));
    }

    @Test
    void arrays_are_appended_and_other_values_are_replaced() {
        assertEquals(
                "{\"list\":[1,{\"a\":2},3],\"n\":2,\"odd\":{\"b\":1}}",
                merged(
                        "{\"list\":[1],\"n\":1,\"odd\":{\"a\":1}}",
                        "{\"list\":[],\"n\":2,\"odd\":{\"b\":1}}",
                        "{\"list\":[{\"a\":2},3]}"));
    }

    @Test
    void known_objects_are_merged() {
        assertEquals(
                "{\"function_call\":{\"name\":\"f\",\"arguments\":\"{}\"}}",
                merged(
                        "{\"function_call\":{\"name\":\"f\",\"arguments\":\"\"}}",
                        "{\"function_call\":{\"arguments\":\"{\"}}",
                        "{\"function_call\":{\"arguments\":\"}\"}}"));
    }

    @Test
    void a_member_can_be_put_first() {
        ChatMessageBuilder builder = new ChatMessageBuilder();
        assertFalse(builder.hasMoreThan("role"));
        builder.add(RawObject.of(Bytes.of("{\"a\":1}")).orElseThrow());
        assertTrue(builder.hasMoreThan("role"));
        builder.lead("role", Bytes.of("\"assistant\""));
        assertEquals(Bytes.of("{\"role\":\"assistant\",\"a\":1}"), builder.toBytes());
    }

    private static String merged(String... differences) {
        ChatMessageBuilder builder = new ChatMessageBuilder();
        for (String difference : differences) {
            builder.add(RawObject.of(Bytes.of(difference)).orElseThrow());
        }
        return builder.toBytes().utf8();
    }

    @Test
    void calls_are_distinguished_by_index() {
        assertEquals(
                "[{\"id\":\"a\",\"function\":{\"arguments\":\"12\"}},{\"id\":\"b\",\"custom\":{\"name\":\"p\",\"input\":\"xy\"}}]",
                calls(
                        "{\"index\":0,\"id\":\"a\",\"function\":{\"arguments\":\"1\"}}",
                        "{\"index\":1,\"id\":\"b\",\"custom\":{\"name\":\"p\",\"input\":\"x\"}}",
                        "{\"index\":0,\"id\":null,\"function\":{\"arguments\":\"2\"}}",
                        "{\"index\":1,\"custom\":{\"input\":\"y\"}}"));
    }

    @Test
    void without_an_index_a_new_id_starts_a_call() {
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
