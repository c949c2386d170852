package dev.throughline.memory.workspace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.throughline.model.ProxyException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of a wish, by what the writer knew and what is there. */
final class PlanningTest {
    private static final MemoryPath PATH = Room.path("a.md");
    private static final Page KNOWN = Page.of(PATH, "one\ntwo\n");

    @TempDir
    Path folder;

    @BeforeEach
    void there_is_a_page() throws IOException {
        Files.writeString(folder.resolve("a.md"), "one\ntwo\n");
    }

    private List<Operation.Step> plan(Outcome.Fate fate, Change change) {
        Planning planning = new Planning(new Pages(folder));
        planning.plan(change);
        assertEquals(List.of(new Outcome.Result(change.path(), fate)), planning.results());
        return planning.steps();
    }

    @Test
    void a_page_as_it_was_known_is_written() {
        assertEquals(
                List.of(new Operation.Step.Write(PATH, Optional.of("one\ntwo\n"), "three\n")),
                plan(Outcome.Fate.WRITTEN, Change.Write.over(KNOWN, "three\n")));
        assertEquals(
                List.of(new Operation.Step.Write(Room.path("b.md"), Optional.empty(), "new\n")),
                plan(Outcome.Fate.WRITTEN, Change.Write.fresh(Room.path("b.md"), "new\n")));
    }

    @Test
    void a_page_that_was_edited_since_is_joined() throws IOException {
        Files.writeString(folder.resolve("a.md"), "zero\none\ntwo\n");
        assertEquals(
                List.of(new Operation.Step.Write(PATH, Optional.of("zero\none\ntwo\n"), "zero\none\ntwo\nthree\n")),
                plan(Outcome.Fate.JOINED, Change.Write.over(KNOWN, "one\ntwo\nthree\n")));
    }

    @Test
    void what_says_it_already_is_no_step() {
        assertEquals(List.of(), plan(Outcome.Fate.UNCHANGED, Change.Write.over(KNOWN, "one\ntwo\n")));
        assertEquals(
                List.of(), plan(Outcome.Fate.UNCHANGED, new Change.Delete(Page.of(Room.path("none.md"), "was here"))));
    }

    @Test
    void a_page_goes_only_as_it_was_known() throws IOException {
        assertEquals(
                List.of(new Operation.Step.Delete(PATH, "one\ntwo\n")),
                plan(Outcome.Fate.DELETED, new Change.Delete(KNOWN)));
        Files.writeString(folder.resolve("a.md"), "mine\n");
        assertEquals(List.of(), plan(Outcome.Fate.KEPT, new Change.Delete(KNOWN)));
    }

    @Test
    void an_append_knows_its_place_in_bytes_and_begins_a_line() throws IOException {
        Files.writeString(folder.resolve("a.md"), "ü");
        assertEquals(
                List.of(new Operation.Step.Append(PATH, 2, "\nmore\n")),
                plan(Outcome.Fate.APPENDED, new Change.Append(PATH, "# day\n", "more\n")));
        assertEquals(
                List.of(new Operation.Step.Append(Room.path("b.md"), 0, "# day\nmore\n")),
                plan(Outcome.Fate.APPENDED, new Change.Append(Room.path("b.md"), "# day\n", "more\n")));
    }

    @Test
    void what_could_not_be_read_again_is_not_written() {
        assertEquals(
                List.of(new Operation.Step.Write(PATH, Optional.of("one\ntwo\n"), "half a ? sign\n")),
                plan(Outcome.Fate.WRITTEN, Change.Write.over(KNOWN, "half a \ud83d sign\n")));
        assertEquals("memory_not_text", refusal(Change.Write.over(KNOWN, "a zero \0\n")));
        assertEquals("memory_not_text", refusal(new Change.Append(PATH, "", "a zero \0\n")));
        String large = "x".repeat(Workspace.MOST_FILE_BYTES - 8) + "\n";
        assertEquals("memory_too_large", refusal(new Change.Append(PATH, "", large)));
        assertEquals("memory_too_large", refusal(Change.Write.over(KNOWN, large + "12345678")));
    }

    private String refusal(Change change) {
        return assertThrows(ProxyException.class, () -> new Planning(new Pages(folder)).plan(change))
                .code();
    }
}
