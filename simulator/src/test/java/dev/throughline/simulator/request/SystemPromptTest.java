package dev.throughline.simulator.request;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

final class SystemPromptTest {
    @Test
    void a_prompt_names_its_session_and_has_its_size() {
        assertEquals("You are a coding agent.\nSession id: abc", SystemPrompt.of("abc", -5));
        String large = SystemPrompt.of("abc", 1000);
        assertTrue(large.length() >= 3_990 && large.length() < 4_200, "found " + large.length());
        assertEquals(large, SystemPrompt.of("abc", 1000));
    }
}
