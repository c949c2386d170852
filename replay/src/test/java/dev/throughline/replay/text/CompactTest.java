package dev.throughline.replay.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.throughline.model.Bytes;
import dev.throughline.wire.json.Json;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class CompactTest {
    @Test
    void json_is_written_without_spaces_and_in_its_order() {
        Json read = Json.parse(Bytes.of("{ \"b\" : [1, true, null], \"a\" : {\"x\": \"é/\"} }"));
        assertEquals("{\"b\":[1,true,null],\"a\":{\"x\":\"é/\"}}", Compact.text(read));
        assertEquals("{\"n\":[\"a\",2,false]}", Compact.text(Compact.object("n", List.of("a", 2, false))));
    }

    @Test
    void only_what_must_be_escaped_is_escaped() {
        assertEquals(
                "\"\\\"\\\\\\n\\r\\t\\b\\f\\u0007\\u001f\u007fä🌳/\"",
                Compact.text("\"\\\n\r\t\b\f\u0007\u001f\u007fä🌳/"));
    }

    @Test
    void numbers_have_their_shortest_form() {
        assertEquals("0", Compact.number("-0"));
        assertEquals("12345678901234567890", Compact.number("12345678901234567890"));
        assertEquals("1.5", Compact.number("1.50"));
        assertEquals("100000.0", Compact.number("1e5"));
        assertEquals("1e+16", Compact.number("1E16"));
        assertEquals("-1.25e-07", Compact.number("-0.000000125"));
        assertEquals("0.0001", Compact.number("1e-4"));
        assertEquals("-0.0", Compact.number("-0.0"));
        assertEquals("NaN", Compact.fraction(Double.NaN));
        assertEquals("-Infinity", Compact.fraction(Double.NEGATIVE_INFINITY));
    }

    @Test
    void what_is_no_json_value_is_refused() {
        assertThrows(IllegalArgumentException.class, () -> Compact.text(Optional.empty()));
    }
}
