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
    void a_session_with_tools_is_kept_and_resumed(String api, String path) throws IOException, InterruptedException {
        try (Stage stage = Stage.untouched(folder)) {
            Program pi = pi(stage, api, path);
            said(ask(pi, "Please run echo first-turn"), "first-turn");
            said(ask(pi, "Please run echo second-turn", "-c"), "second-turn");
            said(ask(pi, "Both at once: `echo left-hand` `echo right-hand`", "-c"), "right-hand");
            Proof proof = stage.over().holds();
            assertEquals(List.of("pi: 6 conversation"), proof.layout());
        }
    }

    /** Pi's prompts open with too little for a tool of ours. */
    @Test
    void as_users_start_it_nothing_is_changed() throws IOException, InterruptedException {
        try (Stage stage = Stage.set(folder)) {
            Program pi = pi(stage, "openai-completions", "/v1");
            said(ask(pi, "Please run echo first-turn"), "first-turn");
            said(ask(pi, "Please run echo second-turn", "-c"), "second-turn");
            assertEquals(List.of("pi: 4 conversation"), stage.over().holds().layout());
        }
    }

    /** Pi asks for its summaries without any id, so each of those is kept in a session of its own. */
    @ParameterizedTest
    @CsvSource({"openai-completions,/v1", "openai-responses,/v1", "anthropic-messages,''"})
    void its_own_compaction_is_linked_to_what_was_before(String api, String path)
            throws IOException, InterruptedException {
        try (Stage stage = Stage.untouched(folder)) {
            Program pi = pi(stage, api, path);
            Path models = pi.folder().resolve(".pi/agent/models.json");
            Files.writeString(models, Files.readString(models).replace("128000", "20000"));
            Files.writeString(
                    pi.folder().resolve(".pi/agent/settings.json"), "{\"compaction\": {\"keepRecentTokens\": 500}}");
            ask(pi, "Please run seq 1 6000").well();
            ask(pi, "Please run seq 6001 12000", "-c").well();
            said(ask(pi, "Please run echo after-compaction", "-c"), "after-compaction");
            Proof proof = stage.over().holds();
            List<ArchivedSession> talks = proof.sessions().stream()
                    .filter(session -> !session.turns(Purpose.CONVERSATION).isEmpty())
                    .toList();
            assertEquals(1, talks.size(), () -> "conversations in " + proof.layout());
            assertEquals(6, talks.getFirst().turns(Purpose.CONVERSATION).size());
            proof.isLinked(talks.getFirst());
        }
    }

    static Program pi(Stage stage, String api, String path) throws IOException {
        Program program = stage.agent();
        Path folder = Files.createDirectories(program.folder().resolve(".pi/agent"));
        Files.writeString(folder.resolve("models.json"), """
            {"providers": {"gateway": {"baseUrl": "%s", "api": "%s", "apiKey": "sk-none",
              "models": [{"id": "a-model", "reasoning": true, "contextWindow": 128000, "maxTokens": 8192,
                          "input": ["text"]}]}}}
            """.formatted(stage.url() + path, api));
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
        assertTrue(ended.well().out().contains(wanted), ended::out);
    }
}
