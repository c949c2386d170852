package dev.throughline.app.remember;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.throughline.search.Scope;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ScopesTest {
    @Test
    void scopes_are_words() {
        assertEquals(List.of(Scope.SESSIONS, Scope.MEMORY), List.of(Scopes.ofAll("sessions, memory,sessions")));
        assertEquals(List.of(Scope.values()), List.of(Scopes.of("ALL")));
        assertThrows(IllegalArgumentException.class, () -> Scopes.of("everything"));
    }
}
