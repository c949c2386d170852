package dev.throughline.memory.writer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.engine.helper.HelperModel;
import dev.throughline.memory.Stage;
import dev.throughline.memory.admission.DailyLog;
import dev.throughline.memory.limits.MemoryLimits;
import dev.throughline.memory.project.WorkspaceMemory;
import dev.throughline.memory.workspace.Page;
import dev.throughline.memory.workspace.Workspace;
import dev.throughline.model.ProxyException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class FlushTest {
    @TempDir
    Path folder;

    private final Stage.Time time = new Stage.Time();

    private Flush flush(HelperModel helper) {
        return Stage.flush(helper);
    }

    private WorkspaceMemory memory() {
        return Stage.memory(new Workspace(folder, time), HelperModel.NONE);
    }

    private String log() {
        return new Workspace(folder, time)
                .read(DailyLog.page(LocalDate.parse("2026-04-05")))
                .map(Page::text)
                .orElse("");
    }

    @Test
    void the_notes_are_appended_to_the_log_once_per_cycle() {
        Stage.Prompter helper =
                new Stage.Prompter("{\"notes\":[{\"text\":\"The demo is on 2026-05-01.\",\"handle\":\"ab12cd34\"}]}");
        Flush flush = flush(helper);
        assertEquals(WriteResult.WRITTEN, flush.run(memory(), Stage.day(), 1, List.of()));
        assertEquals(WriteResult.ALREADY, flush.run(memory(), Stage.day(), 1, List.of()));
        assertEquals("# 2026-04-05\n\n- The demo is on 2026-05-01. (2026-04-05, 00000001/ab12cd34)\n", log());
        assertEquals(1, helper.inputs().size());
    }

    @Test
    void no_reply_writes_nothing() {
        Flush flush = flush(new Stage.Prompter("{\"notes\":[{\"text\":\"NO_REPLY\"}]}"));
        assertEquals(WriteResult.NOTHING, flush.run(memory(), Stage.day(), 1, List.of()));
        assertEquals("", log());
    }

    @Test
    void without_a_helper_model_rules_write_statements_and_files() {
        flush(HelperModel.NONE).run(memory(), Stage.day(), 1, List.of());
        String log = log();
        assertTrue(log.contains("- Always run the linter before you commit. (2026-04-05, "), log);
        assertFalse(log.contains("keep the old tests"), "a correction of the moment is not for other days: " + log);
        assertFalse(log.contains("streaming lexer"), "an agent decides nothing: " + log);
        assertTrue(log.contains("Files: src/Parser.java"), log);
    }

    @Test
    void lines_that_the_session_was_shown_are_not_written() {
        List<String> shown = List.of("- Always run the linter before you commit. (2026-01-01, x)");
        flush(HelperModel.NONE).run(memory(), Stage.day(), 1, shown);
        assertFalse(log().contains("linter"), log());
    }

    @Test
    void the_helper_model_sees_no_secrets() {
        Stage.Prompter helper = new Stage.Prompter();
        flush(helper).run(memory(), Stage.conversation(Stage.user("remember: password: hunter2")), 1, List.of());
        assertFalse(helper.inputs().getFirst().contains("hunter2"));
        assertFalse(log().contains("hunter2"));
    }

    @Test
    void a_flush_that_failed_can_be_repeated() throws IOException {
        Files.createDirectories(folder.resolve("memory"));
        Files.write(folder.resolve("memory/2026-04-05.md"), new byte[] {0, (byte) 0xff});
        assertThrows(ProxyException.class, () -> flush(HelperModel.NONE).run(memory(), Stage.day(), 1, List.of()));
        Files.delete(folder.resolve("memory/2026-04-05.md"));
        assertEquals(WriteResult.WRITTEN, flush(HelperModel.NONE).run(memory(), Stage.day(), 1, List.of()));
    }

    @Test
    void it_is_due_when_the_window_is_nearly_full() {
        assertFalse(MemoryLimits.DEFAULT.flush().isFlushDue(200_000, 175_999));
        assertTrue(MemoryLimits.DEFAULT.flush().isFlushDue(200_000, 176_000));
    }
}
