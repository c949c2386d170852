package dev.throughline.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.cli.terminal.Screen;
import dev.throughline.server.config.Config;
import dev.throughline.server.config.Environment;
import dev.throughline.server.wiring.GatewayServer;
import dev.throughline.store.file.FileStore;
import dev.throughline.store.file.FileStoreLimits;
import dev.throughline.testkit.store.SampleSession;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands that list, reset and delete sessions, on files alone and with a running gateway. */
final class SessionsCommandsTest {
    private static final String ID = SampleSession.ID.toString();

    @TempDir
    private Path user = Path.of("");

    private record Said(int code, String out, String err) {}

    private Said run(String... arguments) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        Screen screen = new Screen(
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                false);
        CommandEnvironment environment =
                new CommandEnvironment(new Environment(Map.of(), user, user), screen, Clock.systemUTC());
        int code = Commands.run(environment, List.of(arguments));
        return new Said(code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    private Path home() {
        return user.resolve(".local/share/throughline");
    }

    /** Runs a check on files alone, and in a new home with a gateway. */
    private void alone(Consumer<Path> check) {
        try (FileStore store = new FileStore(home(), Clock.systemUTC(), FileStoreLimits.DEFAULTS)) {
            SampleSession.in(store);
        }
        check.accept(home().resolve("sessions").resolve(ID));
    }

    private void served(Consumer<Path> check) {
        alone(folder -> {
            Config config =
                    Config.load(new Environment(Map.of(), user, user), Map.of("--port", "0", "--policy", "off"));
            try (GatewayServer gateway = GatewayServer.open(config, Clock.systemUTC())) {
                assertTrue(gateway.address().getPort() > 0);
                check.accept(folder);
            }
        });
    }

    private void deletes(Path folder) {
        Said asked = run("sessions", "delete", ID);
        assertEquals(1, asked.code());
        assertTrue(asked.err().contains("Pass --yes"), asked.err());
        assertTrue(Files.exists(folder));
        assertEquals(
                new Said(0, "", "throughline: deleted session " + ID + "\n"), run("sessions", "delete", ID, "--yes"));
        assertFalse(Files.exists(folder));
        assertEquals(1, run("sessions", "delete", ID, "--yes").code());
    }

    @Test
    void a_deleted_session_is_printed_as_json() {
        alone(_ -> {
            Said deleted = run("sessions", "delete", ID, "--yes", "--json");
            assertEquals(0, deleted.code());
            assertTrue(deleted.out().startsWith("{\"id\":\"" + ID + "\""), deleted.out());
        });
    }

    @Test
    void a_session_is_deleted_from_files() {
        alone(this::deletes);
    }

    @Test
    void a_session_is_deleted_through_a_gateway() {
        served(this::deletes);
    }

    private void resets(Path folder) {
        assertTrue(Files.exists(folder));
        Said reset = run("sessions", "reset", "a session");
        assertEquals(0, reset.code(), reset.err());
        String fresh = reset.out().strip();
        assertFalse(fresh.equals(ID));
        assertTrue(run("sessions", "show", "a session", "--json").out().contains("\"id\":\"" + fresh));
        Said again = run("sessions", "reset", ID);
        assertTrue(again.err().contains("was reset already"), again.err());
        assertTrue(run("sessions", "reset", fresh).err().contains("has no turn yet"));
        assertEquals(ID, run("sessions", "undo-reset", "a session").out().strip());
        assertTrue(run("sessions", "show", "a session", "--json").out().contains("\"id\":\"" + ID));
    }

    @Test
    void a_reset_on_files_is_undone() {
        alone(this::resets);
    }

    @Test
    void a_reset_through_a_gateway_is_undone() {
        served(this::resets);
    }

    private void prunes(Path folder) {
        assertEquals(2, run("sessions", "prune").code());
        assertEquals(2, run("sessions", "prune", "--older-than", "soon").code());
        assertEquals("0 sessions would be deleted", said(run("sessions", "prune", "--keep", "1")));
        Said planned = run("sessions", "prune", "--keep", "0", "--dry-run");
        assertTrue(planned.out().startsWith(ID), planned.out());
        assertEquals("1 session would be deleted", said(planned));
        assertEquals(1, run("sessions", "prune", "--keep", "0").code());
        assertTrue(Files.exists(folder));
        assertEquals("1 session deleted", said(run("sessions", "prune", "--keep", "0", "--yes")));
        assertFalse(Files.exists(folder));
    }

    private static String said(Said answer) {
        assertEquals(0, answer.code(), answer.err());
        return answer.err().replaceFirst("^throughline: ", "").strip();
    }

    @Test
    void sessions_are_filtered() {
        alone(folder -> {
            assertTrue(Files.exists(folder));
            assertTrue(run("sessions", "--json", "--agent", "claude").out().contains(ID));
            assertEquals(
                    "[]", run("sessions", "--json", "--agent", "codex").out().strip());
            assertEquals("[]", run("sessions", "--json", "--active", "5").out().strip());
            assertEquals(
                    "[]",
                    run("sessions", "--json", "--project", "nowhere").out().strip());
        });
    }

    @Test
    void files_are_pruned() {
        alone(this::prunes);
    }

    @Test
    void a_gateway_prunes() {
        served(this::prunes);
    }
}
