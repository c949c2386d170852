package dev.throughline.wire.json;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.model.Bytes;
import dev.throughline.model.Span;
import dev.throughline.wire.UnreadableException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonTest {
    @Test
    void every_value_has_its_span() {
        Bytes body = Bytes.of("xx { \"é\" : [ -1.50e+3 ,true,null ] , \"b\":\"\\u00e9\", \"c\":{} } yy");
        Json value = Json.parse(body, new Span(3, body.length() - 3));
        List<String> texts = new ArrayList<>();
        collect(value, body, texts);

        assertEquals(
                List.of(
                        "{ \"é\" : [ -1.50e+3 ,true,null ] , \"b\":\"\\u00e9\", \"c\":{} }",
                        "[ -1.50e+3 ,true,null ]",
                        "-1.50e+3",
                        "true",
                        "null",
                        "\"\\u00e9\"",
                        "{}"),
                texts);
    }

    @Test
    void members_are_read_by_type() {
        Json.Obj object = (Json.Obj) Json.parse(Bytes.of("{\"type\":\"t\",\"n\":null,\"l\":[1],\"x\":7}"));

        assertEquals("t", object.type());
        assertFalse(object.has("n"));
        assertTrue(object.has("x"));
        assertEquals(Optional.empty(), object.text("x"));
        assertEquals(1, object.list("l").size());
        assertEquals(List.of(), object.list("x"));
    }

    @Test
    void the_last_of_several_members_with_one_name_counts() {
        assertEquals(Optional.of("b"), ((Json.Obj) Json.parse(Bytes.of("{\"a\":\"a\",\"a\":\"b\"}"))).text("a"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{", "[1", "1 2", "{}{}", "]", "{\"a\"}", "nul", "\"\\x\"", "\"\\ud8\""})
    void text_other_than_one_value_is_unreadable(String text) {
        assertThrows(UnreadableException.class, () -> Json.parse(Bytes.of(text)));
    }

    private static void collect(Json value, Bytes body, List<String> texts) {
        texts.add(body.slice(value.span()).utf8());
        switch (value) {
            case Json.Obj object -> object.members().values().forEach(member -> collect(member, body, texts));
            case Json.Arr array -> array.elements().forEach(element -> collect(element, body, texts));
            case Json.Text _, Json.Num _, Json.Bool _, Json.Nil _ -> {}
        }
    }
}
