package dev.throughline.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.cli.terminal.Screen;
import dev.throughline.server.config.Environment;
import dev.throughline.store.file.FileStore;
import dev.throughline.store.file.FileStoreLimits;
import dev.throughline.testkit.store.SampleSession;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Questions about a session, and a search over all sessions, as a user asks them. */
final class AskCommandTest {
    private static final String ID = SampleSession.ID.toString();

    @TempDir
    private Path user = Path.of("");

    private record Said(int code, String out, String err) {}

    private Said run(String... arguments) {
        return run(Map.of("THROUGHLINE_SEARCH_EMBEDDINGS", "none"), arguments);
    }

    private Said run(Map<String, String> variables, String... arguments) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        Screen screen = new Screen(
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                /* hasColours= */ false);
        CommandEnvironment environment =
                new CommandEnvironment(new Environment(variables, user, user), screen, Clock.systemUTC());
        int code = Commands.run(environment, List.of(arguments));
        return new Said(code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    @BeforeEach
    void keep() {
        Path home = user.resolve(".local/share/throughline");
        try (FileStore store = new FileStore(home, Clock.systemUTC(), FileStoreLimits.DEFAULTS)) {
            SampleSession.in(store);
        }
    }

    @Test
    void passages_are_printed_with_their_handles() {
        Said asked = run("ask", ID.substring(24), "which", "tests", "failed?");
        assertEquals(Command.OK, asked.code(), asked.err());
        assertTrue(
                asked.out().matches("(?s).*[0-9a-z]{8}  \\(.*, \\d{4}-\\d\\d-\\d\\d\\)\n  .*tests failed.*"),
                asked.out());
        assertTrue(asked.err().contains("The passages that match the question best"), asked.err());
    }

    @Test
    void an_argument_that_begins_with_at_signs_is_used_as_it_is() {
        String at = user.resolve("at").toString();
        Said saved = run("memory", "add", "@@parser-work is where we decided on the lexer.", "--project", "-");
        assertTrue(saved.err().contains("@@parser-work is where"), saved.err());
        assertTrue(run("ask", ID, "@" + at).err().contains("nothing in that session"), "not a file with arguments");
    }

    @Test
    void json_contains_everything() {
        Said asked = run("ask", ID, "which tests failed?", "--json");
        assertTrue(asked.out().contains("\"session\":\"" + ID + "\""), asked.out());
        assertTrue(asked.out().contains("\"passages\":[{\"handle\":\""), asked.out());
    }

    @Test
    void a_question_without_words_or_without_a_session_is_wrong_usage() {
        assertEquals(Command.WRONG_USAGE, run("ask", ID).code());
        assertEquals(Command.WRONG_USAGE, run("ask", ID, " ").code());
        Said unknown = run("ask", "zebra", "what?");
        assertTrue(
                unknown.code() != Command.OK && unknown.err().contains("there is no session 'zebra'"), unknown.err());
    }

    @Test
    void commands_that_need_memory_say_that_it_is_off() {
        Map<String, String> off = Map.of("THROUGHLINE_MEMORY", "none", "THROUGHLINE_SEARCH_EMBEDDINGS", "none");
        for (List<String> command : List.of(
                List.of("ask", ID, "which tests failed?"),
                List.of("sessions", "rename", ID, "parser"),
                List.of("sessions", "index", ID),
                List.of("sessions", "index", "--all"))) {
            Said said = run(off, command.toArray(String[]::new));
            assertEquals(Command.FAILED, said.code(), command.toString());
            assertTrue(said.err().contains("without memory"), said.err());
            assertTrue(said.err().contains("memory.apply_to set to agents or all"), said.err());
        }
    }

    @Test
    void nothing_about_the_question_is_status_1() {
        Said asked = run("ask", ID, "quantum chromodynamics");
        assertEquals(Command.FAILED, asked.code());
        assertTrue(asked.err().contains("nothing in that session is about it"), asked.err());
    }

    @Test
    void all_sessions_are_searched_and_a_result_names_its_session() {
        Said found = run("search", "parser", "--sessions");
        assertEquals(Command.OK, found.code(), found.err());
        assertTrue(found.out().contains("sessions/" + ID), found.out());
        assertTrue(found.out().contains(", session "), found.out());
        Said json = run("search", "parser", "--sessions", "--json");
        assertTrue(json.out().contains("\"session\":{\"id\":\"" + ID), json.out() + json.err());
        assertEquals(
                Command.WRONG_USAGE,
                run("search", "parser", "--sessions", "--project", "-").code());
    }
}
