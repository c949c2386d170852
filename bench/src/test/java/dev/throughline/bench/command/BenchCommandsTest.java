package dev.throughline.bench.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.cli.CommandEnvironment;
import dev.throughline.cli.Commands;
import dev.throughline.cli.terminal.Screen;
import dev.throughline.server.config.Environment;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class BenchCommandsTest {
    @TempDir
    private Path user = Path.of("");

    private String output(String... arguments) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        PrintStream both = new PrintStream(out, true, StandardCharsets.UTF_8);
        Clock clock = Clock.systemUTC();
        CommandEnvironment environment = new CommandEnvironment(
                new Environment(Map.of(), user, user), new Screen(both, both, /* hasColours= */ false), clock);
        Commands.run(environment, List.of(arguments));
        return out.toString(StandardCharsets.UTF_8);
    }

    @Test
    void help_lists_the_commands_in_order() {
        List<String> listed = output("bench", "--help")
                .lines()
                .filter(line -> line.matches(" {2}[a-z]+ {2,}\\S.*"))
                .map(line -> line.strip().split(" +", 3)[0])
                .toList();
        assertEquals(List.of("replay", "memory", "references", "import"), listed);
        assertTrue(output("bench", "--help").contains("Replays recorded sessions"));
    }

    @Test
    void a_misspelled_command_is_reported_with_a_suggestion() {
        assertEquals(
                "throughline: unknown command 'repaly'; did you mean 'replay'? See: throughline bench --help\n",
                output("bench", "repaly"));
    }

    @Test
    void completion_contains_the_commands() {
        assertTrue(output("completion").contains("replay"));
    }
}
