package dev.throughline.wire.chat;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.model.Bytes;
import org.junit.jupiter.api.Test;

class ToolCallsTest {
    @Test
    void calls_are_told_apart_by_index() {
        assertEquals(
                "[{\"id\":\"a\",\"function\":{\"arguments\":\"12\"}},{\"id\":\"b\",\"custom\":{\"name\":\"p\",\"input\":\"xy\"}}]",
                together(
                        "{\"index\":0,\"id\":\"a\",\"function\":{\"arguments\":\"1\"}}",
                        "{\"index\":1,\"id\":\"b\",\"custom\":{\"name\":\"p\",\"input\":\"x\"}}",
                        "{\"index\":0,\"id\":null,\"function\":{\"arguments\":\"2\"}}",
                        "{\"index\":1,\"custom\":{\"input\":\"y\"}}"));
    }

    @Test
    void without_an_index_a_new_id_begins_a_call() {
        assertEquals(
                "[{\"id\":\"a\",\"function\":{\"arguments\":\"12\"}},{\"id\":\"b\",\"function\":{\"arguments\":\"3\"}}]",
                together(
                        "{\"id\":\"a\",\"function\":{\"arguments\":\"1\"}}",
                        "{\"function\":{\"arguments\":\"2\"}}",
                        "{\"id\":\"b\",\"function\":{\"arguments\":\"3\"}}",
                        "7"));
    }

    private static String together(String... differences) {
        ToolCalls calls = new ToolCalls();
        for (String difference : differences) {
            calls.add(Bytes.of(difference));
        }
        return calls.toBytes().utf8();
    }
}
