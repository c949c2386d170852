package dev.throughline.memory.workspace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.throughline.model.ProxyException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class MemoryPathTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                ".md",
                "a",
                "a.txt",
                "/etc/a.md",
                "../a.md",
                "a/../b.md",
                "a/./b.md",
                "a//b.md",
                ".history/a.md",
                "a\\b.md",
                "a\0.md",
                "a\nb.md",
                "a/b/c/d/e/f/g/h/i.md",
                "topics/.hidden.md",
                "~/a.md"
            })
    void a_path_that_is_not_a_page_of_the_workspace_is_refused(String text) {
        ProxyException refusal = assertThrows(ProxyException.class, () -> new MemoryPath(text));
        assertEquals("memory_path", refusal.code());
        assertEquals(400, refusal.status());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"MEMORY.md", "memory/2026-04-05.md", "topics/a b.md", "skills/x/SKILL.md", "日本.md", "a..b.md"})
    void a_page_of_the_workspace_is_accepted(String text) {
        assertEquals(text, new MemoryPath(text).text());
    }

    @Test
    void a_name_that_is_too_long_is_refused() {
        assertThrows(ProxyException.class, () -> new MemoryPath("é".repeat(150) + ".md"));
    }

    @Test
    void a_path_has_a_name_and_a_folder() {
        MemoryPath path = new MemoryPath("topics/feedback_review.md");
        assertEquals("feedback_review", path.name());
        assertEquals(true, path.isUnder("topics"));
        assertEquals(false, path.isUnder("top"));
    }
}
