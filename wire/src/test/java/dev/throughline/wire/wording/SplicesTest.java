package dev.throughline.wire.wording;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.throughline.model.Bytes;
import dev.throughline.model.Span;
import dev.throughline.wire.json.Json;
import org.junit.jupiter.api.Test;

class SplicesTest {
    private static final Bytes NEW = Bytes.of("\"new\"");

    @Test
    void no_splice_changes_nothing() {
        assertEquals(Bytes.of("{ }"), new Splices(Bytes.of("{ }")).toBytes());
    }

    @Test
    void splices_are_carried_out_in_the_order_of_their_places() {
        Splices splices = new Splices(Bytes.of("[1,22,3]"))
                .replace(new Span(6, 7), Bytes.of("c"))
                .insert(1, Bytes.of("a"))
                .insert(1, Bytes.of("b"))
                .replace(new Span(3, 5), Bytes.EMPTY);
        assertEquals(Bytes.of("[ab1,,c]"), splices.toBytes());
        assertEquals(Bytes.of("22"), splices.raw(new Span(3, 5)));
    }

    @Test
    void splices_do_not_overlap() {
        Splices splices = new Splices(Bytes.of("[1,22,3]"))
                .replace(new Span(1, 4), Bytes.EMPTY)
                .replace(new Span(3, 5), Bytes.EMPTY);
        assertThrows(IllegalStateException.class, splices::toBytes);
    }

    @Test
    void a_member_is_set_where_it_stands_or_behind_the_others() {
        assertSet("{\"a\": 1 , \"b\":2}", "{\"a\": \"new\" , \"b\":2}");
        assertSet("{\"a\":null}", "{\"a\":\"new\"}");
        assertSet("{\"b\":2 }", "{\"b\":2 ,\"a\":\"new\"}");
        assertSet("{ }", "{ \"a\":\"new\"}");
    }

    @Test
    void of_members_with_one_name_the_last_is_set_because_it_is_the_one_that_counts() {
        assertSet("{\"a\":1,\"b\":2,\"a\":3}", "{\"a\":1,\"b\":2,\"a\":\"new\"}");
    }

    private static void assertSet(String before, String after) {
        Bytes text = Bytes.of(before);
        Json.Obj object = (Json.Obj) Json.parse(text);
        assertEquals(Bytes.of(after), new Splices(text).set(object, "a", NEW).toBytes());
    }
}
