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

/** The command as a user calls it, on a few messages. */
final class MemoryBenchCommandTest {
    private static final String MESSAGES = """
        {"id":"1","text":"Remember: we release on Thursdays.","label":"durable","certainty":"clear"}
        {"id":"2","text":"the tool is nice","label":"durable","certainty":"clear","before":"Assistant: done"}
        {"id":"3","text":"from now on we call it a lane","label":"durable","certainty":"arguable"}
        {"id":"4","text":"add a test for the empty list","label":"task"}
        {"id":"5","text":"remember that the tests are always slow on my box","label":"task","hard":true}
        {"id":"6","text":"> We never use tabs.\\nno, we use tabs in this repo","label":"quote",\
        "must_not_store":["never use tabs"],"may_store":"Tabs are used."}
        {"id":"7","text":"remember: the wifi password is sunflower","label":"durable","certainty":"clear",\
        "must_not_store":["sunflower"]}
        """;

    @TempDir
    private Path user = Path.of("");

    private String bench(String... options) throws IOException {
        Files.writeString(user.resolve("m.jsonl"), MESSAGES);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        PrintStream both = new PrintStream(out, true, StandardCharsets.UTF_8);
        Clock clock = Clock.systemUTC();
        CommandEnvironment environment = new CommandEnvironment(
                new Environment(Map.of(), user, user), new Screen(both, both, /* hasColours= */ false), clock);
        List<String> line = new ArrayList<>(List.of("bench", "memory", "m.jsonl"));
        line.addAll(List.of(options));
        assertEquals(0, Commands.run(environment, line), out.toString(StandardCharsets.UTF_8));
        return out.toString(StandardCharsets.UTF_8);
    }

    @Test
    void a_file_is_required() {
        assertWrongUsage("missing required parameter: 'FILE'.", List.of("bench", "memory"));
    }

    @Test
    void a_message_that_ends_with_a_period_gets_no_second_one() {
        assertWrongUsage(
                "The file " + user.resolve("none.jsonl") + " cannot be read. Name a file of labelled messages.",
                List.of("bench", "memory", "none.jsonl"));
    }

    private void assertWrongUsage(String expected, List<String> line) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        PrintStream both = new PrintStream(out, true, StandardCharsets.UTF_8);
        CommandEnvironment environment = new CommandEnvironment(
                new Environment(Map.of(), user, user),
                new Screen(both, both, /* hasColours= */ false),
                Clock.systemUTC());
        assertEquals(2, Commands.run(environment, line));
        assertEquals(
                "throughline: " + expected + " See: throughline bench memory --help\n",
                out.toString(StandardCharsets.UTF_8));
    }

    @Test
    void the_shares_are_printed() throws IOException {
        assertEquals("""
            messages           7
            recall of durable   66.7%  (2 of 3)
            precision           66.7%  (2 of 3)
            task stored         50.0%  (1 of 2)
            quote stored         0.0%  (0 of 1)
            hard stored        100.0%  (1 of 1)
            secrets stored       0.0%  (0 of 2)
            """, bench());
    }

    @Test
    void errors_and_stored_lines_are_listed_on_request() throws IOException {
        String said = bench("--errors");
        assertTrue(said.startsWith("missed: 2 (durable) the tool is nice\nstored wrongly: 5 (task, hard) "), said);
        assertTrue(
                bench("--stored").contains("stored: 1 (durable) Remember: we release on Thursdays.\n    - we release"),
                said);
    }

    @Test
    void json_output_has_the_same_figures() throws IOException {
        String json = bench("--json");
        assertTrue(
                json.contains("\"messages\":7,\"recall\":{\"share\":0.6666666666666666,\"count\":2,\"of\":3}"), json);
        assertTrue(json.contains("\"wrong\":[{\"id\":\"2\",\"label\":\"durable\",\"lines\":[],\"leaked\":[]}"), json);
    }
}
