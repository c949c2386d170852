package dev.throughline.wire.json;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.model.Bytes;
import dev.throughline.model.Dialect;
import dev.throughline.wire.Hints;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class OutlineTest {
    private static final Decoder PARTS =
            new Decoder(Dialect.RESPONSES, "input", "instructions", List.of("max_output_tokens"));

    @Test
    void all_hints_are_found() {
        assertEquals(
                new Hints(
                        Optional.of("k"),
                        Optional.of("{\"session_id\":\"s\"}"),
                        Optional.of("m"),
                        Optional.of("conv_1"),
                        Optional.of("resp_1"),
                        Optional.of("24h"),
                        true,
                        true,
                        true),
                hints("\"prompt_cache_key\":\"k\",\"prompt_cache_retention\":\"24h\",\"metadata\":{\"x\":{},"
                        + "\"user_id\":\"{\\\"session_id\\\":\\\"s\\\"}\","
                        + "\"session_id\":\"m\"},\"session_id\":\"t\",\"conversation\":{\"a\":[],"
                        + "\"id\":\"conv_1\"},"
                        + "\"previous_response_id\":\"resp_1\",\"generate\":false,\"store\":false,\"n\":2"));
    }

    @Test
    void a_session_id_beside_metadata_is_second_best() {
        assertEquals(
                Optional.of("t"), hints("\"session_id\":\"t\",\"metadata\":{}").sessionId());
    }

    @Test
    void a_conversation_may_be_a_text() {
        assertEquals(
                Optional.of("c"),
                hints("\"conversation\":{\"id\":\"old\"},\"conversation\":\"c\"")
                        .conversation());
        assertEquals(
                Optional.of("c"),
                hints("\"conversation\":\"old\",\"conversation\":{\"id\":\"c\"}")
                        .conversation());
    }

    @Test
    void hints_of_other_types_are_none() {
        assertEquals(
                Hints.NONE,
                hints("\"prompt_cache_key\":[1,{}],\"metadata\":[{\"user_id\":\"u\"}],\"session_id\":1,"
                        + "\"conversation\":[],"
                        + "\"previous_response_id\":null,\"generate\":true"));
        assertEquals(Hints.NONE, hints("\"session_id\":\"a\",\"session_id\":null,\"metadata\":{\"user_id\":{}}"));
    }

    @Test
    void several_answers_are_two_or_more() {
        assertTrue(hints("\"n\":2").wantsSeveral());
        assertTrue(hints("\"n\":99999999999999999999").wantsSeveral());
        for (String one : List.of("1", "0", "-3", "null", "2.5", "\"2\"", "[2,3]", "2,\"n\":1")) {
            assertFalse(hints("\"n\":" + one + ",\"model\":\"m\"").wantsSeveral(), one);
        }
    }

    @Test
    void a_system_text_or_its_blocks_are_found() {
        assertEquals(
                1, PARTS.decode(Bytes.of("{\"instructions\":\"x\"}")).system().size());
        assertEquals(
                2, PARTS.decode(Bytes.of("{\"instructions\":[{},{}]}")).system().size());
        assertEquals(
                0, PARTS.decode(Bytes.of("{\"instructions\":null}")).system().size());
    }

    private static Hints hints(String members) {
        return PARTS.decode(Bytes.of("{" + members + "}")).hints();
    }
}
