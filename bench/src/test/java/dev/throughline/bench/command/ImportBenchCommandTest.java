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
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ImportBenchCommandTest {
    @TempDir
    private Path user = Path.of("");

    private String bench(String... line) throws IOException {
        Files.writeString(
                user.resolve("s.jsonl"),
                "{\"id\":\"a\",\"source\":\"test\",\"messages\":[{\"role\":\"system\",\"content\":\"Be brief.\"},"
                        + "{\"role\":\"user\",\"content\":\"List the files.\"},{\"role\":\"assistant\",\"content\":"
                        + "\"I look.\",\"tool_calls\":[{\"id\":\"c1\",\"type\":\"function\",\"function\":{\"name\":"
                        + "\"bash\",\"arguments\":\"{\\\"command\\\":\\\"ls\\\"}\"}}]},{\"role\":\"tool\","
                        + "\"tool_call_id\":\"c1\",\"content\":\"a.txt\"},{\"role\":\"assistant\",\"content\":"
                        + "\"There is one.\"}]}\n");
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        PrintStream both = new PrintStream(out, true, StandardCharsets.UTF_8);
        CommandEnvironment environment = new CommandEnvironment(
                new Environment(Map.of(), user, user),
                new Screen(both, both, /* hasColours= */ false),
                Clock.systemUTC());
        assertEquals(0, Commands.run(environment, List.of(line)), out.toString(StandardCharsets.UTF_8));
        return out.toString(StandardCharsets.UTF_8);
    }

    @Test
    void each_form_has_all_items_once() throws IOException {
        List<String> lines = bench("bench", "import", "s.jsonl").lines().toList();
        assertEquals(3, lines.size(), lines.toString());
        assertTrue(lines.getFirst().contains("6 of        6 items"), lines.getFirst());
        assertTrue(lines.get(1).contains("5 of        5 items"), lines.get(1));
        assertTrue(lines.getLast().contains("5 of        5 items"), lines.getLast());
        assertTrue(lines.stream().allMatch(line -> line.contains("again 0 items")), lines.toString());
    }

    @Test
    void one_form_can_be_selected() throws IOException {
        String found = bench("bench", "import", "s.jsonl", "--as", "claude", "--json");
        assertTrue(found.contains("\"form\":\"claude\""), found);
        assertTrue(found.contains("\"sessions\":1,\"expected\":5,\"items\":5,\"problems\":0,\"again\":0"), found);
    }
}
