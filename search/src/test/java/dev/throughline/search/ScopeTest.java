package dev.throughline.search;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

final class ScopeTest {
    @Test
    void notes_and_conversations_are_found_by_meaning_and_tool_results_by_words_only() {
        assertTrue(Scope.MEMORY.isFoundByMeaning());
        assertTrue(Scope.SESSIONS.isFoundByMeaning());
        assertFalse(Scope.ARCHIVE.isFoundByMeaning());
    }
}
