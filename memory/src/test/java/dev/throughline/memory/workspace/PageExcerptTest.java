package dev.throughline.memory.workspace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.memory.limits.MemoryLimits;
import dev.throughline.model.ProxyException;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class PageExcerptTest {
    @TempDir
    Path folder;

    private Workspace with(String text) {
        Workspace workspace = TestWorkspace.in(folder);
        TestWorkspace.write(workspace, "a.md", text);
        return workspace;
    }

    @Test
    void an_excerpt_says_how_to_read_on() {
        String text =
                IntStream.rangeClosed(1, 300).mapToObj(i -> "line " + i + "\n").collect(Collectors.joining());
        Workspace workspace = with(text);
        StringBuilder all = new StringBuilder();
        int from = 1;
        PageExcerpt part;
        do {
            part = workspace.excerpt(
                    TestWorkspace.path("a.md"), new PageExcerpt.Wanted(from, 1_000), MemoryLimits.DEFAULT.excerpt());
            all.append(part.text());
            from += part.lines();
        } while (!part.hint().isEmpty());
        assertEquals(text, all.toString());
        assertEquals(
                "lines 121 to 300: from=121",
                workspace
                        .excerpt(
                                TestWorkspace.path("a.md"),
                                new PageExcerpt.Wanted(1, 1_000),
                                MemoryLimits.DEFAULT.excerpt())
                        .hint());
        assertEquals(
                "line 7\n",
                workspace
                        .excerpt(
                                TestWorkspace.path("a.md"),
                                new PageExcerpt.Wanted(7, 1),
                                MemoryLimits.DEFAULT.excerpt())
                        .text());
    }

    @Test
    void a_line_that_is_too_long_is_cut() {
        PageExcerpt part = with("x".repeat(20_000) + "\nnext\n")
                .excerpt(TestWorkspace.path("a.md"), new PageExcerpt.Wanted(1, 10), MemoryLimits.DEFAULT.excerpt());
        assertTrue(part.text().length() <= MemoryLimits.DEFAULT.excerpt().characters());
        assertEquals("line 1 has 20000 characters and is cut; lines 2 to 2: from=2", part.hint());
    }

    @Test
    void a_missing_page_and_invalid_lines_are_errors() {
        Workspace workspace = with("a\n");
        assertThrows(
                ProxyException.class,
                () -> workspace.excerpt(
                        TestWorkspace.path("b.md"), new PageExcerpt.Wanted(1, 1), MemoryLimits.DEFAULT.excerpt()));
        assertThrows(
                ProxyException.class,
                () -> workspace.excerpt(
                        TestWorkspace.path("a.md"), new PageExcerpt.Wanted(0, 1), MemoryLimits.DEFAULT.excerpt()));
        assertEquals(
                "",
                workspace
                        .excerpt(
                                TestWorkspace.path("a.md"),
                                new PageExcerpt.Wanted(9, 1),
                                MemoryLimits.DEFAULT.excerpt())
                        .text());
    }
}
