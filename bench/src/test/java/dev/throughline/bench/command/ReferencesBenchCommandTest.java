package dev.throughline.bench.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.cli.CommandEnvironment;
import dev.throughline.cli.Commands;
import dev.throughline.cli.terminal.Screen;
import dev.throughline.server.config.Environment;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ReferencesBenchCommandTest {
    @TempDir
    private Path user = Path.of("");

    private String bench(int expected, String user1, String... options) throws IOException {
        Files.writeString(
                user.resolve("s.jsonl"),
                "{\"id\":\"a\",\"source\":\"test\",\"messages\":[{\"role\":\"user\",\"content\":\"" + user1 + "\"},"
                        + "{\"role\":\"assistant\",\"content\":\"as in @@parser-work\"}]}\n");
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        PrintStream both = new PrintStream(out, true, StandardCharsets.UTF_8);
        CommandEnvironment environment = new CommandEnvironment(
                new Environment(Map.of(), user, user),
                new Screen(both, both, /* hasColours= */ false),
                Clock.systemUTC());
        List<String> line = new ArrayList<>(List.of("bench", "references", "s.jsonl"));
        line.addAll(List.of(options));
        assertEquals(expected, Commands.run(environment, line), out.toString(StandardCharsets.UTF_8));
        return out.toString(StandardCharsets.UTF_8);
    }

    @Test
    void messages_and_references_are_counted() throws IOException {
        assertTrue(bench(0, "fix `@@count`").contains("1 message, 1 with @@, 0 references"));
        String found = bench(1, "go on with @@parser-work");
        assertTrue(found.contains("parser-work: go on with @@parser-work"), found);
    }

    @Test
    void other_texts_are_read_if_wanted() throws IOException {
        assertEquals(
                "{\"messages\":2,\"with_signs\":1,\"references\":1}",
                bench(1, "hello", "--all", "--json").replaceAll("(?s).*?(\\{.*\\}).*", "$1"));
    }
}
