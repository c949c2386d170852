package dev.throughline.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.engine.helper.HelperModel;
import dev.throughline.memory.flush.Flush;
import dev.throughline.memory.read.Opening;
import dev.throughline.memory.read.Overlap;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What it is for: a new session knows what an earlier one learnt, and a person can change that. */
final class MemoryTest {
    @TempDir
    Path folder;

    private Memory memory() {
        return new Memory(folder, new Memory.Means(new Stage.Time(), HelperModel.NONE, new Overlap(), 1));
    }

    @Test
    void a_new_session_knows_what_an_earlier_one_learnt() {
        assertEquals(
                Flush.Fate.WRITTEN,
                memory().flush().run(Stage.day(), "1", List.of()).fate());
        String shown = memory().opening(Opening.Audience.PRIVATE).orElseThrow().text();
        assertTrue(shown.contains("Always run the linter before you commit."), shown);
    }

    @Test
    void a_line_is_added_read_and_undone() {
        memory().add("cli", "The staging host is called heron.");
        assertEquals(
                "# 2026-04-05\n\n- The staging host is called heron. (2026-04-05, cli)\n",
                memory().excerpt("memory/2026-04-05.md", 1, 10).text());
        assertTrue(memory().undo().isPresent());
        assertEquals(List.of(), memory().workspace().list().pages());
        assertTrue(memory().redo().isPresent());
        assertEquals(1, memory().workspace().list().pages().size());
    }
}
