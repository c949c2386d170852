package dev.throughline.app.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.app.command.Commands;
import dev.throughline.app.command.Desk;
import dev.throughline.app.command.Homes;
import dev.throughline.app.command.Screen;
import dev.throughline.app.config.Environment;
import dev.throughline.app.run.HomeHolder;
import dev.throughline.engine.archive.Store;
import dev.throughline.store.file.FileStore;
import dev.throughline.store.file.FileStoreLimits;
import dev.throughline.wire.Wires;
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
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command as a user calls it, on a recording of two turns. */
final class ReplayCommandTest {
    private static final String LINE = "{\"id\":\"two-turns\",\"messages\":[{\"role\":\"user\",\"content\":\"run it\"},"
            + "{\"role\":\"assistant\",\"content\":\"\",\"tool_calls\":[{\"id\":\"c1\",\"name\":\"Bash\","
            + "\"arguments\":\"{\\\"command\\\":\\\"ls\\\"}\"}]},"
            + "{\"role\":\"tool\",\"tool_call_id\":\"c1\",\"content\":\"notes_of_2026.txt\"},"
            + "{\"role\":\"assistant\",\"content\":\"There is notes_of_2026.txt here.\"}]}\n";

    /** Two sessions: what the first is told, the second is shown. */
    private static final String TOLD = talk("told", "Please remember that releases are cut on Thursdays.", "Noted.")
            + talk("asks", "When do we cut releases?", "On Thursdays.");

    private static String talk(String id, String question, String answer) {
        return "{\"id\":\"" + id + "\",\"messages\":[{\"role\":\"user\",\"content\":\"" + question + "\"},"
                + "{\"role\":\"assistant\",\"content\":\"" + answer + "\"}]}\n";
    }

    @TempDir
    private Path user = Path.of("");

    private record Said(int code, String out, String err) {}

    private record PlainHomes(Clock clock) implements Homes {
        @Override
        public Optional<HomeHolder> holder(Path home) {
            return Optional.empty();
        }

        @Override
        public Store open(Path home) {
            return new FileStore(home, clock, FileStoreLimits.DEFAULTS);
        }
    }

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
        Desk desk = new Desk(
                new Environment(Map.of("THROUGHLINE_PORT", "nonsense"), user, user),
                screen,
                clock,
                new PlainHomes(clock),
                Wires::of);
        List<String> line = new ArrayList<>(List.of("bench", "replay"));
        line.addAll(List.of(arguments));
        return new Said(
                Commands.run(desk, line), out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    @Test
    void a_recording_is_replayed_in_every_protocol_and_figures_are_written() throws IOException {
        for (String protocol : List.of("messages", "responses", "chat")) {
            Said said = replay("--protocol", protocol, "--json", "o.json", "--csv", "o.csv", "t.jsonl");
            assertEquals(new Said(0, said.out(), ""), said);
            assertTrue(said.out().contains("TOTAL (1 sessions)              2"), said.out());
            assertTrue(said.out().contains("violations 0 in 0 requests;"), said.out());
            assertTrue(Files.readString(user.resolve("o.json")).contains("\"protocol\":\"" + protocol + "\""));
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
    void a_session_is_shown_what_the_ones_before_it_were_told_unless_memory_is_left_out() throws IOException {
        Files.writeString(user.resolve("told.jsonl"), TOLD);
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
    void questions_of_the_gateway_are_asked_of_the_played_model_and_charged_to_the_session() throws IOException {
        Files.writeString(user.resolve("told.jsonl"), TOLD);
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
    void a_narrow_window_shows_as_overflow() {
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
        assertTrue(unknown.err().contains("expected a key of the configuration, found 'polcy'"), unknown.err());
        assertEquals(2, replay("--policy", "magic", "t.jsonl").code());
    }

    @Test
    void wrong_usage_is_said() throws IOException {
        Files.writeString(user.resolve("empty.jsonl"), "{\"id\":\"nothing\",\"messages\":[]}\n");
        Said nothing = replay("empty.jsonl");
        assertEquals(1, nothing.code());
        assertEquals("throughline: expected recorded sessions with requests to a model, found none\n", nothing.err());
        assertEquals(2, replay().code());
        assertEquals(2, replay("--protocol", "smoke", "t.jsonl").code());
        assertEquals(2, replay("--limit", "some", "t.jsonl").code());
        assertEquals(2, replay("missing.jsonl").code());
        Files.writeString(user.resolve("other.jsonl"), "{\"a\":1}\n");
        assertTrue(replay("other.jsonl").err().contains("found none"));
    }
}
