package dev.throughline.server.wiring;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.engine.edit.LearnedWindows;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LearnedWindowsFileTest {
    private static final Instant NOW = Instant.parse("2026-11-18T10:00:00Z");
    private static final String STORED = """
        {"learned_windows":[{"upstream":"https://api","model":"gpt-9","tokens":272000,\
        "at":"2026-11-18T10:00:00Z"}]}\
        """;

    @TempDir
    private Path home = Path.of("");

    @Test
    void learned_windows_are_read_from_the_file() throws IOException {
        Files.writeString(home.resolve("windows.json"), STORED);
        LearnedWindows windows = LearnedWindowsFile.read(home, Duration.ofDays(7));
        assertEquals(List.of(new LearnedWindows.Learned("https://api", "gpt-9", 272_000, NOW)), windows.all(NOW));
    }

    @Test
    void a_damaged_file_is_ignored() throws IOException {
        Files.writeString(home.resolve("windows.json"), "{\"learned");
        assertEquals(
                List.of(), LearnedWindowsFile.read(home, Duration.ofDays(7)).all(NOW));
    }
}
