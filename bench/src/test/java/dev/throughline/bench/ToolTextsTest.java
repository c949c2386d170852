package dev.throughline.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ToolTextsTest {
    @Test
    void recorded_calls_and_results_are_used_unchanged(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("one.jsonl");
        Files.writeString(file, """
            {"id":"s","messages":[{"role":"user","content":"Go."},{"role":"assistant","content":"","tool_calls":\
            [{"id":"c1","name":"Read","arguments":"{\\"path\\":\\"a.go\\"}"}]},\
            {"role":"tool","tool_call_id":"c1","name":"Read","content":"package a and more"}]}
            """);
        ToolTexts toolTexts = ToolTexts.recorded(file);
        assertEquals("package a", toolTexts.text(9));
        assertEquals("Read", toolTexts.call(4).name());
        assertEquals("call_4", toolTexts.call(4).id());
    }

    @Test
    void sessions_begin_at_different_positions() {
        ToolTexts toolTexts = ToolTexts.madeUp(1);
        toolTexts.moveTo(1);
        String one = toolTexts.text(200);
        toolTexts.moveTo(2);
        assertNotEquals(one, toolTexts.text(200));
    }
}
