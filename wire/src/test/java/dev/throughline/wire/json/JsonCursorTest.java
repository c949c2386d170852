package dev.throughline.wire.json;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.throughline.model.Bytes;
import dev.throughline.model.Span;
import dev.throughline.model.json.JsonFormat;
import dev.throughline.wire.UnreadableException;
import org.junit.jupiter.api.Test;
import tools.jackson.core.JsonToken;

class JsonCursorTest {
    @Test
    void skip_returns_the_span_of_the_value() {
        Bytes body = Bytes.of("  [ {\"a\":[\"é\"]} , \"é\\n\" ,12 , true ]");
        try (JsonCursor cursor = new JsonCursor(body, new Span(2, body.length()))) {
            assertEquals(JsonToken.START_ARRAY, cursor.next());
            for (String expected : new String[] {"{\"a\":[\"é\"]}", "\"é\\n\"", "12", "true"}) {
                cursor.need();
                assertEquals(expected, body.slice(cursor.skip()).utf8());
            }
            assertEquals(JsonToken.END_ARRAY, cursor.next());
            assertEquals(null, cursor.next());
        }
    }

    @Test
    void parser_errors_are_reported_as_unreadable() {
        Bytes body = Bytes.of("{\"a\":99999999999999999999,\"b\":\"\\q\"");
        try (JsonCursor cursor = new JsonCursor(body, new Span(0, body.length()))) {
            cursor.need();
            cursor.need();
            cursor.need();
            assertThrows(UnreadableException.class, cursor::wholeNumber);
            cursor.need();
            cursor.need();
            assertThrows(UnreadableException.class, cursor::text);
        }
    }

    @Test
    void a_number_with_too_many_digits_is_unreadable() {
        Bytes body = Bytes.of("[" + "1".repeat(JsonFormat.MOST_DIGITS + 1) + "]");
        assertThrows(UnreadableException.class, () -> Json.parse(body));
    }
}
