package dev.throughline.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.cli.terminal.Screen;
import dev.throughline.engine.helper.HelperModel;
import dev.throughline.memory.index.ConfiguredEmbedder;
import dev.throughline.memory.project.Project;
import dev.throughline.memory.project.ProjectMemory;
import dev.throughline.search.SearchDocument;
import dev.throughline.search.SearchScope;
import dev.throughline.server.config.Config;
import dev.throughline.server.config.Environment;
import dev.throughline.server.config.MemoryKeys;
import dev.throughline.server.config.SearchKeys;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The memory commands as a user types them, with the real embedding model. */
final class MemoryCommandsTest {
    @TempDir
    private Path user;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private record Said(int code, String out, String err) {}

    private CommandEnvironment environment() {
        return environment(/* hasColours= */ false);
    }

    private CommandEnvironment environment(boolean hasColours) {
        Screen screen = new Screen(
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                hasColours);
        return new CommandEnvironment(new Environment(Map.of(), user, user), screen, Clock.systemUTC());
    }

    private Said run(String... arguments) {
        out.reset();
        err.reset();
        int code = Commands.run(environment(), List.of(arguments));
        return new Said(code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    @Test
    void a_line_is_added_found_listed_shown_and_undone() {
        assertTrue(run("memory", "list").err().contains("there are no pages"), err::toString);
        Said added = run("memory", "add", "The", "nightly job runs at two o'clock.");
        assertEquals(Command.OK, added.code(), added.err());
        assertTrue(added.err().contains("Saved: "), added.err());
        String path = run("memory", "list").out().strip().replaceFirst("(?s).*\\s", "");
        assertTrue(path.matches("memory/\\d{4}-\\d\\d-\\d\\d\\.md"), path);
        assertTrue(run("memory", "show", path).out().contains("two o'clock"), out::toString);
        Said found = run("search", "nightly job");
        assertTrue(found.out().contains(path + "#L"), found.out() + found.err());
        assertTrue(run("search", "--json", "nightly").out().contains("\"citation\":\"" + path), out::toString);
        assertEquals(Command.OK, run("memory", "undo").code(), err::toString);
        assertFalse(run("search", "nightly job").out().contains("two o'clock"), out::toString);
        assertEquals(Command.OK, run("memory", "undo", "--redo").code(), err::toString);
        assertTrue(run("search", "nightly job").out().contains("two o'clock"), out::toString);
    }

    @Test
    void a_search_without_results_says_so_and_a_hit_shows_its_origin() throws IOException {
        run("memory", "add", "We release on Thursdays.");
        run("memory", "index");
        Said nothing = run("search", "quantum chromodynamics");
        assertEquals("", nothing.out());
        assertTrue(
                nothing.err().contains("no result is relevant enough; --min-score 0 shows the nearest"), nothing.err());
        assertTrue(run("search", "--json", "quantum chromodynamics").out().contains("\"results\":[]"), out::toString);
        assertTrue(run("search", "--min-score", "0", "quantum chromodynamics")
                .out()
                .contains("Thursdays"));
        String config = Files.writeString(user.resolve("all.yaml"), "search:\n  least_fit_percent: 0\n")
                .toString();
        assertTrue(run("search", "--config", config, "quantum chromodynamics")
                .out()
                .contains("Thursdays"));
        String found = run("search", "when do we release").out();
        assertTrue(found.matches("(?s)memory/\\S+  \\(score \\d\\.\\d\\d, \\d{4}-\\d\\d-\\d\\d, memory\\).*"), found);
    }

    @Test
    void all_projects_are_searched_at_once() throws IOException {
        Files.createDirectories(user.resolve("parser/.git"));
        Files.createDirectories(user.resolve("lexer/.git"));
        run("memory", "add", "--project", "parser", "The zebra parser is written by hand.");
        run("memory", "add", "--project", "lexer", "The zebra lexer is generated.");
        assertFalse(run("search", "zebra").out().contains("zebra"), out::toString);
        Said all = run("search", "--all-projects", "zebra");
        assertTrue(all.out().matches("(?s).*, project (?:parser|lexer)-\\w+\\).*"), all.out());
        assertTrue(all.out().contains("by hand") && all.out().contains("is generated"), all.out());
        String json = run("search", "--all-projects", "--json", "zebra").out();
        assertTrue(json.contains("\"results\":[{\"project\":\""), json);
        assertEquals(
                Command.WRONG_USAGE,
                run("search", "--all-projects", "--project", "parser", "x").code());
    }

    @Test
    void memory_commands_print_json_and_the_index_is_rebuilt() {
        String kept = run("memory", "add", "--json", "The zebra is striped.").out();
        assertTrue(
                kept.matches("(?s)\\{\"said\":\"Saved: .*\"kept\":true,\"path\":\"memory/.*\"reason\":\"\"}\\s*"),
                kept);
        for (List<String> more : List.of(List.<String>of(), List.of("--rebuild"))) {
            List<String> words = new ArrayList<>(List.of("memory", "index"));
            words.addAll(more);
            Said indexed = run(words.toArray(String[]::new));
            assertTrue(indexed.err().contains("1 document in 2 chunks"), indexed.toString());
            assertTrue(indexed.err().contains("status: ok"), indexed.toString());
        }
        String index = run("memory", "index", "--json").out();
        assertTrue(index.matches("(?s).*\"documents\":1,\"chunks\":[12],\"waiting\":0,.*"), index);
        assertTrue(index.contains("\"status\":\"ok\""), index);
        assertTrue(run("search", "zebra").out().contains("striped"), out::toString);
        Said read = run("memory", "consolidate", "--json");
        assertEquals(
                "{\"said\":\"0 sessions were read; nothing is new since the last time\",\"sessions\":0,"
                        + "\"merge\":\"unchanged\"}",
                read.out().strip());
        String undone = run("memory", "undo", "--json").out();
        assertTrue(undone.contains("\"operation\":1,\"kind\":\"change\""), undone);
        assertTrue(undone.contains("- The zebra is striped."), undone);
    }

    @Test
    void a_broken_index_is_rebuilt_without_a_gateway() throws IOException {
        run("memory", "add", "The zebra is striped.");
        run("memory", "index");
        Path index = user.resolve(".local/share/throughline/index");
        Files.write(index.resolve("current"), new byte[] {(byte) 0xff, 0, (byte) 0xfe});
        Said rebuilt = run("memory", "index", "--rebuild");
        assertEquals(Command.OK, rebuilt.code(), rebuilt.err());
        assertTrue(rebuilt.err().contains("status: ok"), rebuilt.err());
        assertTrue(run("search", "zebra").out().contains("striped"), out::toString);
        Files.delete(index.resolve("lock"));
        Files.createDirectory(index.resolve("lock"));
        Said stuck = run("memory", "index");
        assertEquals(Command.FAILED, stuck.code(), stuck.err());
        assertFalse(stuck.err().contains("Exception") || stuck.err().contains("another version"), stuck.err());
    }

    @Test
    void an_unknown_project_is_refused() throws IOException {
        Files.writeString(user.resolve("file.txt"), "");
        for (List<String> words : List.of(
                List.of("memory", "add", "I use tabs."),
                List.of("memory", "list"),
                List.of("memory", "show"),
                List.of("memory", "undo"),
                List.of("memory", "index"),
                List.of("memory", "consolidate"),
                List.of("memory", "history"),
                List.of("memory", "rm", "MEMORY.md"),
                List.of("mcp"),
                List.of("search", "tabs"))) {
            for (String wrong : List.of("nowhere", "./typo", "/not/here", "file.txt", "")) {
                List<String> line = new ArrayList<>(words);
                line.add("--project=" + wrong);
                Said said = run(line.toArray(String[]::new));
                assertEquals(Command.WRONG_USAGE, said.code(), line + said.err());
                assertTrue(said.err().contains("project"), said.err());
            }
        }
        assertFalse(Files.exists(user.resolve(".local/share/throughline")), "nothing was created");
        Files.createDirectories(user.resolve("parser/.git"));
        assertEquals(
                Command.OK,
                run("memory", "add", "--project", "parser", "I use tabs.").code(),
                err::toString);
        String name;
        try (Stream<Path> all = Files.list(user.resolve(".local/share/throughline/projects"))) {
            name = all.findFirst().orElseThrow().getFileName().toString();
        }
        assertTrue(run("search", "--project", name, "tabs").out().contains("I use tabs."), out::toString);
    }

    @Test
    void a_line_that_is_not_admitted_is_refused_with_the_reason() {
        Said much = run("memory", "add", "word ".repeat(300));
        assertEquals(Command.FAILED, much.code());
        assertTrue(much.err().contains("at most 1000 characters") && much.err().contains("split it"), much.err());
        assertTrue(run("memory", "list").out().isEmpty(), "nothing was stored");
        assertTrue(run("memory", "add", "ab").err().contains("fewer than 3 letters"), err::toString);
        assertEquals(Command.OK, run("memory", "add", "I use tabs.").code());
        Said again = run("memory", "add", "I use tabs.");
        assertEquals(Command.OK, again.code(), again.err());
        assertTrue(again.err().contains("memory already contains it"), again.err());
    }

    @Test
    void a_line_is_read_from_standard_input() {
        CommandEnvironment environment = environment();
        MemoryAddCommand command = new MemoryAddCommand(
                environment, new ByteArrayInputStream("I use\ntabs.\n".getBytes(StandardCharsets.UTF_8)));
        new CommandLine(command.spec()).parseArgs("-");
        assertEquals(Command.OK, command.run(), err::toString);
        assertTrue(err.toString(StandardCharsets.UTF_8).contains("- I use tabs."), err::toString);
    }

    @Test
    void an_undo_reports_the_lines_and_the_history_lists_it() throws IOException {
        run("memory", "add", "I use tabs.");
        run("memory", "add", "Releases are cut on Thursdays.");
        String undone = run("memory", "undo").err();
        assertTrue(undone.contains("undid change 2 by cli of "), undone);
        assertTrue(undone.contains("  - - Releases are cut on Thursdays."), undone);
        String path = run("memory", "list").out().strip().replaceFirst("(?s).*\\s", "");
        Path page = user.resolve(".local/share/throughline/workspace").resolve(path);
        Files.writeString(page, Files.readString(page).replace("I use tabs", "I use blanks"));
        String edited = run("memory", "undo").err();
        assertTrue(edited.contains("undid change 1 by cli") && edited.contains("edited"), edited);
        assertTrue(Files.readString(page).contains("I use blanks"), "the user's own line is kept");
        String history = run("memory", "history").out();
        assertTrue(history.contains("undo of 2") && history.contains(path), history);
        assertEquals(1, run("memory", "history", "--limit", "1", "--json").out().split("\"operation\"").length - 1);
    }

    @Test
    void a_page_is_removed_and_restored() {
        run("memory", "add", "I use tabs.");
        String path = run("memory", "list").out().strip().replaceFirst("(?s).*\\s", "");
        Said removed = run("memory", "rm", path);
        assertEquals(Command.OK, removed.code(), removed.err());
        assertTrue(removed.err().contains("throughline memory undo"), removed.err());
        assertEquals(Command.FAILED, run("memory", "rm", path).code());
        assertEquals(Command.FAILED, run("memory", "show", path).code());
        assertTrue(run("memory", "undo").err().contains("  + - I use tabs."), err::toString);
        assertEquals(Command.OK, run("memory", "show", path).code());
    }

    @Test
    void projects_are_listed_with_their_workspaces() throws IOException {
        Files.createDirectories(user.resolve("parser/.git"));
        run("memory", "add", "--project", "parser", "I use tabs.");
        String listed = run("memory", "projects").out();
        assertTrue(listed.contains("parser-") && listed.contains("/workspace"), listed);
        assertTrue(run("memory", "projects", "--json").out().contains("{\"name\":\"-\""), out::toString);
    }

    @Test
    void wrong_usage_and_failure_have_different_exit_codes() throws IOException {
        for (List<String> wrong : List.of(
                List.of("search"),
                List.of("search", ""),
                List.of("search", "--limit", "0", "x"),
                List.of("search", "--limit", "-3", "x"),
                List.of("search", "--min-score", "5", "x"),
                List.of("memory", "add"),
                List.of("memory", "add", " "),
                List.of("memory", "rm"),
                List.of("memory", "history", "--limit", "0"))) {
            Said said = run(wrong.toArray(String[]::new));
            assertEquals(Command.WRONG_USAGE, said.code(), wrong + said.err());
        }
        run("memory", "add", "I use tabs.");
        assertTrue(run("search", "--min-score", "0.01", "tabs").out().contains("I use tabs."), out::toString);
        run("search", "tabs");
        Path lock = user.resolve(".local/share/throughline/index/lock");
        Files.delete(lock);
        Files.createDirectory(lock);
        Said unavailable = run("search", "tabs");
        assertEquals(Command.FAILED, unavailable.code(), unavailable.err());
        assertTrue(unavailable.err().contains("status: unavailable"), unavailable.err());
    }

    @Test
    void waiting_for_an_unreachable_embedder_ends() throws IOException {
        String config = Files.writeString(
                        user.resolve("c.yaml"),
                        "search:\n  embeddings: custom\n  url: http://127.0.0.1:1/v1\n  model: none\n")
                .toString();
        run("memory", "add", "--config", config, "The zebra is striped.");
        err.reset();
        MemoryIndexCommand command = new MemoryIndexCommand(environment(), Duration.ofMillis(500));
        new CommandLine(command.spec()).parseArgs("--config", config);
        int code = command.run();
        String said = err.toString(StandardCharsets.UTF_8);
        assertEquals(Command.FAILED, code, said);
        assertEquals(1, said.lines().count(), said);
        assertTrue(said.contains("status: degraded (") && said.contains("search.embeddings"), said);
        assertFalse(said.contains("Exception"), said);
    }

    @Test
    void a_piece_of_a_session_is_opened_by_recall() {
        Said said = run("memory", "show", "sessions/0198c5a0-0000-7000-8000-000000000001/ab12cd34");
        assertEquals(Command.FAILED, said.code());
        assertTrue(
                said.err().contains("throughline recall 0198c5a0-0000-7000-8000-000000000001 --id ab12cd34"),
                said.err());
    }

    @Test
    void a_hit_in_a_session_names_the_command_that_opens_it() {
        String path = "sessions/0198c5a0-0000-7000-8000-000000000001/ab12cd34";
        try (ProjectMemory opened = sharedMemory(user.resolve(".local/share/throughline"))) {
            opened.index(List.of(SearchDocument.of(SearchScope.SESSIONS, path, "fix the parser")));
        }
        Said found = run("search", "--scope", "sessions", "parser");
        assertTrue(found.out().contains(path), found.toString());
        assertTrue(
                found.err().contains("throughline recall 0198c5a0-0000-7000-8000-000000000001 --id ab12cd34"),
                found.err());
    }

    /** The shared memory of a home, without an embedding model. */
    private ProjectMemory sharedMemory(Path home) {
        Environment environment = new Environment(Map.of(), user, user);
        Config config = Config.load(environment, Map.of("--search-embeddings", "none"));
        return ProjectMemory.open(
                new Project("", home.resolve("workspace"), home.resolve("index")),
                new ProjectMemory.OpenOptions(
                        Clock.systemUTC(),
                        HelperModel.NONE,
                        new ConfiguredEmbedder(SearchKeys.settings(config), _ -> null),
                        MemoryKeys.limits(config),
                        SearchKeys.settings(config),
                        Duration.ZERO,
                        Optional.empty()));
    }

    @Test
    void words_of_the_query_are_bold_on_a_terminal() {
        run("memory", "add", "The zebra is striped.");
        out.reset();
        Commands.run(environment(/* hasColours= */ true), List.of("search", "ZEBRA"));
        assertTrue(out.toString(StandardCharsets.UTF_8).contains("The \033[1mzebra\033[0m is"), out::toString);
    }

    @Test
    void problems_are_reported_with_what_to_do() {
        Said missing = run("memory", "show", "topics/none.md");
        assertEquals(Command.FAILED, missing.code());
        assertTrue(missing.err().contains("throughline memory list"), missing.err());
        assertFalse(run("memory", "show", "../secret.md").code() == Command.OK, err::toString);
        assertEquals(Command.FAILED, run("memory", "undo").code());
    }

    @Test
    void an_agent_is_served_over_a_pair_of_streams() {
        String lines = """
            {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18",\
            "capabilities":{},"clientInfo":{"name":"t","version":"1"}}}
            {"jsonrpc":"2.0","method":"notifications/initialized"}
            {"jsonrpc":"2.0","id":1,"method":"tools/list"}
            """;
        CommandEnvironment environment = environment();
        McpCommand command =
                new McpCommand(environment, new ByteArrayInputStream(lines.getBytes(StandardCharsets.UTF_8)));
        CommandLine line = new CommandLine(command.spec());
        line.parseArgs();
        assertEquals(Command.OK, command.run(), err::toString);
        String said = out.toString(StandardCharsets.UTF_8);
        assertTrue(said.contains("\"name\":\"throughline\""), said);
    }
}
