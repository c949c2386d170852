package dev.throughline.server.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.throughline.engine.session.AgentMarkers;
import dev.throughline.engine.turn.ApplyTo;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigTest {
    @TempDir
    private Path user = Path.of("");

    private Config load(Map<String, String> variables, Map<String, String> flags) {
        return Config.load(new Environment(variables, user, user), flags);
    }

    private Path usualFile(String text) throws IOException {
        Path folder = Files.createDirectories(user.resolve(".config/throughline"));
        return Files.writeString(folder.resolve("throughline.yaml"), text);
    }

    @Test
    void a_flag_wins_over_the_environment_over_the_file_over_the_default() throws IOException {
        Path file = usualFile("host: 127.0.0.4\nport: 4\nopenai:\n  url: http://file\n");
        Config config =
                load(Map.of("THROUGHLINE_HOST", "127.0.0.3", "THROUGHLINE_PORT", "3"), Map.of("--host", "127.0.0.2"));
        assertEquals(
                List.of(
                        "host=127.0.0.2 from --host",
                        "port=3 from THROUGHLINE_PORT",
                        "openai.url=http://file from " + file + ":4",
                        "policy=auto from default"),
                config.all().stream()
                        .filter(each -> List.of("host", "port", "openai.url", "policy")
                                .contains(each.key().name()))
                        .map(each -> each.key().name() + "=" + each.shown() + " from "
                                + each.origin().text())
                        .toList());
    }

    @Test
    void the_file_is_found_by_flag_then_variable_then_xdg() throws IOException {
        Files.createDirectories(user.resolve("xdg/throughline"));
        Files.writeString(user.resolve("xdg/throughline/throughline.yaml"), "port: 1");
        Path named = Files.writeString(user.resolve("named.yaml"), "port: 2");
        Path given = Files.writeString(user.resolve("given.yaml"), "port: 3");
        Map<String, String> variables = Map.of("XDG_CONFIG_HOME", user + "/xdg");
        Map<String, String> both = Map.of("XDG_CONFIG_HOME", user + "/xdg", "THROUGHLINE_CONFIG", named.toString());
        assertEquals(
                List.of(1, 2, 3),
                List.of(
                        load(variables, Map.of()).value(Keys.PORT),
                        load(both, Map.of()).value(Keys.PORT),
                        load(both, Map.of("--config", given.toString())).value(Keys.PORT)));
    }

    @Test
    void doctor_finds_problems_of_memory_and_search() throws IOException {
        Path note = Files.writeString(user.resolve("note.md"), "");
        Path file = usualFile("search:\n  embeddings: custom\n  model: m\nmemory:\n  workspace: " + note + "\n");
        ConfigException thrown = assertThrows(ConfigException.class, () -> load(Map.of(), Map.of()));
        assertEquals(
                List.of(
                        file + ":2: 'search.embeddings' is 'custom', but 'search.url' is not set; set it",
                        file + ":5: 'memory.workspace' is the file " + note + "; name a folder"),
                thrown.problems());
        usualFile("search:\n  paths: " + note + ", " + user + "/none\n");
        assertEquals(
                List.of(file + ":2: 'search.paths' contains " + user
                        + "/none, which does not exist and is not searched"),
                load(Map.of(), Map.of()).warnings());
    }

    @Test
    void a_table_of_markers_is_checked_with_its_line_and_what_to_write() throws IOException {
        Path table = Files.writeString(user.resolve("markers.tsv"), "# mine\nasides\tmy-agent\tsystem\tName this\n");
        Path file = usualFile("sessions:\n  markers: " + table + "\n");
        assertEquals(
                List.of(file + ":2: 'sessions.markers': " + table
                        + ": Line 2: 'asides' is no meaning."
                        + " Use one of: compaction, continuation, aside, scaffold, notice, answer."),
                assertThrows(ConfigException.class, () -> load(Map.of(), Map.of()))
                        .problems());
        Files.delete(table);
        assertEquals(
                List.of(file + ":2: 'sessions.markers': " + table + " cannot be read as UTF-8 text; name a file that"
                        + " exists, or remove the setting"),
                assertThrows(ConfigException.class, () -> load(Map.of(), Map.of()))
                        .problems());
        Files.writeString(table, "aside\tmy-agent\tsystem\tName this\n");
        assertEquals(
                AgentMarkers.builtIn().all().size() + 1,
                load(Map.of(), Map.of()).markers().all().size());
    }

    @Test
    void every_problem_is_named_at_once_with_its_place() throws IOException {
        Path file = usualFile("prot: 1\nport: many\n");
        ConfigException thrown = assertThrows(
                ConfigException.class, () -> load(Map.of("THROUGHLINE_POLICY", "shred"), Map.of("--host", "0.0.0.0")));
        assertEquals(
                List.of(
                        file + ":1: unknown key 'prot'; did you mean 'port'?",
                        file + ":2: invalid value 'many' for 'port'; expected a port from 0 to 65535",
                        "THROUGHLINE_POLICY: invalid value 'shred' for 'policy'; expected auto, trim, compact or off",
                        "--host: '0.0.0.0' is not a loopback address like 127.0.0.1; anyone who can reach it could"
                                + " read every session and use your keys. If only people you trust can reach it, set"
                                + " host_unprotected: true"),
                thrown.problems());
    }

    @Test
    void a_secret_is_never_shown() {
        Config config = load(Map.of("THROUGHLINE_OPENAI_KEY", "sk-secret"), Map.of());
        assertEquals("••••", config.setting(Keys.OPENAI_KEY).shown());
    }

    @Test
    void a_file_with_a_key_that_others_can_read_is_warned_about() throws IOException {
        Path file = usualFile("openai:\n  key: sk-secret\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
        assertEquals(
                List.of(file + ": contains a key, and other users can read it; run: chmod 600 " + file),
                load(Map.of(), Map.of()).warnings());
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        assertEquals(List.of(), load(Map.of(), Map.of()).warnings());
    }

    @Test
    void a_misspelt_variable_is_warned_about() {
        assertEquals(
                List.of("THROUGHLINE_AUTO_EDIT_TURNS was removed; it has no effect"),
                load(Map.of("THROUGHLINE_AUTO_EDIT_TURNS", "3"), Map.of()).warnings());
        assertEquals(
                List.of(
                        "unknown variable THROUGHLINE_PROT; did you mean THROUGHLINE_PORT?",
                        "unknown variable THROUGHLINE_XYZZY; it has no effect"),
                load(Map.of("THROUGHLINE_PROT", "1", "THROUGHLINE_XYZZY", "1", "THROUGHLINE_JAVA_HOME", "/x"), Map.of())
                        .warnings());
    }

    @Test
    void an_empty_variable_is_ignored() {
        assertEquals(8787, load(Map.of("THROUGHLINE_PORT", ""), Map.of()).value(Keys.PORT));
    }

    @Test
    void the_switches_of_other_programs_turn_memory_off() {
        for (String word : List.of("0", "false", "off", "no", "disable", "none")) {
            assertEquals(
                    ApplyTo.NONE,
                    load(Map.of("THROUGHLINE_MEMORY", word), Map.of()).value(Keys.MEMORY),
                    word);
        }
        assertEquals(
                ApplyTo.AGENTS,
                load(Map.of("THROUGHLINE_MEMORY", "1"), Map.of()).value(Keys.MEMORY));
    }

    @Test
    void a_named_file_must_exist() {
        Path missing = user.resolve("missing.yaml");
        ConfigException thrown =
                assertThrows(ConfigException.class, () -> load(Map.of(), Map.of("--config", missing.toString())));
        assertEquals(
                List.of("the configuration file " + missing
                        + " is not there; check that it exists and that you may read it"),
                thrown.problems());
        thrown = assertThrows(ConfigException.class, () -> load(Map.of(), Map.of("--config", user.toString())));
        assertEquals(
                List.of("the configuration file " + user
                        + " cannot be read: Is a directory; check that it exists and that you may read it"),
                thrown.problems());
    }
}
