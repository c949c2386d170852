package dev.throughline.wire.json;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.model.Bytes;
import dev.throughline.model.Span;
import dev.throughline.model.json.JsonFormat;
import dev.throughline.wire.UnreadableException;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import tools.jackson.core.JsonToken;

class JsonCursorTest {
    @Test
    void skip_returns_the_span_of_the_value() {
        Bytes body = Bytes.of("  [ {\"a\":[\"é\"]} , \"é\\n\" ,12 , true ]");
        boolean isAtEnd = JsonCursor.read(body, new Span(2, body.length()), cursor -> {
            assertEquals(JsonToken.START_ARRAY, cursor.next());
            for (String expected : new String[] {"{\"a\":[\"é\"]}", "\"é\\n\"", "12", "true"}) {
                cursor.need();
                assertEquals(expected, body.slice(cursor.skip()).utf8());
            }
            assertEquals(JsonToken.END_ARRAY, cursor.next());
            return cursor.next() == null;
        });
        assertTrue(isAtEnd);
    }

    @Test
    void parser_errors_are_reported_as_unreadable() {
        assertUnreadable("99999999999999999999", JsonCursor::wholeNumber);
        assertUnreadable("\"\\q\"", JsonCursor::text);
        assertUnreadable("[1}", cursor -> cursor.skip());
    }

    private static <T> void assertUnreadable(String json, Function<JsonCursor, T> reader) {
        Bytes body = Bytes.of(json);
        assertThrows(
                UnreadableException.class,
                () -> JsonCursor.read(body, new Span(0, body.length()), cursor -> {
                    cursor.need();
                    return reader.apply(cursor);
                }));
    }

    @Test
    void a_number_with_too_many_digits_is_unreadable() {
        Bytes body = Bytes.of("[" + "1".repeat(JsonFormat.MOST_DIGITS + 1) + "]");
        assertThrows(UnreadableException.class, () -> Json.parse(body));
    }
}
