package dev.throughline.memory.workspace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.throughline.model.ProxyException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of a wish, by what the writer knew and what is there. */
final class ChangePlannerTest {
    private static final MemoryPath PATH = TestWorkspace.path("a.md");
    private static final Page KNOWN = new Page(PATH, "one\ntwo\n");

    @TempDir
    Path folder;

    @BeforeEach
    void createPage() throws IOException {
        Files.writeString(folder.resolve("a.md"), "one\ntwo\n");
    }

    private Optional<PageStep> plan(PageChange change) {
        return new ChangePlanner(new PageReader(folder)).step(change);
    }

    @Test
    void a_page_that_was_not_edited_is_written() {
        assertEquals(
                Optional.of(new PageStep.WriteStep(PATH, Optional.of("one\ntwo\n"), "three\n")),
                plan(PageChange.Write.over(KNOWN, "three\n")));
        assertEquals(
                Optional.of(new PageStep.WriteStep(TestWorkspace.path("b.md"), Optional.empty(), "new\n")),
                plan(PageChange.Write.fresh(TestWorkspace.path("b.md"), "new\n")));
    }

    @Test
    void a_page_that_was_edited_is_merged() throws IOException {
        Files.writeString(folder.resolve("a.md"), "zero\none\ntwo\n");
        assertEquals(
                Optional.of(new PageStep.WriteStep(PATH, Optional.of("zero\none\ntwo\n"), "zero\none\ntwo\nthree\n")),
                plan(PageChange.Write.over(KNOWN, "one\ntwo\nthree\n")));
    }

    @Test
    void a_page_that_has_the_wanted_text_needs_no_step() {
        assertEquals(Optional.empty(), plan(PageChange.Write.over(KNOWN, "one\ntwo\n")));
        assertEquals(
                Optional.empty(), plan(new PageChange.Delete(new Page(TestWorkspace.path("none.md"), "was here"))));
    }

    @Test
    void a_page_that_was_edited_is_not_deleted() throws IOException {
        assertEquals(Optional.of(new PageStep.DeleteStep(PATH, "one\ntwo\n")), plan(new PageChange.Delete(KNOWN)));
        Files.writeString(folder.resolve("a.md"), "mine\n");
        assertEquals(Optional.empty(), plan(new PageChange.Delete(KNOWN)));
    }

    @Test
    void an_append_begins_a_new_line_and_has_an_offset_in_bytes() throws IOException {
        Files.writeString(folder.resolve("a.md"), "ü");
        assertEquals(
                Optional.of(new PageStep.AppendStep(PATH, 2, "\nmore\n")),
                plan(new PageChange.Append(PATH, "# day\n", "more\n")));
        assertEquals(
                Optional.of(new PageStep.AppendStep(TestWorkspace.path("b.md"), 0, "# day\nmore\n")),
                plan(new PageChange.Append(TestWorkspace.path("b.md"), "# day\n", "more\n")));
    }

    @Test
    void a_text_that_could_not_be_read_again_is_refused() {
        assertEquals(
                Optional.of(new PageStep.WriteStep(PATH, Optional.of("one\ntwo\n"), "half a ? sign\n")),
                plan(PageChange.Write.over(KNOWN, "half a \ud83d sign\n")));
        assertEquals("memory_not_text", refusal(PageChange.Write.over(KNOWN, "a zero \0\n")));
        assertEquals("memory_not_text", refusal(new PageChange.Append(PATH, "", "a zero \0\n")));
        String large = "x".repeat(Workspace.MAX_FILE_BYTES - 8) + "\n";
        assertEquals("memory_too_large", refusal(new PageChange.Append(PATH, "", large)));
        assertEquals("memory_too_large", refusal(PageChange.Write.over(KNOWN, large + "12345678")));
    }

    private String refusal(PageChange change) {
        return assertThrows(ProxyException.class, () -> new ChangePlanner(new PageReader(folder)).step(change))
                .code();
    }
}
