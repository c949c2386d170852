package dev.throughline.testkit.history;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.testkit.history.Json.Spelling;
import dev.throughline.testkit.history.Json.Str;
import org.junit.jupiter.api.Test;

class JsonTest {
    @Test
    void a_value_is_written_in_its_order_and_spelling() {
        Json value = Json.obj(
                "b",
                1,
                "a",
                Json.arr(Json.Raw.NULL, Json.str("ü/\"\\\n\u0001")),
                "c",
                new Str("ü/😀", Spelling.ESCAPED));
        assertEquals(
                "{\"b\":1,\"a\":[null,\"ü/\\\"\\\\\\n\\u0001\"],\"c\":\"\\u00fc\\/\\ud83d\\ude00\"}", value.write());
    }

    @Test
    void an_object_is_changed_by_copying() {
        Json.Obj object = Json.obj("a", "x");
        assertEquals(
                "{\"a\":\"x\",\"b\":true}",
                object.with("b", new Json.Raw("true")).write());
        assertEquals("{}", object.without("a").write());
        assertEquals("{\"a\":\"x\"}", object.write());
    }
}
