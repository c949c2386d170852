package dev.throughline.app.remember;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.throughline.search.Scope;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class ArgumentsTest {
    @Test
    void numbers_may_come_as_texts_and_what_is_empty_is_not_given() {
        Arguments arguments = new Arguments(Map.of("a", 7L, "b", "8", "c", "", "d", "0.5", "e", " x "));
        assertEquals(
                List.of(7, 8, 9, 0),
                List.of(
                        arguments.whole("a", 9),
                        arguments.whole("b", 9),
                        arguments.whole("c", 9),
                        arguments.whole("d", 9)));
        assertEquals("x", arguments.text("e"));
        assertThrows(IllegalArgumentException.class, () -> arguments.text("c"));
        assertThrows(IllegalArgumentException.class, () -> arguments.whole("e", 9));
    }

    @Test
    void a_schema_names_types_and_choices_and_requires_what_has_none() {
        assertEquals(
                "{\"type\":\"object\",\"properties\":{\"q\":{\"type\":\"string\"},\"p\":{\"type\":\"string\"},"
                        + "\"n\":{\"type\":\"integer\"},\"s\":{\"enum\":[\"a\",\"b\"]}},\"required\":[\"q\",\"p\"]}",
                Arguments.schema("q", "p", "n:integer", "s:a|b"));
    }

    @Test
    void scopes_are_words() {
        assertEquals(List.of(Scope.SESSIONS, Scope.MEMORY), List.of(Scopes.ofAll("sessions, memory,sessions")));
        assertEquals(List.of(Scope.values()), List.of(Scopes.of("ALL")));
        assertThrows(IllegalArgumentException.class, () -> Scopes.of("everything"));
    }
}
