package dev.throughline.memory.tool;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.throughline.search.SearchScope;
import java.util.List;
import org.junit.jupiter.api.Test;

final class SearchScopesTest {
    @Test
    void scopes_have_names() {
        assertEquals(
                List.of(SearchScope.SESSIONS, SearchScope.MEMORY),
                List.of(SearchScopes.ofAll("sessions, memory,sessions")));
        assertEquals(List.of(SearchScope.values()), List.of(SearchScopes.of("ALL")));
        assertThrows(IllegalArgumentException.class, () -> SearchScopes.of("everything"));
    }
}
