package dev.throughline.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.cli.terminal.Screen;
import dev.throughline.server.config.Environment;
import dev.throughline.server.wiring.GatewayServer;
import dev.throughline.simulator.server.ModelOptions;
import dev.throughline.simulator.server.ModelServer;
import dev.throughline.simulator.server.Script;
import dev.throughline.store.file.FileStore;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** The commands as a user calls them, on a real home and with a real gateway and a scripted model. */
final class CommandsTest extends CommandFixture {
    @Test
    void a_session_is_the_same_through_the_gateway_and_from_files() throws Exception {
        try (ModelServer model = ModelServer.start(ModelOptions.of(Script.agent()))) {
            String id;
            String listed;
            String shown;
            String exported;
            try (GatewayServer gateway = gateway(model)) {
                id = ask(gateway.address());
                listed = run("sessions", "--json").out();
                shown = run("sessions", "show", id).out();
                exported = run("sessions", "export", id.substring(0, 13)).out();
                assertEquals(0, run("status").code());
                assertEquals(1, run("serve", "--port", "0").code());
            }
            assertTrue(shown.contains("hello there"), shown);
            assertTrue(exported.contains("\"raw\":\"hello  there\""), exported);
            assertEquals(listed, run("sessions", "--json").out());
            assertEquals(shown, run("sessions", "show", id).out());
            assertEquals(exported, run("sessions", "export", id).out());
            assertEquals(1, run("status").code());
            assertTrue(run("sessions", "--wide").out().contains(id));
            recall(id, shown);
        }
    }

    @Test
    void an_item_has_one_handle_and_one_weight_in_every_view() throws Exception {
        try (ModelServer model = ModelServer.start(ModelOptions.of(Script.agent()))) {
            String id;
            try (GatewayServer gateway = gateway(model)) {
                id = ask(gateway.address());
            }
            Pattern item =
                    Pattern.compile("user +(?<tokens>\\d+)(?: +\\d+ +unchanged)? +(?<handle>[a-z2-7]{8}) +hello there");
            Matcher shown = item.matcher(run("sessions", "show", id).out());
            Matcher seen = item.matcher(run("context", "show", id).out());
            assertTrue(shown.find() && seen.find());
            assertEquals(shown.group("handle"), seen.group("handle"));
            assertEquals(shown.group("tokens"), seen.group("tokens"));
            assertTrue(run("recall", id, "--query", "hello").out().startsWith(shown.group("handle") + "  user"));
        }
    }

    @Test
    void a_window_that_a_provider_named_outlives_a_restart_and_is_shown() throws Exception {
        ModelOptions narrow = ModelOptions.of(Script.agent()).window(6_000);
        try (ModelServer model = ModelServer.start(narrow)) {
            try (GatewayServer gateway = gateway(model)) {
                assertFalse(run("status").out().contains("6,000"));
                ask(gateway.address(), longBody("first"));
                assertTrue(model.received().size() > 1, "the first prompt was not refused");
                assertTrue(run("status").out().contains("claude-x at " + model.url() + " accepts 6,000 tokens"));
            }
            int before = model.received().size();
            try (GatewayServer gateway = gateway(model)) {
                assertTrue(run("status", "--json").out().contains("\"tokens\":6000"), "forgotten");
                ask(gateway.address(), longBody("second"));
                assertEquals(before + 1, model.received().size(), "it had to be refused again");
            }
        }
    }

    private static String longBody(String name) {
        StringBuilder body = new StringBuilder("{\"model\":\"claude-x\",\"max_tokens\":9,\"messages\":[");
        for (int i = 0; i < 40; i++) {
            body.append("{\"role\":\"user\",\"content\":\"" + name + " question " + i + ". " + "word ".repeat(400)
                            + "\"},")
                    .append("{\"role\":\"assistant\",\"content\":\"Answer " + i + ".\"},");
        }
        return body.append("{\"role\":\"user\",\"content\":\"Now.\"}]}").toString();
    }

