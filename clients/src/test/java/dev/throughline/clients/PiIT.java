package dev.throughline.clients;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.engine.archive.Purpose;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Pi from npm, in each of its three dialects. */
final class PiIT {
    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({"openai-completions,/v1", "openai-responses,/v1", "anthropic-messages,''"})
    void a_session_with_tools_is_archived_and_resumed(String api, String path)
            throws IOException, InterruptedException {
        try (TestEnvironment environment = TestEnvironment.startWithoutEdits(folder)) {
            Program pi = pi(environment, api, path);
            said(ask(pi, "Please run echo first-turn"), "first-turn");
            said(ask(pi, "Please run echo second-turn", "-c"), "second-turn");
            said(ask(pi, "Both at once: `echo left-hand` `echo right-hand`", "-c"), "right-hand");
            ArchiveCheck check = environment.stopAndReadArchive().checkUnchanged();
            assertEquals(List.of("pi: 6 conversation"), check.sessionSummaries());
        }
    }

    /** The first prompts of pi are too small for a local tool. */
    @Test
    void with_default_settings_nothing_is_changed() throws IOException, InterruptedException {
        try (TestEnvironment environment = TestEnvironment.start(folder)) {
            Program pi = pi(environment, "openai-completions", "/v1");
            said(ask(pi, "Please run echo first-turn"), "first-turn");
            said(ask(pi, "Please run echo second-turn", "-c"), "second-turn");
            assertEquals(
                    List.of("pi: 4 conversation"),
                    environment.stopAndReadArchive().checkUnchanged().sessionSummaries());
        }
    }

    /** Pi requests its summaries without an id, so each of them is archived in a separate session. */
    @ParameterizedTest
    @CsvSource({"openai-completions,/v1", "openai-responses,/v1", "anthropic-messages,''"})
    void a_compaction_by_the_client_is_linked_to_the_earlier_history(String api, String path)
            throws IOException, InterruptedException {
        try (TestEnvironment environment = TestEnvironment.startWithoutEdits(folder)) {
            Program pi = pi(environment, api, path);
            Path models = pi.folder().resolve(".pi/agent/models.json");
            Files.writeString(models, Files.readString(models).replace("128000", "20000"));
            Files.writeString(
                    pi.folder().resolve(".pi/agent/settings.json"), "{\"compaction\": {\"keepRecentTokens\": 500}}");
            ask(pi, "Please run seq 1 6000").expectSuccess();
            ask(pi, "Please run seq 6001 12000", "-c").expectSuccess();
            said(ask(pi, "Please run echo after-compaction", "-c"), "after-compaction");
            ArchiveCheck check = environment.stopAndReadArchive().checkUnchanged();
            List<ArchivedSession> talks = check.sessions().stream()
                    .filter(session -> !session.turns(Purpose.CONVERSATION).isEmpty())
                    .toList();
            assertEquals(1, talks.size(), () -> "conversations in " + check.sessionSummaries());
            assertEquals(6, talks.getFirst().turns(Purpose.CONVERSATION).size());
            check.checkLinked(talks.getFirst());
        }
    }

    static Program pi(TestEnvironment environment, String api, String path) throws IOException {
        return pi(environment.agent(), environment.url() + path, api);
    }

    static Program pi(Program program, String url, String api) throws IOException {
        Path folder = Files.createDirectories(program.folder().resolve(".pi/agent"));
        Files.writeString(folder.resolve("models.json"), """
            {"providers": {"gateway": {"baseUrl": "%s", "api": "%s", "apiKey": "sk-none",
              "models": [{"id": "a-model", "reasoning": true, "contextWindow": 128000, "maxTokens": 8192,
                          "input": ["text"]}]}}}
            """.formatted(url, api));
        return quiet(program);
    }

    /** Settings that disable the update checks of pi. */
    static Program quiet(Program pi) {
        return pi.with("PI_OFFLINE", "1").with("PI_SKIP_VERSION_CHECK", "1");
    }

    static Program.Ended ask(Program pi, String prompt, String... more) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(Installed.program("pi").toString(), "-p"));
        command.addAll(List.of(more));
        command.addAll(List.of("--model", "gateway/a-model", prompt));
        return pi.run(command);
    }

    static void said(Program.Ended ended, String wanted) {
        assertTrue(ended.expectSuccess().out().contains(wanted), ended::out);
    }
}
