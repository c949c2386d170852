package dev.throughline.workingset.budget;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class ModelWindowsTest {
    @Test
    void the_longest_prefix_decides() {
        ModelWindows windows = new ModelWindows(Map.of());
        assertEquals(Optional.of(400_000L), windows.of("gpt-5.5-codex"));
        assertEquals(Optional.of(128_000L), windows.of("gpt-5-chat-latest"));
        assertEquals(Optional.of(1_047_576L), windows.of("gpt-4.1-mini"));
        assertEquals(Optional.of(8_192L), windows.of("gpt-4-0613"));
        assertEquals(Optional.of(200_000L), windows.of("anthropic/claude-opus-5-5"));
        assertEquals(Optional.empty(), windows.of("unheard-of"));
    }

    @Test
    void the_users_entries_precede_the_built_in_ones() {
        ModelWindows windows = new ModelWindows(Map.of("gpt", 9L, "gpt-5.5", 10L, "local/", 11L));
        assertEquals(Optional.of(10L), windows.of("gpt-5.5"));
        assertEquals(Optional.of(9L), windows.of("gpt-5-chat"));
        assertEquals(Optional.of(11L), windows.of("local/claude-x"));
        assertEquals(Optional.of(200_000L), windows.of("claude-x"));
    }
}
