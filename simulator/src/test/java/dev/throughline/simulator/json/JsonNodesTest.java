package dev.throughline.simulator.json;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.model.Bytes;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

final class JsonNodesTest {
    @Test
    void json_is_written_without_spaces_and_in_order() {
        JsonNode read = JsonNodes.read(Bytes.of("{ \"b\" : [1, true, null], \"a\" : {\"x\": \"é/\"} }"));
        assertEquals("{\"b\":[1,true,null],\"a\":{\"x\":\"é/\"}}", JsonNodes.write(read));
        assertEquals("{\"n\":[\"a\",2,false]}", JsonNodes.write(JsonNodes.object("n", List.of("a", 2, false))));
    }

    @Test
    void only_necessary_escapes_are_written() {
        assertEquals(
                "\"\\\"\\\\\\n\\r\\t\\b\\f\\u0007\\u001F\u007fä🌳/\"", text("\"\\\n\r\t\b\f\u0007\u001f\u007fä🌳/"));
    }

    private static String text(String value) {
        return JsonNodes.write(JsonNodes.of(value));
    }

    private static String number(String digits) {
        return JsonNodes.write(JsonNodes.read(digits));
    }

    @Test
    void numbers_are_written_in_a_normalised_form() {
        assertEquals("0", number("-0"));
        assertEquals("12345678901234567890", number("12345678901234567890"));
        assertEquals("1.5", number("1.50"));
        assertEquals("100000.0", number("1e5"));
        assertEquals("1e+16", number("1E16"));
        assertEquals("-1.25e-07", number("-0.000000125"));
        assertEquals("0.0001", number("1e-4"));
        assertEquals("-0.0", number("-0.0"));
        assertEquals("NaN", JsonNodes.fraction(Double.NaN));
        assertEquals("-Infinity", JsonNodes.fraction(Double.NEGATIVE_INFINITY));
    }

    @Test
    void a_value_that_is_not_json_is_rejected() {
        assertThrows(IllegalArgumentException.class, () -> JsonNodes.of(Optional.empty()));
    }

    @Test
    void parse_object_accepts_only_an_object() {
        assertTrue(JsonNodes.parseObject(" {\"a\":1}").isPresent());
        assertTrue(JsonNodes.parseObject("[1]").isEmpty());
        assertTrue(JsonNodes.parseObject("{broken").isEmpty());
        assertTrue(JsonNodes.parse("").isEmpty());
        assertTrue(JsonNodes.parse("1 2").isEmpty());
    }
}
