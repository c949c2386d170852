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
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The command as a user calls it, on a recording of two turns. */
final class ReplayCommandTest {
    private static final String LINE = "{\"id\":\"two-turns\",\"messages\":[{\"role\":\"user\",\"content\":\"run it\"},"
            + "{\"role\":\"assistant\",\"content\":\"\",\"tool_calls\":[{\"id\":\"c1\",\"name\":\"Bash\","
            + "\"arguments\":\"{\\\"command\\\":\\\"ls\\\"}\"}]},"
            + "{\"role\":\"tool\",\"tool_call_id\":\"c1\",\"content\":\"notes_of_2026.txt\"},"
            + "{\"role\":\"assistant\",\"content\":\"There is notes_of_2026.txt here.\"}]}\n";

    /** Two sessions: a statement in the first is shown to the second. */
    private static final String TWO_SESSIONS =
            conversation("told", "Please remember that releases are cut on Thursdays.", "Noted.")
                    + conversation("asks", "When do we cut releases?", "On Thursdays.");

    private static String conversation(String id, String question, String answer) {
        return "{\"id\":\"" + id + "\",\"messages\":[{\"role\":\"user\",\"content\":\"" + question + "\"},"
                + "{\"role\":\"assistant\",\"content\":\"" + answer + "\"}]}\n";
    }

    @TempDir
    private Path user = Path.of("");

    private record Said(int code, String out, String err) {}

    @BeforeEach
    void record() throws IOException {
        Files.writeString(user.resolve("t.jsonl"), LINE);
    }

