package dev.throughline.clients;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Codex from npm. */
final class CodexIT {
    /**
     * Codex compacts when the tokens of the newest prompt, as the model reports them, and its own estimate of the items
     * since then are more than this. A prompt begins with 9,000 tokens, and one {@code seq 1 4000} adds 4,800. With two
     * of them Codex must compact (19,800); if the gateway leaves the first one out, it need not (14,100).
     */
    static final String SMALL_WINDOW = "model_auto_compact_token_limit = 17000\n";

    @TempDir
    private Path folder;

    @Test
    void a_session_with_tools_is_archived_and_resumed() throws IOException, InterruptedException {
        try (TestEnvironment environment = TestEnvironment.startWithoutEdits(folder)) {
            Program codex = codex(environment, "gpt-5.5", "");
            said(exec(codex, "Please run echo first-turn"), "first-turn");
            said(resume(codex, "Please run echo second-turn"), "second-turn");
            said(resume(codex, "Both at once: `echo left-hand` `echo right-hand`"), "right-hand");
            said(resume(codex, "Please write a file"), "hello.txt");
            assertEquals("hello from a patch\n", Files.readString(codex.folder().resolve("hello.txt")));
            ArchiveCheck check = environment.stopAndReadArchive().checkUnchanged();
            assertEquals(List.of("codex: 8 conversation"), check.sessionSummaries());
        }
    }

    @Test
    void with_default_settings_only_a_tool_is_added() throws IOException, InterruptedException {
        try (TestEnvironment environment = TestEnvironment.start(folder)) {
            Program codex = codex(environment, "gpt-5.5", "");
            said(exec(codex, "Please run echo first-turn"), "first-turn");
            said(resume(codex, "Please run echo second-turn"), "second-turn");
            assertEquals(
                    List.of("codex: 4 conversation"),
                    environment.stopAndReadArchive().checkOnlyToolsAdded().sessionSummaries());
        }
    }

    @Test
    void a_session_of_a_model_without_top_level_tools_is_archived_and_resumed()
            throws IOException, InterruptedException {
        try (TestEnvironment environment = TestEnvironment.startWithoutEdits(folder)) {
            Program codex = codex(environment, "gpt-6.1-sol", "");
            said(exec(codex, "Please run echo first-turn"), "first-turn");
            said(resume(codex, "Please run echo second-turn"), "second-turn");
            ArchiveCheck check = environment.stopAndReadArchive().checkUnchanged();
            assertEquals(List.of("codex: 4 conversation"), check.sessionSummaries());
        }
    }

    @Test
    void a_sub_agent_is_a_child_of_its_session() throws IOException, InterruptedException {
        try (TestEnvironment environment = TestEnvironment.startWithoutEdits(folder)) {
            Program codex = codex(environment, "gpt-6.1-sol", "");
            exec(codex, "Please ask a sub-agent to say hello").expectSuccess();
            ArchiveCheck check = environment.stopAndReadArchive().checkUnchanged();
            assertEquals(
                    List.of("codex: 3 conversation", "codex, child of codex: 1 conversation"),
                    check.sessionSummaries());
        }
    }

    @Test
    void a_compaction_by_the_client_is_linked_to_the_earlier_history() throws IOException, InterruptedException {
        try (TestEnvironment environment = TestEnvironment.startWithoutEdits(folder)) {
            Program codex = codex(environment, "gpt-5.5", SMALL_WINDOW);
            said(exec(codex, "Please run seq 1 4000"), "4000");
            resume(codex, "Remember this: " + "one word, and the next. ".repeat(800))
                    .expectSuccess();
            said(resume(codex, "Please run echo after-compaction"), "after-compaction");
            ArchiveCheck check = environment.stopAndReadArchive().checkUnchanged();
            assertEquals(List.of("codex: 5 conversation, 1 compaction, 1 linked"), check.sessionSummaries());
            check.checkLinked(check.sessions().getFirst());
        }
    }

    @Test
    void a_compaction_by_the_provider_is_linked_to_the_earlier_history() throws IOException, InterruptedException {
        try (TestEnvironment environment = TestEnvironment.startWithoutEdits(folder)) {
            Program codex = codex(environment, "gpt-5.5", SMALL_WINDOW);
            Path config = codex.folder().resolve("codex/config.toml");
            Files.writeString(config, Files.readString(config).replace("\"Gateway\"", "\"OpenAI\""));
            said(exec(codex, "Please run seq 1 4000"), "4000");
            said(resume(codex, "Please run seq 1 4000"), "4000");
            said(resume(codex, "Please run echo after-compaction"), "after-compaction");
            ArchiveCheck check = environment.stopAndReadArchive().checkUnchanged();
            assertEquals(List.of("codex: 6 conversation, 1 compaction, 1 linked"), check.sessionSummaries());
            check.checkLinked(check.sessions().getFirst());
        }
    }

    static Program codex(TestEnvironment environment, String model, String more) throws IOException {
        return codex(environment.agent(), environment.url(), model, more);
    }

    static Program codex(Program program, String url, String model, String more) throws IOException {
        Path home = Files.createDirectories(program.folder().resolve("codex"));
        Files.writeString(
                home.resolve("config.toml"),
                "model = \"" + model + "\"\nmodel_provider = \"gateway\"\n" + quiet() + more + """

                    [model_providers.gateway]
                    name = "Gateway"
                    base_url = "%s/v1"
                    env_key = "GATEWAY_KEY"
                    wire_api = "responses"

                    [features]
                    plugins = false
                    apps = false

                    [analytics]
                    enabled = false
                    """.formatted(url));
        return program.with("CODEX_HOME", home.toString()).with("GATEWAY_KEY", "sk-none");
    }

    /** Settings that disable the questions and update checks of Codex. */
    static String quiet() {
        return """
            check_for_update_on_startup = false
            approval_policy = "never"
            sandbox_mode = "danger-full-access"
            """;
    }

    static Program.Ended exec(Program codex, String prompt) throws IOException, InterruptedException {
        return start(codex, List.of("exec"), prompt);
    }

    static Program.Ended resume(Program codex, String prompt) throws IOException, InterruptedException {
        return start(codex, List.of("exec", "resume", "--last"), prompt);
    }

    private static Program.Ended start(Program codex, List<String> words, String prompt)
            throws IOException, InterruptedException {
        List<String> command =
                new ArrayList<>(List.of(Installed.program("codex").toString()));
        command.addAll(words);
        command.addAll(List.of("--skip-git-repo-check", "--json", prompt));
        return codex.run(command);
    }

    static void said(Program.Ended ended, String wanted) {
        assertTrue(ended.expectSuccess().out().contains(wanted), ended::out);
    }
}
