package dev.throughline.clients;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.engine.archive.Entry;
import dev.throughline.engine.archive.Purpose;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files that agents from npm wrote without Throughline, and what becomes of them when they are imported. */
final class ImportIT {
    @TempDir
    private Path folder;

    @Test
    void sessions_that_agents_wrote_to_files_are_imported_once_and_continued_through_the_gateway()
            throws IOException, InterruptedException {
        try (TestEnvironment environment = TestEnvironment.startWithoutEdits(folder)) {
            ask(environment, environment.model().url(), "one");
            assertEquals(6, environment.model().received().size(), "the agents asked the model itself");

            String files =
                    environment.agent().folder().resolve("codex/sessions").toString();
            Program.Ended imported = environment.throughline("import", "claude", "pi", files);
            assertTrue(imported.expectSuccess().err().contains("of 3 sessions from 3 files"), imported::err);
            Program.Ended again = environment.throughline("import", "claude", "pi", files);
            assertTrue(again.expectSuccess().err().contains("imported 0 items of 0 sessions"), again::err);
            Program.Ended found = environment.throughline("search", "--sessions", "made-by-claude-one");
            assertTrue(found.expectSuccess().out().contains("made-by-claude-one"), found::out);

            resume(environment, environment.url(), "two");
            damage(environment.agent().folder());
            Program.Ended grown = environment.throughline("import", "claude", "pi", files);
            assertEquals(1, grown.code());
            assertTrue(grown.err().contains("expected one JSON object"), grown::err);
            check(environment);
        }
    }

    private static void ask(TestEnvironment environment, String url, String word)
            throws IOException, InterruptedException {
        say(CodexIT.exec(codex(environment, url), prompt("codex", word)), word);
        say(ClaudeIT.ask(ClaudeIT.claude(environment.agent(), url), prompt("claude", word)), word);
        say(PiIT.ask(pi(environment, url), prompt("pi", word)), word);
    }

    private static void resume(TestEnvironment environment, String url, String word)
            throws IOException, InterruptedException {
        say(CodexIT.resume(codex(environment, url), prompt("codex", word)), word);
        say(ClaudeIT.ask(ClaudeIT.claude(environment.agent(), url), prompt("claude", word), "--continue"), word);
        say(PiIT.ask(pi(environment, url), prompt("pi", word), "-c"), word);
    }

    private static String prompt(String agent, String word) {
        return "Please run echo made-by-" + agent + "-" + word;
    }

    private static Program codex(TestEnvironment environment, String url) throws IOException {
        return CodexIT.codex(environment.agent(), url, "gpt-5.5", "");
    }

    private static Program pi(TestEnvironment environment, String url) throws IOException {
        return PiIT.pi(environment.agent(), url + "/v1", "openai-responses");
    }

    private static void say(Program.Ended ended, String word) {
        assertTrue(ended.expectSuccess().out().contains(word), ended::out);
    }

    /** Cuts a line of one of the files of Claude Code in its middle, as a full disk does. */
    private static void damage(Path home) throws IOException {
        try (Stream<Path> files = Files.walk(home.resolve(".claude/projects"))) {
            Path file = files.filter(each -> each.toString().endsWith(".jsonl"))
                    .findFirst()
                    .orElseThrow();
            Files.writeString(file, "{\"type\":\"user\",\"mess\n", StandardOpenOption.APPEND);
        }
    }

    /** Each agent has one session: what was imported, and what was recorded since. */
    private static void check(TestEnvironment environment) throws InterruptedException {
        ArchiveCheck archive = environment.stopAndReadArchive();
        assertEquals(
                3, archive.sessions().size(), () -> archive.sessionSummaries().toString());
        for (ArchivedSession session : archive.sessions()) {
            assertTrue(
                    !session.turns(Purpose.IMPORTED).isEmpty(),
                    () -> archive.sessionSummaries().toString());
            assertEquals(
                    2,
                    session.turns(Purpose.CONVERSATION).size(),
                    () -> archive.sessionSummaries().toString());
            for (String word : List.of("one", "two")) {
                assertTrue(text(session).contains("made-by-" + session.card().client() + "-" + word), word);
            }
        }
    }

    private static String text(ArchivedSession session) {
        return session.entries().stream()
                .filter(Entry.Source.class::isInstance)
                .map(entry -> Objects.requireNonNull(session.sources().get(((Entry.Source) entry).id()))
                        .utf8())
                .collect(Collectors.joining("\n"));
    }
}
