package dev.throughline.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class MaterialTest {
    @Test
    void recorded_calls_and_results_are_used_as_they_were(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("one.jsonl");
        Files.writeString(file, """
            {"id":"s","messages":[{"role":"user","content":"Go."},{"role":"assistant","content":"","tool_calls":\
            [{"id":"c1","name":"Read","arguments":"{\\"path\\":\\"a.go\\"}"}]},\
            {"role":"tool","tool_call_id":"c1","name":"Read","content":"package a and more"}]}
            """);
        Material material = Material.recorded(file);
        assertEquals("package a", material.text(9));
        assertEquals("Read", material.call(4).name());
        assertEquals("call_4", material.call(4).id());
    }

    @Test
    void sessions_begin_at_different_places() {
        Material material = Material.madeUp(1);
        material.moveTo(1);
        String one = material.text(200);
        material.moveTo(2);
        assertNotEquals(one, material.text(200));
    }
}