    private Said replay(String... arguments) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        Screen screen = new Screen(
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                /* hasColours= */ false);
        Clock clock = Clock.systemUTC();
        CommandEnvironment environment = new CommandEnvironment(
                new Environment(Map.of("THROUGHLINE_PORT", "nonsense"), user, user), screen, clock);
        List<String> line = new ArrayList<>(List.of("bench", "replay"));
        line.addAll(List.of(arguments));
        return new Said(
                Commands.run(environment, line),
                out.toString(StandardCharsets.UTF_8),
                err.toString(StandardCharsets.UTF_8));
    }

    @Test
    void a_recording_is_replayed_in_every_protocol_and_figures_are_written() throws IOException {
        for (String protocol : List.of("messages", "responses", "chat")) {
            Said said = replay("--protocol", protocol, "--json", "o.json", "--csv", "o.csv", "t.jsonl");
            assertEquals(new Said(0, said.out(), ""), said);
            assertTrue(said.out().contains("TOTAL (1 sessions)              2"), said.out());
            assertTrue(said.out().contains("violations 0 in 0 requests;"), said.out());
            String json = Files.readString(user.resolve("o.json"));
            assertTrue(json.contains("\"protocol\":\"" + protocol + "\""), json);
            assertTrue(json.contains("\"policy\":\"auto\""), json);
            assertTrue(Files.readString(user.resolve("o.csv")).contains("\"two-turns\",2,2,"));
        }
    }

    /** The columns of a session's row: turns, thousand tokens direct and forwarded, the ratio. */
    private static String ratio(String out, String session) {
        return out.lines()
                .filter(line -> line.startsWith(session))
                .findFirst()
                .orElseThrow()
                .split(" +", -1)[4];
    }

    @Test
    void a_session_is_shown_memory_of_earlier_sessions_unless_memory_is_disabled() throws IOException {
        Files.writeString(user.resolve("told.jsonl"), TWO_SESSIONS);
        String out = replay("--jobs", "1", "told.jsonl").out();
        assertEquals("100.0", ratio(out, "told"), out);
        assertTrue(Double.parseDouble(ratio(out, "asks")) > 110, out);
        for (List<String> without : List.of(
                List.of("--without-memory"),
                List.of("--set", "memory.show=false"),
                List.of("--set", "memory.learn=false"))) {
            List<String> arguments = new ArrayList<>(without);
            arguments.addAll(List.of("--jobs", "1", "told.jsonl"));
            String plain = replay(arguments.toArray(String[]::new)).out();
            assertEquals("100.0", ratio(plain, "asks"), plain);
        }
    }

    @Test
    void nothing_is_written_to_the_users_memory_folder() throws IOException {
        Files.writeString(user.resolve("told.jsonl"), TWO_SESSIONS);
        Path memory = Files.createDirectory(user.resolve("memory"));
        String out = replay("--jobs", "1", "--set", "memory.workspace=" + memory, "told.jsonl")
                .out();
        assertTrue(Double.parseDouble(ratio(out, "asks")) > 110, out);
        try (Stream<Path> pages = Files.list(memory)) {
            assertEquals(List.of(), pages.toList());
        }
    }

    @Test
    void helper_questions_go_to_the_replayed_model_and_are_charged_to_the_session() throws IOException {
        Files.writeString(user.resolve("told.jsonl"), TWO_SESSIONS);
        String out = replay("--jobs", "1", "--set", "helper.mode=session", "told.jsonl")
                .out();
        assertTrue(out.contains("unattributed 0"), out);
        long asked = out.lines()
                .filter(line -> line.startsWith("told"))
                .mapToLong(line -> Long.parseLong(line.substring(line.lastIndexOf(' ') + 1)))
                .sum();
        assertTrue(asked > 0, out);
    }

    @Test
    void a_small_window_is_reported_as_overflow() {
        String out =
                replay("--quiet", "--window", "20", "--jobs", "1", "t.jsonl").out();
        assertTrue(out.contains("client saw 2, upstream gave 2"), out);
    }

    @Test
    void settings_are_those_of_the_configuration() {
        assertEquals(
                0,
                replay("--quiet", "--policy", "off", "--set", "memory.apply_to=none", "t.jsonl")
                        .code());
        Said unknown = replay("--set", "polcy=off", "t.jsonl");
        assertEquals(2, unknown.code());
        assertTrue(unknown.err().contains("--set: unknown key 'polcy'; did you mean 'policy'? See: "), unknown.err());
        assertEquals(2, replay("--policy", "magic", "t.jsonl").code());
    }

    @Test
    void wrong_usage_is_reported() throws IOException {
        Files.writeString(user.resolve("empty.jsonl"), "{\"id\":\"nothing\",\"messages\":[]}\n");
        Said nothing = replay("empty.jsonl");
        assertEquals(1, nothing.code());
        assertEquals("throughline: the files contain no sessions with requests to a model\n", nothing.err());
        assertEquals(2, replay().code());
        assertEquals(2, replay("--protocol", "smoke", "t.jsonl").code());
        assertEquals(2, replay("--limit", "some", "t.jsonl").code());
        assertEquals(2, replay("missing.jsonl").code());
        Files.writeString(user.resolve("other.jsonl"), "{\"a\":1}\n");
        assertTrue(replay("other.jsonl").err().contains("it contains no trajectories"));
        assertEquals(1, replay("other.jsonl").code());
        Said both = replay("--quiet", "other.jsonl", "t.jsonl");
        assertEquals(0, both.code(), both.err());
        assertTrue(both.err().contains("other.jsonl is left out: it contains no trajectories"), both.err());
    }

    /** Each command line ends with an unreadable file, which is not read before the options are valid. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "--ttl -5 | --ttl is '-5'; it must be a number of seconds, 0 or more",
                "--limit -1 | --limit is '-1'; it must be a whole number, 0 or more",
                "--jobs 0 | --jobs is '0'; it must be a whole number, 1 or more",
                "--jobs -1 | --jobs is '-1'; it must be a whole number, 1 or more",
                "--set auto.file_turn=3 | --set: unknown key 'auto.file_turn'; did you mean 'auto.file_turns'?",
                "--set auto.edit_turns=3 | --set: 'auto.edit_turns' was removed",
                "--set auto.file_turns | --set is 'auto.file_turns'; it must be KEY=VALUE",
                "--set auto.file_turns=x | --set auto.file_turns: invalid value 'x' for 'auto.file_turns'; expected a"
                        + " whole number that is not negative",
                "--policy foo | --policy: invalid value 'foo' for 'policy'; expected auto, trim, compact or off",
                "--json USER | --json is the directory USER; name a file",
                "--csv USER/no/x.csv | --csv cannot write USER/no/x.csv: there is no directory USER/no",
            })
    void a_wrong_option_is_reported_before_any_file_is_read(String options, String expected) throws IOException {
        Files.writeString(user.resolve("words.jsonl"), "# Title\n");
        List<String> line =
                new ArrayList<>(List.of(options.replace("USER", user.toString()).split(" ", -1)));
        line.add("words.jsonl");
        Said said = replay(line.toArray(String[]::new));
        assertEquals(new Said(2, "", said.err()), said);
        String message = "throughline: " + expected.replace("USER", user.toString());
        assertTrue(said.err().startsWith(message), said.err());
        assertEquals(1, said.err().lines().count(), said.err());
    }

    @Test
    void a_file_that_cannot_be_read_is_reported_in_one_sentence() throws IOException {
        String end = ". See: throughline bench replay --help\n";
        assertEquals(
                new Said(2, "", "throughline: there is no file " + user + "/missing.jsonl" + end),
                replay("missing.jsonl"));
        assertEquals(
                new Said(2, "", "throughline: " + user + " is a directory; name a file of recorded sessions" + end),
                replay(user.toString()));
        Files.writeString(user.resolve("cut.jsonl"), LINE.repeat(21) + "{\"id\":\n");
        Said cut = replay("--without-memory", "cut.jsonl");
        assertEquals(new Said(1, "", cut.err()), cut);
        assertTrue(cut.err().startsWith("throughline: " + user + "/cut.jsonl, line 22: expected JSON: "), cut.err());
    }

    @Test
    void figures_that_cannot_be_written_are_reported_in_one_sentence() {
        Said said = replay("--quiet", "--json", "/dev/full", "t.jsonl");
        assertEquals(
                new Said(
                        1,
                        said.out(),
                        "throughline: a file cannot be read or written: /dev/full: No space left on device\n"),
                said);
    }
}
