package dev.throughline.server.config;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class KeysTest {
    @Test
    void every_key_is_in_the_documentation_with_its_variable_default_and_meaning() throws IOException {
        List<String> page = Files.readAllLines(Path.of("../docs/configuration.md"));
        Environment environment = new Environment(Map.of(), Path.of("~"), Path.of("/"));
        List<String> missing = Keys.ALL.stream()
                .map(key -> row(key, environment))
                .filter(row -> page.stream().noneMatch(line -> line.matches(Pattern.quote(row) + "[^ |].*")))
                .toList();
        assertEquals(List.of(), missing);
    }

    private static <T> String row(Key<T> key, Environment environment) {
        String variable = key.place() == Key.KeyPlace.FLAG_ONLY ? "" : "`" + key.variable() + "`";
        String flag = key.place() == Key.KeyPlace.SECRET ? "" : "`" + key.flag() + "`";
        String name = key.place() == Key.KeyPlace.FLAG_ONLY ? "" : "`" + key.name() + "`";
        String value = key.type().writer().apply(key.fallback().apply(environment));
        return "| " + String.join(" | ", name, flag, variable, value.isEmpty() ? "" : "`" + value + "`") + " | ";
    }

    @Test
    void no_two_keys_share_a_name_a_flag_or_a_variable() {
        HashSet<String> seen = new HashSet<>();
        for (Key<?> key : Keys.ALL) {
            assertEquals(
                    List.of(true, true, true),
                    List.of(seen.add(key.name()), seen.add(key.flag()), seen.add(key.variable())),
                    key.name());
        }
    }
}
