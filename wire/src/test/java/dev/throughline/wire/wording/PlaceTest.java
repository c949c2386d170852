package dev.throughline.wire.wording;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.throughline.model.Bytes;
import dev.throughline.wire.json.Json;
import dev.throughline.wire.wording.Place.Silence;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class PlaceTest {
    @Test
    void a_value_becomes_a_string_whatever_it_was() {
        assertWritten("[{'a':1}]", place -> value(place, Silence.ALLOWED), "a\"\n", "'a\\\"\\n'");
        assertWritten("null", place -> value(place, Silence.ALLOWED), "", "''");
        assertRefused("'x'", place -> value(place, Silence.REFUSED), " \n");
    }

    @Test
    void a_member_becomes_a_string_whatever_it_was() {
        assertWritten("{'a':[1],'b':2}", place -> member(place, Silence.ALLOWED), "", "{'a':'','b':2}");
        assertRefused("{'a':[1],'b':2}", place -> member(place, Silence.REFUSED), "");
    }

    @Test
    void a_structure_stays_an_object() {
        assertWritten("{'a':{'x':1}}", PlaceTest::structure, " {\"y\": 1.0} ", "{'a':{'y': 1.0}}");
        assertWritten("{'b':1}", PlaceTest::structure, "{}", "{'b':1,'a':{}}");
        for (String text : new String[] {"", "[]", "\"{}\"", "{\"y\":1", "{} {}", "no"}) {
            assertRefused("{'a':{}}", PlaceTest::structure, text);
        }
    }

    @Test
    void in_a_list_the_new_text_stands_first_and_pictures_stay() {
        assertWritten(
                "[ {'type':'image','n':1} , {'type':'text','text':'a','z':2} , {'type':'file'} , 'b' , {'text':'c'} ]",
                PlaceTest::listed,
                "new",
                "[ {'type':'image','n':1} , {'type':'text','text':'new','z':2} , {'type':'file'} ]");
        assertWritten(
                "[{'type':'refusal','refusal':'no'}]", PlaceTest::listed, "ok", "[{'type':'refusal','refusal':'ok'}]");
    }

    @Test
    void a_list_without_texts_gets_one() {
        assertWritten("[ ]", PlaceTest::listed, "new", "[{'type':'text','text':'new'} ]");
        assertWritten(
                "[ {'type':'file'}]", PlaceTest::listed, "new", "[ {'type':'text','text':'new'},{'type':'file'}]");
    }

    private static Place value(Json json, Silence silence) {
        return new Place.Value(json.span(), silence);
    }

    private static Place member(Json json, Silence silence) {
        return new Place.Member((Json.Obj) json, "a", silence);
    }

    private static Place structure(Json json) {
        return new Place.Structure((Json.Obj) json, "a");
    }

    private static Place listed(Json json) {
        return new Place.Listed((Json.Arr) json, "text");
    }

    private static void assertWritten(String before, Function<Json, Place> places, String text, String after) {
        Bytes json = WordsOf.json(before);
        Splices splices = new Splices(json);
        places.apply(Json.parse(json)).write(text, splices);
        assertEquals(WordsOf.json(after), splices.toBytes());
    }

    private static void assertRefused(String before, Function<Json, Place> places, String text) {
        Bytes json = WordsOf.json(before);
        Place place = places.apply(Json.parse(json));
        assertThrows(IllegalArgumentException.class, () -> place.write(text, new Splices(json)), text);
    }
}
