package dev.throughline.simulator.prompt;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.throughline.model.Bytes;
import dev.throughline.model.Span;
import org.junit.jupiter.api.Test;
import tools.jackson.core.JacksonException;

final class JsonScannerTest {
    private static String first(String text) {
        Bytes bytes = Bytes.of("  " + text).slice(new Span(1, text.length() + 2));
        return bytes.slice(new JsonScanner(bytes).value()).utf8();
    }

    @Test
    void a_value_ends_at_its_closing_bracket_or_quote() {
        assertEquals("{\"a\":[1,\"]}\\\"\"]}", first("{\"a\":[1,\"]}\\\"\"]} , 2"));
        assertEquals("\"x\\\\\"", first("\"x\\\\\",\"y\""));
        assertEquals("-1.5e3", first("-1.5e3]"));
    }

    @Test
    void a_known_value_is_consumed_only_if_all_of_it_is_present() {
        JsonScanner scan = new JsonScanner(Bytes.of("{\"a\":1},{\"a\":12}]"));
        assertEquals(true, scan.takesWhole(Bytes.of("{\"a\":1}")));
        assertEquals(true, scan.takes(','));
        assertEquals(false, scan.takesWhole(Bytes.of("{\"a\":1")));
        assertEquals(true, scan.takesWhole(Bytes.of("{\"a\":12}")));
    }

    @Test
    void a_truncated_text_is_unreadable() {
        assertThrows(JacksonException.class, () -> first("{\"a\":[1"));
        assertThrows(JacksonException.class, () -> first("\"abc"));
        assertThrows(JacksonException.class, () -> first(","));
        assertThrows(JacksonException.class, () -> new JsonScanner(Bytes.of("1 2")).end());
    }
}
