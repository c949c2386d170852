package dev.throughline.wire.request;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.throughline.model.Bytes;
import dev.throughline.model.Hash;
import dev.throughline.model.ItemKind;
import dev.throughline.wire.json.Json;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ItemHashTest {
    @Test
    void key_order_spaces_and_escapes_do_not_count() {
        assertSame("{\"a\":1,\"b\":{\"c\":2,\"d\":3}}", " { \"b\" : {\"d\":3,\"c\":2},\n\"\\u0061\":1}");
        assertSame("\"é/🌳\"", "\"\\u00e9\\/\\ud83c\\udf33\"");
    }

    @Test
    void the_notation_of_numbers_does_not_count() {
        for (String one : List.of("1.0", "1e0", "1E0", "10e-1", "0.1e1", "1.000")) {
            assertSame("1", one);
        }
        assertSame("0", "-0.0");
        assertSame("100000", "1e5");
        assertDifferent("1", "-1", "1.1", "10", "\"1\"", "true");
        assertDifferent("12345678901234567890", "12345678901234567891", "12345678901234567000");
    }

    @Test
    void huge_numbers_are_compared_as_written() {
        assertSame("1e999999999999", "1e999999999999");
        assertDifferent("1e999999999999", "1e999999999998", "1e-999999999999");
        assertDifferent("1" + "0".repeat(500), "1" + "0".repeat(501));
    }

    @Test
    void the_last_of_several_members_with_one_name_counts() {
        assertSame("{\"a\":1,\"a\":2}", "{\"a\":2}");
    }

    @Test
    void unpaired_surrogates_are_distinct() {
        assertDifferent("\"\\ud800\"", "\"\\ud801\"", "\"\\udc00\"", "\"?\"", "\"\\ufffd\"", "\"\\udc00\\ud800\"");
    }

    @Test
    void similar_values_have_different_hashes() {
        assertDifferent(
                "null",
                "false",
                "true",
                "0",
                "\"\"",
                "\"0\"",
                "[]",
                "{}",
                "[[]]",
                "[{}]",
                "[null]",
                "{\"a\":null}",
                "[\"a\",\"b\"]",
                "[\"ab\"]",
                "[[\"a\"],\"b\"]",
                "[[\"a\",\"b\"]]",
                "{\"a\":\"b\"}",
                "[\"b\",\"a\"]");
    }

    @Test
    void kind_and_role_count() {
        Json value = Json.parse(Bytes.of("1"));

        assertNotEquals(ItemHash.hash(ItemKind.USER, "user", value), ItemHash.hash(ItemKind.SYSTEM, "user", value));
        assertNotEquals(
                ItemHash.hash(ItemKind.SYSTEM, "system", value), ItemHash.hash(ItemKind.SYSTEM, "developer", value));
    }

    @Test
    void the_hash_is_the_one_used_in_existing_archives() {
        assertEquals(new Hash("s2:w5cqn2jvtx6wdnap6lukp4wiyyv7jmca"), hash("{\"b\":[1.50,true,null],\"a\":\"é\"}"));
    }

    private static void assertSame(String one, String other) {
        assertEquals(hash(one), hash(other), one + " and " + other);
    }

    private static void assertDifferent(String... texts) {
        Map<Hash, String> seen = new HashMap<>();
        for (String text : texts) {
            String before = seen.put(hash(text), text);
            assertEquals(null, before, "has the same hash as " + text);
        }
    }

    private static Hash hash(String text) {
        return ItemHash.hash(ItemKind.USER, "user", Json.parse(Bytes.of(text)));
    }
}
