package dev.throughline.search;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

final class SearchScopeTest {
    @Test
    void notes_and_conversations_are_found_by_meaning_and_tool_results_by_words_only() {
        assertTrue(SearchScope.MEMORY.isEmbedded());
        assertTrue(SearchScope.SESSIONS.isEmbedded());
        assertFalse(SearchScope.ARCHIVE.isEmbedded());
    }
}
