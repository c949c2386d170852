package dev.throughline.wire.json;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.model.Bytes;
import org.junit.jupiter.api.Test;

class JsonBuilderTest {
    @Test
    void members_and_elements_are_separated_by_commas() {
        JsonBuilder array = new JsonBuilder()
                .add("[")
                .element(Bytes.of("1"))
                .element(Bytes.of("{}"))
                .add("]");
        Bytes object = new JsonBuilder()
                .add("{")
                .member("a\"\n", array.toBytes())
                .member("ü", Bytes.of("null"))
                .add("}")
                .toBytes();
        assertEquals(Bytes.of("{\"a\\\"\\n\":[1,{}],\"ü\":null}"), object);
    }

    @Test
    void pieces_of_a_string_are_not_escaped_again() {
        JsonBuilder text = new JsonBuilder();
        assertTrue(text.isEmpty());
        text.add("a\\ud83d").add(Bytes.of("\\ude00".repeat(50)));
        assertEquals(Bytes.of("\"a\\ud83d" + "\\ude00".repeat(50) + "\""), text.asString());
        assertEquals(7 + 300, text.length());
    }

    @Test
    void a_text_gets_only_necessary_escapes() {
        assertEquals(Bytes.of("\"a/\\\"\\\\\\u001Fé😀\""), JsonBuilder.quoted("a/\"\\\u001fé😀"));
    }

    @Test
    void an_unpaired_surrogate_becomes_a_replacement_character() {
        assertEquals(Bytes.of("\"\ufffda\ufffd😀\""), JsonBuilder.quoted("\udc00a\ud83d😀"));
        assertEquals("a😀", JsonBuilder.wellFormed("a😀"));
    }
}
