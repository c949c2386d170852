package dev.throughline.server.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class CommandKeysTest {
    @TempDir
    private Path user = Path.of("");

    private Config config(String words) {
        return Config.load(new Environment(Map.of(), user, user), Map.of("--sessions-command-words", words));
    }

    @Test
    void a_command_gets_another_word() {
        assertEquals(Map.of("status", "/stat"), config("status=/stat").value(CommandKeys.COMMAND_WORDS));
    }

    @Test
    void words_for_a_reset_are_another_setting() {
        ConfigException refused = assertThrows(ConfigException.class, () -> config("new=/fresh"));
        assertEquals(
                List.of("--sessions-command-words: invalid value 'new=/fresh' for 'sessions.command_words'; expected"
                        + " commands and words like 'status=/stat, index-session=/name'; words like /new are in"
                        + " 'sessions.reset_words'"),
                refused.problems());
    }
}
