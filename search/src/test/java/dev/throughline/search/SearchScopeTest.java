package dev.throughline.search;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

final class SearchScopeTest {
    @Test
    void memory_and_sessions_are_embedded_and_tool_results_are_not() {
        assertTrue(SearchScope.MEMORY.isEmbedded());
        assertTrue(SearchScope.SESSIONS.isEmbedded());
        assertFalse(SearchScope.ARCHIVE.isEmbedded());
    }
}
