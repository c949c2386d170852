package dev.throughline.wire.join.parts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.model.Bytes;
import dev.throughline.wire.Members;
import org.junit.jupiter.api.Test;

class PatchTest {
    private static final Bytes NINE = Bytes.of("9");

    @Test
    void values_are_replaced_and_the_rest_is_copied() {
        Bytes text = Bytes.of("{\"a\" : 1e5, \"in\":{\"b\":2 } }");
        Members members = Members.of(text).orElseThrow();
        Bytes inner = members.raw("in").orElseThrow();

        Patch patch =
                new Patch(text).put(inner, "b", NINE).replace(members.raw("a").orElseThrow(), NINE);

        assertEquals("{\"a\" : 9, \"in\":{\"b\":9 } }", patch.toBytes().utf8());
    }

    @Test
    void a_member_that_is_missing_is_added_and_null_is_replaced() {
        Bytes text = Bytes.of("{\"n\":null,\"e\":{ }} ");
        Bytes inner = Members.of(text).orElseThrow().raw("e").orElseThrow();

        Patch patch = new Patch(text).put(text, "n", NINE).put(inner, "x", NINE).put(text, "y", NINE);

        assertEquals("{\"n\":9,\"e\":{ \"x\":9},\"y\":9} ", patch.toBytes().utf8());
    }

    @Test
    void the_same_value_is_no_change() {
        Bytes text = Bytes.of("{\"a\":9}");

        assertTrue(new Patch(text).put(text, "a", NINE).isEmpty());
    }
}
