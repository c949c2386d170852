package dev.throughline.app.remember;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.app.command.Command;
import dev.throughline.app.command.Commands;
import dev.throughline.app.command.Desk;
import dev.throughline.app.command.Homes;
import dev.throughline.app.command.Screen;
import dev.throughline.app.config.Environment;
import dev.throughline.engine.archive.Store;
import dev.throughline.store.file.FileStore;
import dev.throughline.store.file.FileStoreLimits;
import dev.throughline.wire.Wires;
import java.io.ByteArrayInputStream;
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
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The commands of memory, as a person types them, with the real model. */
final class RememberingTest {
    @TempDir
    private Path user;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private record Said(int code, String out, String err) {}

    private Desk desk() {
        Screen screen = new Screen(
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                false);
        return new Desk(new Environment(Map.of(), user, user), screen, Clock.systemUTC(), new NoGateway(), Wires::of);
    }

    private Said run(String... arguments) {
        out.reset();
        err.reset();
        int code = Commands.run(desk(), List.of(arguments));
        return new Said(code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    @Test
    void a_fact_is_kept_found_by_its_words_listed_shown_and_taken_back() {
        assertTrue(run("memory", "list").err().contains("nothing is remembered"), err::toString);
        Said added = run("memory", "add", "The", "nightly job runs at two o'clock.");
        assertEquals(Command.OK, added.code(), added.err());
        assertTrue(added.err().contains("Kept: "), added.err());
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
    void programs_are_told_in_json_and_the_index_is_made_and_made_anew() {
        assertTrue(run("memory", "add", "--json", "The zebra is striped.").out().startsWith("{\"said\":\"Kept: "));
        for (List<String> more : List.of(List.<String>of(), List.of("--rebuild"))) {
            List<String> words = new ArrayList<>(List.of("memory", "index"));
            words.addAll(more);
            Said indexed = run(words.toArray(String[]::new));
            assertTrue(indexed.err().contains("1 documents in 2 parts"), indexed.toString());
            assertTrue(indexed.err().contains("status: ok"), indexed.toString());
        }
        assertTrue(run("search", "zebra").out().contains("striped"), out::toString);
        Said read = run("memory", "consolidate", "--json");
        assertEquals(
                "{\"said\":\"0 sessions were read; nothing is new since the last time\"}",
                read.out().strip());
        assertTrue(run("memory", "undo", "--json").out().contains("deleted"), out::toString);
    }

    @Test
    void an_index_that_is_broken_is_made_anew_without_a_gateway() throws IOException {
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
    void a_project_has_to_be_there() throws IOException {
        Files.writeString(user.resolve("file.txt"), "");
        for (List<String> words : List.of(
                List.of("memory", "add", "I use tabs."),
                List.of("memory", "list"),
                List.of("memory", "show"),
                List.of("memory", "undo"),
                List.of("memory", "index"),
                List.of("memory", "consolidate"),
                List.of("search", "tabs"))) {
            for (String wrong : List.of("nowhere", "./typo", "/not/here", "file.txt", "")) {
                List<String> line = new ArrayList<>(words);
                line.add("--project=" + wrong);
                Said said = run(line.toArray(String[]::new));
                assertEquals(Command.WRONG_USAGE, said.code(), line + said.err());
                assertTrue(said.err().contains("expected"), said.err());
            }
        }
        assertFalse(Files.exists(user.resolve(".local/share/throughline")), "nothing was made");
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
    void what_is_wrong_is_said_with_what_to_do() {
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
        Desk desk = desk();
        McpCommand command = new McpCommand(desk, new ByteArrayInputStream(lines.getBytes(StandardCharsets.UTF_8)));
        CommandLine line = new CommandLine(command.spec());
        assertEquals(Command.OK, command.run(line.parseArgs()), err::toString);
        String said = out.toString(StandardCharsets.UTF_8);
        assertTrue(said.contains("\"name\":\"throughline\""), said);
    }

    /** Nobody serves the home. */
    private static final class NoGateway implements Homes {
        @Override
        public Optional<Holder> holder(Path home) {
            return Optional.empty();
        }

        @Override
        public Store open(Path home) {
            return new FileStore(home, Clock.systemUTC(), FileStoreLimits.DEFAULTS);
        }
    }
}
