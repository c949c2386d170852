package dev.throughline.simulator.request;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

final class SystemPromptTest {
    @Test
    void a_system_prompt_contains_the_session_id_and_has_the_requested_size() {
        assertEquals("You are a coding agent.\nSession id: abc", SystemPrompt.of("abc", -5));
        String large = SystemPrompt.of("abc", 1000);
        assertTrue(large.length() >= 3_990 && large.length() < 4_200, "found " + large.length());
        assertEquals(large, SystemPrompt.of("abc", 1000));
    }
}
