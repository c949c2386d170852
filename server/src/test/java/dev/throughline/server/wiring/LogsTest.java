package dev.throughline.server.wiring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.server.config.LogSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

final class LogsTest {
    private static final LogSettings TEXT = new LogSettings(LogSettings.LogLevel.WARN, LogSettings.LogForm.TEXT);

    @TempDir
    Path folder;

    @AfterEach
    void backToTheTerminal() {
        Logs.apply(TEXT);
    }

    @Test
    void control_characters_in_a_message_do_not_reach_the_log() throws Exception {
        Path file = folder.resolve("run.log");
        Logs.applyTo(file, TEXT);
        LoggerFactory.getLogger("test")
                .warn("a\u001b[31m red\u0000 {}", "x\r\nforged line", new IllegalStateException("b\u001b[0m\u0000"));
        String text = Files.readString(file);
        assertTrue(text.contains("a?[31m red? x??forged line\n"), text);
        assertTrue(text.contains("IllegalStateException: b?[0m?\n\tat "), text);
        assertTrue(text.chars().allMatch(c -> (c >= ' ' && c != 0x7f) || c == '\n' || c == '\t'), text);
    }

    @Test
    void only_the_owner_can_read_the_log() throws Exception {
        Path file = folder.resolve("run.log");
        Logs.applyTo(file, TEXT);
        assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
    }
}