    private void recall(String id, String shown) {
        String line = shown.lines()
                .filter(each -> each.contains("hello there"))
                .findFirst()
                .orElseThrow();
        String handle = line.replaceFirst(".* ([a-z2-7]{8})  .*", "$1");
        assertEquals(new Said(0, "\"hello  there\"", ""), run("recall", id, "--id", handle));
        assertEquals(
                new Said(0, "\"hello  there\"", ""),
                run("recall", id.substring(id.length() - 8), "--id", handle),
                "by the end of the id, as memory writes it");
        assertTrue(run("recall", id, "--query", "HELLO").out().contains("hello  there"));
        Said nothing = run("recall", id, "--query", "unicorn");
        assertEquals(new Said(0, "", "throughline: no item of this session contains 'unicorn'\n"), nothing);
        Said first = run("recall", id, "--limit", "1");
        assertTrue(first.err().contains("more; continue with --offset 1"), first.err());
        Said wrong = run("recall", id, "--id", "zzzzzzzz");
        assertEquals(1, wrong.code());
        assertTrue(wrong.err().startsWith("throughline: The handle 'zzzzzzzz' matches nothing"), wrong.err());
    }

    @Test
    void a_run_exits_with_the_code_of_the_agent_and_prints_a_summary() throws Exception {
        Path script = Files.writeString(user.resolve("agent.sh"), "echo \"$ANTHROPIC_BASE_URL\" >\"$1\"; exit 5\n");
        Path baseUrl = user.resolve("base-url");
        Said said = run("run", "sh", script.toString(), baseUrl.toString());
        assertEquals(5, said.code());
        assertTrue(Files.readString(baseUrl).matches("http://127\\.0\\.0\\.1:\\d+/run/[0-9a-f-]{36}\n"), "base url");
        assertTrue(
                said.err().contains("no session was recorded: no request to a model passed through the gateway"),
                said.err());
    }

    @Test
    void wrong_configuration_exits_with_status_2_and_a_sentence() {
        assertEquals(
                new Said(
                        2,
                        "",
                        "throughline: THROUGHLINE_PORT: invalid value 'x' for 'port'; expected a port from 0 to"
                                + " 65535\n"),
                run(Map.of("THROUGHLINE_PORT", "x"), "config", "check"));
        assertEquals(2, run("sessions", "--no-such-option").code());
        assertEquals(2, run("config").code());
    }

    @Test
    void an_empty_home_is_reported_and_not_created() {
        Said said = run("sessions");
        assertEquals(0, said.code());
        assertTrue(said.err().contains("there are no sessions in"), said.err());
        assertTrue(
                Files.notExists(user.resolve(".local/share/throughline")),
                "a command that only reads created the home");
    }

    @Test
    void a_taken_port_is_reported_and_the_home_is_closed() throws Exception {
        try (ModelServer model = ModelServer.start(ModelOptions.of(Script.agent()));
                GatewayServer gateway = gateway(model)) {
            String port = Integer.toString(gateway.address().getPort());
            Said said = run("serve", "--port", port, "--home", "other");
            assertEquals(1, said.code());
            assertTrue(said.err().contains(port), said.err());
            assertEquals(Optional.empty(), FileStore.holder(user.resolve("other")));
        }
    }

    @Test
    void a_run_refuses_options_that_a_running_gateway_would_ignore() throws Exception {
        try (ModelServer model = ModelServer.start(ModelOptions.of(Script.agent()));
                GatewayServer gateway = gateway(model)) {
            Map<String, String> same =
                    Map.of("THROUGHLINE_OPENAI_URL", model.url(), "THROUGHLINE_ANTHROPIC_URL", model.url());
            Said options = run(same, "run", "--port", "9999", "true");
            assertEquals(1, options.code());
            assertTrue(options.err().contains("--port would have no effect"), options.err());
            Said elsewhere = run(Map.of("ANTHROPIC_BASE_URL", "https://llm.example"), "run", "true");
            assertEquals(1, elsewhere.code());
            assertTrue(elsewhere.err().contains("requests would go to another provider"), elsewhere.err());
            assertEquals(
                    0,
                    run(same, "run", "--policy", "trim", "--memory", "none", "true")
                            .code());
            Map<String, String> inside = new HashMap<>(same);
            inside.put("ANTHROPIC_BASE_URL", gateway.address() + "/run/x");
            inside.remove("THROUGHLINE_ANTHROPIC_URL");
            assertEquals(1, run(inside, "run", "true").code());
        }
    }

