package dev.throughline.server.sessions;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.server.sessions.WorkingSetView.PartOrigin;
import dev.throughline.server.sessions.WorkingSetView.WorkingSetPart;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class PromptListTest {
    private static WorkingSetPart part(String kind, long tokens, String gist) {
        return new WorkingSetPart(
                0, PartOrigin.UNCHANGED, kind, Optional.empty(), Optional.empty(), gist, tokens, tokens, 1);
    }

    @Test
    void the_kinds_and_the_largest_parts_are_listed() {
        WorkingSetView view = new WorkingSetView(
                "m",
                Instant.EPOCH,
                List.of(part("system", 1_000, "Be brief.")),
                List.of(part("user", 10, "Hello"), part("tool_result", 2_500, "x".repeat(100))));
        assertEquals("""
            Prompt: about 3,510 tokens (3,510 as the client sent it)
            2,500 tool result
            1,000 system
            10 user
            Largest parts:
            2,500 tool result: RESULT
            10 user: Hello\
            """.replace("RESULT", "x".repeat(59) + "…"), PromptList.of(Optional.of(view)));
    }

    @Test
    void a_session_without_a_prompt_has_no_list() {
        assertEquals("The session has no prompt yet.", PromptList.of(Optional.empty()));
    }
}
