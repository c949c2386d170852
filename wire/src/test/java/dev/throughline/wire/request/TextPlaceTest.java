package dev.throughline.wire.request;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.throughline.model.Bytes;
import dev.throughline.wire.json.Json;
import dev.throughline.wire.json.JsonEdits;
import dev.throughline.wire.request.TextPlace.EmptyText;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class TextPlaceTest {
    @Test
    void any_value_becomes_a_string() {
        assertWritten("[{'a':1}]", place -> value(place, EmptyText.ALLOWED), "a\"\n", "'a\\\"\\n'");
        assertWritten("null", place -> value(place, EmptyText.ALLOWED), "", "''");
        assertRejected("'x'", place -> value(place, EmptyText.REFUSED), " \n");
    }

    @Test
    void any_member_becomes_a_string() {
        assertWritten("{'a':[1],'b':2}", place -> member(place, EmptyText.ALLOWED), "", "{'a':'','b':2}");
        assertRejected("{'a':[1],'b':2}", place -> member(place, EmptyText.REFUSED), "");
    }

    @Test
    void a_structure_must_stay_an_object() {
        assertWritten("{'a':{'x':1}}", TextPlaceTest::structure, " {\"y\": 1.0} ", "{'a':{'y': 1.0}}");
        assertWritten("{'b':1}", TextPlaceTest::structure, "{}", "{'b':1,'a':{}}");
        for (String text : new String[] {"", "[]", "\"{}\"", "{\"y\":1", "{} {}", "no"}) {
            assertRejected("{'a':{}}", TextPlaceTest::structure, text);
        }
    }

    @Test
    void in_a_list_the_first_text_is_replaced_and_other_texts_are_removed() {
        assertWritten(
                "[ {'type':'image','n':1} , {'type':'text','text':'a','z':2} , {'type':'file'} , 'b' , {'text':'c'} ]",
                TextPlaceTest::listed,
                "new",
                "[ {'type':'image','n':1} , {'type':'text','text':'new','z':2} , {'type':'file'} ]");
        assertWritten(
                "[{'type':'refusal','refusal':'no'}]",
                TextPlaceTest::listed,
                "ok",
                "[{'type':'refusal','refusal':'ok'}]");
    }

    @Test
    void a_list_without_texts_gets_a_text() {
        assertWritten("[ ]", TextPlaceTest::listed, "new", "[{'type':'text','text':'new'} ]");
        assertWritten(
                "[ {'type':'file'}]", TextPlaceTest::listed, "new", "[ {'type':'text','text':'new'},{'type':'file'}]");
    }

    private static TextPlace value(Json json, EmptyText emptyText) {
        return new TextPlace.WholeValue(json.span(), emptyText);
    }

    private static TextPlace member(Json json, EmptyText emptyText) {
        return new TextPlace.TextMember((Json.Obj) json, "a", emptyText);
    }

    private static TextPlace structure(Json json) {
        return new TextPlace.Structure((Json.Obj) json, "a");
    }

    private static TextPlace listed(Json json) {
        return new TextPlace.Listed((Json.Arr) json, "text");
    }

    private static void assertWritten(String before, Function<Json, TextPlace> places, String text, String after) {
        Bytes json = TextsOf.json(before);
        JsonEdits splices = new JsonEdits(json);
        places.apply(Json.parse(json)).write(text, splices);
        assertEquals(TextsOf.json(after), splices.toBytes());
    }

    private static void assertRejected(String before, Function<Json, TextPlace> places, String text) {
        Bytes json = TextsOf.json(before);
        TextPlace place = places.apply(Json.parse(json));
        assertThrows(IllegalArgumentException.class, () -> place.write(text, new JsonEdits(json)), text);
    }
}
