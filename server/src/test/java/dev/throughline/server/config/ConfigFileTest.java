package dev.throughline.server.config;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigFileTest {
    @TempDir
    private Path folder = Path.of("");

    private ConfigFile read(String text) throws IOException {
        return ConfigFile.read(Files.writeString(folder.resolve("t.yaml"), text));
    }

    private List<String> problems(String text) throws IOException {
        return read(text).problems().stream()
                .map(problem -> problem.replace(folder + "/t.yaml:", ""))
                .toList();
    }

    @Test
    void values_have_their_line() throws IOException {
        ConfigFile file = read("# ours\nport: 9\nlog:\n  level: warn\nopenai.url: http://x\n");
        assertEquals(Optional.of(new ConfigFile.FileValue("9", 2)), file.value("port"));
        assertEquals(Optional.of(new ConfigFile.FileValue("warn", 4)), file.value("log.level"));
        assertEquals(Optional.of(new ConfigFile.FileValue("http://x", 5)), file.value("openai.url"));
        assertEquals(Optional.empty(), file.value("host"));
    }

    @Test
    void routes_are_a_list_of_models_and_url() throws IOException {
        ConfigFile file = read("routes:\n  - models: qwen\n    url: http://a\n  - {models: llama, url: http://b}\n");
        assertEquals(Optional.of(new ConfigFile.FileValue("qwen=http://a, llama=http://b", 1)), file.value("routes"));
    }

    @Test
    void wrong_types_of_values_are_reported_with_the_expected_type() throws IOException {
        assertEquals(
                List.of(
                        "1: invalid value (a list) for 'port'; expected a port from 0 to 65535",
                        "2: 'log' is a group of keys, but its value is 'info'; write the keys indented below it",
                        "3: invalid value (a list) for 'routes'; expected routes like 'qwen=http://localhost:1234/v1,"
                                + " llama=…'",
                        "5: 'replay_clock' can only be set by --replay-clock; delete this line",
                        "6: 'host' is set twice; delete one of the two",
                        "8: unknown key 'limits.body_byte'; did you mean 'limits.body_bytes'?"),
                problems("""
                    port: [1]
                    log: info
                    routes: [{model: a}]
                    host: a
                    replay_clock: true
                    host: b
                    limits:
                      body_byte: 3
                    """));
    }

    @Test
    void a_removed_key_is_not_reported_as_a_misspelling() throws IOException {
        assertEquals(
                List.of(
                        "2: 'auto.edit_turns' was removed; delete this line",
                        "3: 'limits.repeat_lines' was removed; delete this line"),
                problems("auto:\n  edit_turns: 3\nlimits.repeat_lines: 2\n"));
    }

    @Test
    void an_empty_file_is_fine() throws IOException {
        assertEquals(List.of(), problems(""));
        assertEquals(List.of(), problems("# nothing yet\n"));
    }

    @Test
    void invalid_yaml_is_reported_with_its_line() throws IOException {
        List<String> problems = problems("port: 1\n  host: [\n");
        assertEquals(1, problems.size());
        assertEquals("2: invalid YAML: mapping values are not allowed here", problems.getFirst());
        assertEquals(
                List.of("1: the file contains 'hello' instead of keys and values like 'port: 8787'"),
                problems("hello"));
    }
}