    @Test
    void every_command_is_in_the_documentation() throws IOException {
        String page = Files.readString(Path.of("../docs/commands.md"));
        assertEquals(List.of(), undocumented("", Commands.line(environment()), page), "not in docs/commands.md");
    }

    /** The commands below a command that the page does not name. One that only contains others has no row. */
    private static List<String> undocumented(String path, CommandLine parent, String page) {
        List<String> missing = new ArrayList<>();
        parent.getSubcommands().forEach((word, command) -> {
            String name = path + word;
            List<String> below = undocumented(name + " ", command, page);
            boolean isNamed = page.contains("`" + name + "`") || page.contains("`" + name + " ");
            if (!isNamed && !command.getCommandSpec().usageMessage().hidden()) {
                missing.add(name);
            }
            missing.addAll(below);
        });
        return missing;
    }

    private CommandEnvironment environment() {
        PrintStream nowhere = new PrintStream(new ByteArrayOutputStream(), false, StandardCharsets.UTF_8);
        Clock clock = Clock.systemUTC();
        return new CommandEnvironment(
                new Environment(Map.of(), user, user), new Screen(nowhere, nowhere, false), clock);
    }

    @Test
    void help_omits_numeric_keys_that_are_accepted_as_options() {
        String help = run("serve", "--help").out();
        assertTrue(help.lines().count() < 150, help);
        assertTrue(help.contains("--policy") && help.contains("throughline config check"), help);
        assertFalse(help.contains("--auto-file-turns") || help.contains("--limits-body-bytes"), help);
        String table = run("config", "check", "--auto-file-turns", "7").out();
        assertTrue(table.lines().anyMatch(line -> line.matches("auto.file_turns +7 +--auto-file-turns")), table);
    }

    @Test
    void training_leaves_nothing_behind() {
        assertEquals(new Said(0, "", ""), run("train"));
    }

    @Test
    void doctor_prints_what_it_found() {
        Said said = run(
                Map.of(
                        "THROUGHLINE_OPENAI_URL",
                        "http://127.0.0.1:1",
                        "THROUGHLINE_ANTHROPIC_URL",
                        "http://127.0.0.1:1"),
                "doctor",
                "--port",
                "0");
        assertEquals(0, said.code(), said.out());
        assertTrue(said.out().contains("warn  openai      http://127.0.0.1:1 cannot be reached"), said.out());
        assertTrue(said.out().contains("/workspace does not exist yet; it is created on first use"), said.out());
        assertTrue(said.out().contains("ok    search "), said.out());
        assertTrue(said.out().contains("ok    embedder "), said.out());
    }

    @Test
    void doctor_finds_a_broken_index_and_an_unreachable_embedder() throws IOException {
        Path index = Files.createDirectories(user.resolve(".local/share/throughline/index"));
        Files.writeString(index.resolve("current"), "garbage");
        Map<String, String> nowhere = Map.of(
                "THROUGHLINE_OPENAI_URL",
                "http://127.0.0.1:1",
                "THROUGHLINE_ANTHROPIC_URL",
                "http://127.0.0.1:1",
                "THROUGHLINE_SEARCH_URL",
                "http://127.0.0.1:1",
                "THROUGHLINE_SEARCH_MODEL",
                "m",
                "THROUGHLINE_SEARCH_EMBEDDINGS",
                "custom");
        Said said = run(nowhere, "doctor", "--port", "0");
        assertTrue(said.out().contains("throughline memory index --rebuild"), said.out());
        assertTrue(said.out().contains("warn  embedder    http://127.0.0.1:1 cannot be reached"), said.out());
    }

    @Test
    void an_unknown_session_is_reported_as_a_sentence() {
        assertEquals(0, run("memory", "index").code());
        Said said = run("sessions", "show", "0198");
        assertEquals(
                new Said(1, "", "throughline: there is no session '0198'; 'throughline sessions' lists the ids\n"),
                said);
    }
}
