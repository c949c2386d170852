package dev.throughline.wire.json;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.model.Bytes;
import dev.throughline.model.Span;
import org.junit.jupiter.api.Test;

class JsonEditsTest {
    private static final Bytes NEW = Bytes.of("\"new\"");

    @Test
    void without_edits_the_text_is_unchanged() {
        assertEquals(Bytes.of("{ }"), new JsonEdits(Bytes.of("{ }")).toBytes());
    }

    @Test
    void edits_are_applied_in_the_order_of_their_positions() {
        JsonEdits splices = new JsonEdits(Bytes.of("[1,22,3]"))
                .replace(new Span(6, 7), Bytes.of("c"))
                .insert(1, Bytes.of("a"))
                .insert(1, Bytes.of("b"))
                .replace(new Span(3, 5), Bytes.EMPTY);
        assertEquals(Bytes.of("[ab1,,c]"), splices.toBytes());
        assertEquals(Bytes.of("22"), splices.raw(new Span(3, 5)));
    }

    @Test
    void overlapping_edits_are_rejected() {
        JsonEdits splices = new JsonEdits(Bytes.of("[1,22,3]"))
                .replace(new Span(1, 4), Bytes.EMPTY)
                .replace(new Span(3, 5), Bytes.EMPTY);
        assertThrows(IllegalArgumentException.class, splices::toBytes);
    }

    @Test
    void a_member_is_replaced_or_added_last() {
        assertSet("{\"a\": 1 , \"b\":2}", "{\"a\": \"new\" , \"b\":2}");
        assertSet("{\"a\":null}", "{\"a\":\"new\"}");
        assertSet("{\"b\":2 }", "{\"b\":2 ,\"a\":\"new\"}");
        assertSet("{ }", "{ \"a\":\"new\"}");
    }

    @Test
    void of_several_members_with_one_name_the_last_is_set() {
        assertSet("{\"a\":1,\"b\":2,\"a\":3}", "{\"a\":1,\"b\":2,\"a\":\"new\"}");
    }

    private static void assertSet(String before, String after) {
        Bytes text = Bytes.of(before);
        Json.Obj object = (Json.Obj) Json.parse(text);
        assertEquals(Bytes.of(after), new JsonEdits(text).set(object, "a", NEW).toBytes());
    }

    private static final Bytes NINE = Bytes.of("9");

    @Test
    void values_are_replaced_and_the_rest_is_copied() {
        Bytes text = Bytes.of("{\"a\" : 1e5, \"in\":{\"b\":2 } }");
        RawObject members = RawObject.of(text).orElseThrow();
        RawObject inner = members.object("in").orElseThrow();

        JsonEdits edits = new JsonEdits(text)
                .set(inner, "b", NINE)
                .replace(members.raw("a").orElseThrow(), NINE);

        assertEquals("{\"a\" : 9, \"in\":{\"b\":9 } }", edits.toBytes().utf8());
    }

    @Test
    void a_missing_member_is_added_and_null_is_replaced() {
        Bytes text = Bytes.of("{\"n\":null,\"e\":{ }} ");
        RawObject whole = RawObject.of(text).orElseThrow();
        RawObject inner = whole.object("e").orElseThrow();

        JsonEdits edits =
                new JsonEdits(text).set(whole, "n", NINE).set(inner, "x", NINE).set(whole, "y", NINE);

        assertEquals("{\"n\":9,\"e\":{ \"x\":9},\"y\":9} ", edits.toBytes().utf8());
    }

    @Test
    void setting_the_same_value_is_no_change() {
        Bytes text = Bytes.of("{\"a\":9}");

        assertTrue(new JsonEdits(text)
                .set(RawObject.of(text).orElseThrow(), "a", NINE)
                .isEmpty());
    }
}
