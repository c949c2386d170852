package dev.throughline.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.cli.terminal.Screen;
import dev.throughline.server.config.Environment;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A wrong command line is answered in one line that says what is wrong and where to look. */
class WrongUsageTest {
    @TempDir
    private Path user = Path.of("");

    private record Said(int code, String out, String err) {}

    private Said run(String... arguments) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        Screen screen = new Screen(
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                /* hasColours= */ false);
        Clock clock = Clock.systemUTC();
        CommandEnvironment environment = new CommandEnvironment(new Environment(Map.of(), user, user), screen, clock);
        int code = Commands.run(environment, List.of(arguments));
        return new Said(code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "run | no agent to run; name one, for example: throughline run claude | run",
                "run --bogus claude | unknown option '--bogus' | run",
                "stop foo | unknown argument 'foo' | stop",
                "recall 0943 --limit abc | invalid value for option '--limit': 'abc' is not a whole number, or is"
                        + " too large | recall",
                "recall 0943 --limit 0 | --limit is 0; it must be 1 or more | recall",
                "recall 0943 --limit -1 | --limit is -1; it must be 1 or more | recall",
                "recall 0943 --offset -1 | --offset is -1; it must be 0 or more | recall",
                "stop --frce | unknown option '--frce' | stop",
            })
    void wrong_usage_is_reported_in_one_line(String line, String expected, String command) {
        assertEquals(
                new Said(2, "", "throughline: " + expected + ". See: throughline " + command + " --help\n"),
                run(line.split(" ")));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "servee | unknown command 'servee'; did you mean 'serve'? See: throughline --help",
                "sessions shwo | unknown command 'shwo'; did you mean 'show'? See: throughline sessions --help",
                "sessions 0943 | unknown command '0943'; did you mean 'throughline sessions show 0943'?"
                        + " See: throughline sessions --help",
                "xyzzy | unknown command 'xyzzy'. See: throughline --help",
            })
    void an_unknown_command_is_reported_with_a_similar_one(String line, String expected) {
        assertEquals(new Said(2, "", "throughline: " + expected + "\n"), run(line.split(" ")));
    }

    @Test
    void the_summary_of_each_command_is_a_whole_sentence() {
        List<String> summaries = Stream.of(run("--help"), run("memory", "--help"))
                .flatMap(said -> said.out().lines())
                .filter(line -> line.matches(" {2}[a-z]+ {2,}\\S.*"))
                .toList();
        assertEquals(
                List.of(), summaries.stream().filter(line -> line.endsWith(",")).toList());
        assertTrue(summaries.stream().anyMatch(line -> line.contains("Runs measurements.")), summaries::toString);
    }

    @Test
    void sessions_list_is_the_same_as_sessions() {
        assertEquals(run("sessions"), run("sessions", "list"));
    }
}
