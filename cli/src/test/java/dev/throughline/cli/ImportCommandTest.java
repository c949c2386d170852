package dev.throughline.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.cli.terminal.Screen;
import dev.throughline.server.config.Environment;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Imports as a user types them: archive, search, projects and memory. Each command starts the gateway again. */
final class ImportCommandTest {
    private static final String THREAD = "019a0000-0000-7000-8000-00000000c0de";

    @TempDir
    private Path user;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private Path rollout = Path.of("");

    private record Said(int code, String out, String err) {}

    @BeforeEach
    void write() throws IOException {
        Files.createDirectories(user.resolve("parser/.git"));
        rollout = user.resolve(".codex/sessions/2026/03/01/rollout-2026-03-01T10-00-00-" + THREAD + ".jsonl");
        Files.createDirectories(rollout.getParent());
        Files.write(
                rollout,
                List.of(
                        line(0, "session_meta", "'id':'" + THREAD + "','cwd':'" + user.resolve("parser") + "'"),
                        message(1, "user", "input_text", "The zeppelin parser must accept tabs."),
                        message(
                                2,
                                "assistant",
                                "output_text",
                                "The key is sk-ant-api03-" + "q9Zt".repeat(23) + "AA.")));
    }

    private static String line(int second, String type, String payload) {
        return ("{'timestamp':'2026-03-01T10:00:0" + second + ".000Z','type':'" + type + "','payload':{" + payload
                        + "}}")
                .replace('\'', '"');
    }

    private static String message(int second, String role, String type, String text) {
        return line(
                second,
                "response_item",
                "'type':'message','role':'" + role + "','content':[{'type':'" + type + "','text':'" + text + "'}]");
    }

