package dev.throughline.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.cli.terminal.Screen;
import dev.throughline.server.config.Config;
import dev.throughline.server.config.Environment;
import dev.throughline.server.wiring.GatewayServer;
import dev.throughline.store.file.FileStore;
import dev.throughline.store.file.FileStoreLimits;
import dev.throughline.testkit.store.SampleSession;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands about what a model sees, as a user calls them: on files alone, and with a running gateway. */
final class ContextCommandsTest {
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
        Clock clock = Clock.systemUTC();
        CommandEnvironment environment = new CommandEnvironment(new Environment(Map.of(), user, user), screen, clock);
        int code = Commands.run(environment, List.of(arguments));
        return new Said(code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    private Path home() {
        return user.resolve(".local/share/throughline");
    }

    private void keep() {
        try (FileStore store = new FileStore(home(), Clock.systemUTC(), FileStoreLimits.DEFAULTS)) {
            SampleSession.in(store);
        }
    }

    private <T> T served(Supplier<T> work) {
        Config config = Config.load(new Environment(Map.of(), user, user), Map.of("--port", "0", "--policy", "off"));
        try (GatewayServer gateway = GatewayServer.open(config, Clock.systemUTC())) {
            assertTrue(gateway.address().getPort() > 0);
            return work.get();
        }
    }

    @Test
    void files_and_a_gateway_give_the_same_result() {
        keep();
        for (List<String> command : List.of(
                List.of("context", "show", ID),
                List.of("context", "show", ID, "--json"),
                List.of("context", "why", ID),
                List.of("context", "why", ID, "--json"),
                List.of("context", "list", "--json"))) {
            String[] words = command.toArray(String[]::new);
            Said alone = run(words);
            assertEquals(0, alone.code(), alone.err());
            assertEquals(alone, served(() -> run(words)));
        }
    }

    @Test
    void a_session_is_given_a_name_that_show_prints() {
        keep();
        Said named = run("sessions", "index", ID, "--rules");
        assertEquals(0, named.code(), named.err());
        assertTrue(named.out().contains(ID + "  fix-parser  Fix the parser"), named.out());
        String shown = run("sessions", "show", ID).out();
        assertTrue(shown.contains("fix-parser: Fix the parser\n  Goal: Fix the parser\n"), shown);
        Said all = run("sessions", "index", "--all");
        assertEquals(new Said(0, "", "throughline: named 0 sessions\n"), all);
        assertEquals(2, run("sessions", "index").code());
        Said renamed = run("sessions", "rename", ID, "My Parser");
        assertEquals(new Said(0, "my-parser\n", ""), renamed);
        assertTrue(run("sessions", "rename", ID, "Parser", "--json").out().contains("\"name\":\"parser\""));
        assertTrue(run("sessions", "index", ID, "--json").out().contains("\"name\":\"parser\""));
        assertEquals(0, run("sessions", "rename", ID, "My Parser").code());
        String listed = run("sessions").out();
        assertTrue(listed.contains(" my-parser "), listed);
    }

    @Test
    void show_prints_the_origin_of_each_part() {
        keep();
        String shown = run("context", "show", ID.substring(0, 13)).out();
        String plain = shown.replaceAll(" +", " ");
        for (String line : List.of(
                "├ system ",
                "├ tool Bash ",
                "└ tool recall 0 0 added by Throughline answered by Throughline",
                "├ digest 9 ",
                "replaced by a digest of 2 pieces",
                "│ ├ tool_call Bash ",
                "│ ├ tool_result Bash 7 ",
                " shortened ",
                " superseded ",
                " cleared ",
                "├ state 12 0 state block <throughline_state>",
                "in the client's request, ",
                "by kind: assistant ")) {
            assertTrue(plain.contains(line), line + "\n" + shown);
        }
    }

    @Test
    void why_prints_every_decision_and_the_bill() {
        keep();
        String output = run("context", "why", ID).out();
        for (String line : List.of(
                "2026-11-15T12:00:00Z  arrival  It arrived large.\n  800 to 480 tokens,"
                        + " 3 edits\n    add tools recall\n    shorten ",
                "2026-11-15T12:00:00Z  added  Added the state.\n",
                "  billed     600 units: 600 uncached, 0 read from cache, 0 written to cache\n",
                "  unedited   1,000 units: 0 uncached, 0 read from cache, 800 written to cache, estimated\n",
                "  net change in the cost of input -40.0%\n")) {
            assertTrue(output.contains(line), line + "\n" + output);
        }
    }

    @Test
    void why_prints_each_figure_once_and_a_label_for_each_edit() {
        keep();
        String output = run("context", "why", ID)
                .out()
                .replaceAll("(?m)(?<=^ {4}[a-z]{4,9} |^ {4}drop [a-z0-9]{8} to )[a-z0-9]{8}", "HANDLE");
        String rewrite = """
            to the cache again pays after 8.5 requests.
              about 36 more requests are expected, 2 edits
                clear HANDLE Read a: 140 to 7 tokens
                drop HANDLE to HANDLE: 9 tokens in their place
            """;
        for (String lines : List.of(rewrite, "    shorten HANDLE Bash mvn test: 140 to 7 tokens\n")) {
            assertTrue(output.contains(lines), lines + "\n" + output);
        }
        assertTrue(output.matches("(?s).* supersede HANDLE Read a: 2\\d\\d to 7 tokens\n.*"), output);
    }

    @Test
    void why_prints_removed_padding_in_one_line() {
        keep();
        String output = run("context", "why", ID).out();
        assertTrue(
                output.startsWith("2026-11-15T12:00:00Z  arrival  1 request: padding of 2 new results removed, 1,200"
                        + " tokens\n2026-11-15T12:00:00Z  arrival  It arrived large.\n"),
                output);
        String json = run("context", "why", ID, "--json").out();
        assertEquals(3, json.split("of padding from|\"asked\"", -1).length - 1, json);
    }

    @Test
    void list_has_tokens_edits_and_the_change_in_cost() {
        keep();
        String row = run("context", "list").out().lines().skip(1).findFirst().orElseThrow();
        assertTrue(row.replaceAll(" +", " ").contains(" claude claude-x 1 800 480 8 -40.0% " + ID), row);
    }

    @Test
    void a_note_is_set_shown_and_removed() throws Exception {
        keep();
        assertTrue(run("todo", ID).err().contains("has no todo"));
        assertEquals(0, run("todo", ID, "- [ ] one").code());
        assertEquals(new Said(0, "- [ ] one\n", ""), run("todo", ID));
        assertEquals("- [ ] one", Files.readString(home().resolve("sessions/" + ID + "/todo.md")));
        Files.writeString(home().resolve("sessions/" + ID + "/pinned.md"), "be kind\n");
        assertEquals(new Said(0, "be kind\n", ""), run("pin", ID));
        assertEquals(
                "{\"session\":\"" + ID + "\",\"note\":\"pinned\",\"text\":\"be kind\\n\"}\n",
                run("pin", ID, "--json").out());
        assertEquals(0, run("pin", ID, "--clear").code());
        assertTrue(run("pin", ID).err().contains("has no pinned text"));
        assertEquals(2, run("pin", ID, "--cler").code());
        assertEquals(2, run("pin", ID, "x", "--clear").code());
        assertEquals(1, run("todo", "ffff", "x").code());
    }

    @Test
    void a_note_is_set_through_the_gateway_too() {
        keep();
        served(() -> {
            assertEquals(0, run("todo", ID, "für später").code());
            assertEquals(new Said(0, "für später\n", ""), run("todo", ID));
            Said large = run("todo", ID, "x".repeat(70_000));
            assertEquals(1, large.code());
            assertTrue(large.err().contains("at most 65536 are allowed"), large.err());
            return 0;
        });
        assertEquals(new Said(0, "für später\n", ""), run("todo", ID));
    }

    @Test
    void a_compaction_is_requested_with_and_without_a_gateway() {
        keep();
        Said alone = run("sessions", "compact", ID, "the port is 8080");
        assertEquals(0, alone.code(), alone.err());
        assertTrue(alone.err().contains("replaced by a summary with the next message (now about "), alone.err());
        Said json = served(() -> run("sessions", "compact", ID, "--json"));
        assertTrue(json.out().contains("\"planned\":true") && json.out().contains("\"tokens_after\":null"), json.out());
        Said tooLong = served(() -> run("sessions", "compact", ID, "x".repeat(4_001)));
        assertEquals(1, tooLong.code());
        assertTrue(tooLong.err().contains("has 4,001 characters, but at most 4,000 are allowed"), tooLong.err());
        assertEquals(1, run("sessions", "compact", "ffff").code());
    }

    @Test
    void a_note_is_read_from_standard_input() {
        keep();
        InputStream before = System.in;
        try {
            System.setIn(new ByteArrayInputStream("- a\n- b\n".getBytes(StandardCharsets.UTF_8)));
            assertEquals(0, run("todo", ID, "-").code());
        } finally {
            System.setIn(before);
        }
        assertEquals(new Said(0, "- a\n- b\n", ""), run("todo", ID));
    }
}