    private Said run(boolean hasColours, String... arguments) {
        out.reset();
        err.reset();
        Screen screen = new Screen(
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                hasColours);
        Clock clock = Clock.fixed(Instant.parse("2026-03-05T12:00:00Z"), ZoneOffset.UTC);
        int code = Commands.run(
                new CommandEnvironment(new Environment(Map.of(), user, user), screen, clock), List.of(arguments));
        return new Said(code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    private Said run(String... arguments) {
        return run(/* hasColours= */ false, arguments);
    }

    @Test
    void an_imported_sentence_is_found_in_its_project_and_shown_with_its_date() throws IOException {
        Said imported = run("import");
        assertEquals("throughline: imported 2 items of 1 session from 1 file\n", imported.err());
        assertEquals(Command.OK, imported.code());

        Said found = run(
                "search",
                "--scope",
                "sessions",
                "--project",
                user.resolve("parser").toString(),
                "zeppelin");
        assertTrue(found.out().contains("accept tabs"), found.out() + found.err());
        Said secret = run(
                "search",
                "--json",
                "--scope",
                "sessions",
                "--project",
                user.resolve("parser").toString(),
                "key");
        assertTrue(!secret.out().contains("q9Zt"), secret.out());
        assertTrue(!run("search", "--scope", "sessions", "--project", "-", "zeppelin")
                .out()
                .contains("tabs"));

        Said sessions = run("sessions", "--wide");
        assertTrue(sessions.out().contains("codex:" + THREAD), sessions.out());
        assertTrue(sessions.out().contains("03-01"), sessions.out());
        assertTrue(sessions.out().contains(user.resolve("parser").toString()), sessions.out());
        String id = sessions.out().lines().skip(1).findFirst().orElseThrow().split("\\s+", 2)[0];
        assertTrue(run("sessions", "show", id).out().contains("zeppelin"), out::toString);
        assertTrue(run("sessions", "export", id).out().contains("q9Zt"), "the archive is exact");
        assertTrue(run("recall", id, "--query", "zeppelin").out().contains("accept tabs"), out::toString);
    }

    @Test
    void a_second_import_after_a_restart_adds_nothing_and_a_grown_file_only_what_is_new() throws IOException {
        run("import", "codex");
        assertEquals(
                "throughline: imported 0 items of 0 sessions from 1 file; nothing is new\n",
                run("import", "codex").err());

        Files.writeString(
                rollout, message(5, "user", "input_text", "Spaces are fine too.") + "\n", StandardOpenOption.APPEND);
        assertEquals(
                "throughline: would import 1 item of 1 session from 1 file\n",
                run("import", "--dry-run", rollout.toString()).err());
        assertTrue(run("import", "--json", rollout.toString()).out().contains("\"items\":1"), out::toString);
        assertEquals(Command.OK, run("import", "--dry-run").code());
    }

    @Test
    void damaged_lines_and_unknown_files_are_reported_and_the_rest_is_imported() throws IOException {
        Files.writeString(rollout, "{\"timestamp\n", StandardOpenOption.APPEND);
        Path other = Files.writeString(user.resolve("other.jsonl"), "{}\n");

        Said imported = run("import", "codex", other.toString());

        assertEquals(Command.FAILED, imported.code());
        assertTrue(imported.err().contains(rollout + ", line 4: expected one JSON object"), imported.err());
        assertTrue(imported.err().contains(other + ": it is not a session of"), imported.err());
        assertTrue(imported.err().contains("imported 2 items of 1 session from 2 files"), imported.err());
    }

    @Test
    void memory_files_of_openclaw_become_dated_lines_of_memory() throws IOException {
        Path workspace = user.resolve(".openclaw/workspace");
        Files.createDirectories(workspace.resolve("memory"));
        Files.writeString(
                workspace.resolve("memory/2026-02-03.md"),
                "# Notes\n\n- Ada drives a green bicycle.\n- Her password is hunter2hunter2\n");

        Said imported = run("import", "openclaw");
        assertTrue(imported.err().contains("and 2 lines of memory from 1 file"), imported.err());
        Said page = run("memory", "show", "--project", workspace.toString(), "memory/2026-02-03.md");
        assertTrue(
                page.out().contains("- Ada drives a green bicycle. (2026-02-03, openclaw)"), page.out() + page.err());
        assertTrue(!page.out().contains("hunter2"), page.out());
        assertTrue(run("import", "openclaw").err().contains("nothing is new"), err::toString);
        Files.writeString(workspace.resolve("memory/2026-02-04.md"), "- Ada sold the bicycle.\n");
        Said counted = run("import", "--dry-run", "openclaw");
        assertTrue(counted.err().contains("and 1 line of memory from 2 files"), counted.err());
        assertTrue(run("import", "openclaw").err().contains("and 1 line of memory"), err::toString);
    }

    @Test
    void a_progress_bar_is_shown_on_a_terminal_only() {
        assertTrue(run(/* hasColours= */ true, "import").err().contains("░ 0 of 1"), err::toString);
        assertTrue(!run("import").err().contains("░"), err::toString);
    }

    @Test
    void doctor_offers_the_import_of_sessions_that_it_finds() {
        Said checked = run("doctor");
        assertTrue(
                checked.out().contains("there are sessions of codex; 'throughline import' adds them"), checked.out());
    }

    @Test
    void a_program_without_sessions_and_a_missing_file_are_wrong_usage() {
        Said absent = run("import", "pi");
        assertEquals(Command.WRONG_USAGE, absent.code());
        assertTrue(absent.err().contains("there are no sessions of pi"), absent.err());
        assertTrue(run("import", "nowhere").err().contains("'nowhere' does not exist"), err::toString);
    }

    private static List<String> withoutSources(String export) {
        return export.lines()
                .skip(1)
                .map(line -> line.replaceFirst("\"source\":.*?\"tokens\"", "\"tokens\"")
                        .replaceFirst("\"turn\":\"[^\"]*\",", ""))
                .toList();
    }

    @Test
    void an_exported_session_is_imported_into_another_home_as_it_was() throws IOException {
        Files.writeString(
                rollout,
                line(5, "event_msg", "'type':'thread_rolled_back','num_turns':1") + "\n"
                        + message(6, "user", "input_text", "Only spaces.") + "\n",
                StandardOpenOption.APPEND);
        run("import");
        String exported = run("sessions", "export", "codex:" + THREAD).out();
        String export = Files.writeString(user.resolve("s.jsonl"), exported).toString();

        Said again = run("sessions", "import", export);
        assertEquals("throughline: imported 0 items of 0 sessions from 1 file; nothing is new\n", again.err());

        String home = user.resolve("elsewhere").toString();
        assertEquals(
                "throughline: imported 3 items of 1 session from 1 file\n",
                run("sessions", "import", "--home", home, export).err());
        assertTrue(run("import", "--home", home, export).err().contains("imported 0 items"), err::toString);
        String second =
                run("sessions", "export", "--home", home, "codex:" + THREAD).out();
        assertEquals(withoutSources(exported), withoutSources(second));
        String header = exported.lines().findFirst().orElseThrow();
        assertTrue(header.contains("\"key\":\"codex:" + THREAD + "\""), header);
        assertTrue(header.contains("\"cwd\":\"" + user.resolve("parser") + "\""), header);
        assertTrue(second.lines().findFirst().orElseThrow().contains(user.resolve("parser") + "\""), second);
        assertTrue(run("import", "--home", home, "codex").err().contains("imported 0 items"), err::toString);
    }
}
