package dev.throughline.clients;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.engine.archive.Purpose;
import dev.throughline.simulator.server.ModelOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * All agents with a gateway that assumes a tiny window: no request fits, so everything that may be removed is removed
 * at once. The model accepts the rest, the agents reach the same answers, and the archive contains what they sent.
 */
final class TinyWindowIT {
    private static final String TINY = "gpt-=2000,claude-=2000,a-model=1500";

    @TempDir
    private Path folder;

    @Test
    void codex_is_resumed() throws IOException, InterruptedException {
        try (TestEnvironment environment = tiny()) {
            Program codex = CodexIT.codex(environment, "gpt-5.5", "");
            CodexIT.said(CodexIT.exec(codex, "Please run echo first-turn"), "first-turn");
            CodexIT.said(CodexIT.resume(codex, "Please run seq 1 900"), "900");
            CodexIT.said(CodexIT.resume(codex, "Both at once: `echo left-hand` `echo right-hand`"), "right-hand");
            CodexIT.said(CodexIT.resume(codex, "Please write a file"), "hello.txt");
            assertEquals("hello from a patch\n", Files.readString(codex.folder().resolve("hello.txt")));
            assertEquals(List.of("codex: 8 conversation"), check(environment).sessionSummaries());
        }
    }

    @Test
    void codex_has_a_sub_agent() throws IOException, InterruptedException {
        try (TestEnvironment environment = tiny()) {
            Program codex = CodexIT.codex(environment, "gpt-6.1-sol", "");
            CodexIT.exec(codex, "Please ask a sub-agent to say hello").expectSuccess();
            CodexIT.said(CodexIT.resume(codex, "Please run echo second-turn"), "second-turn");
            assertEquals(
                    List.of("codex: 5 conversation", "codex, child of codex: 1 conversation"),
                    environment
                            .stopAndReadArchive()
                            .checkAccepted()
                            .checkArchived()
                            .sessionSummaries());
        }
    }

    /** The same turns without edits are compacted, see {@link CodexIT}: the model reports the prompt that it got. */
    @Test
    void codex_does_not_have_to_compact() throws IOException, InterruptedException {
        try (TestEnvironment environment = tiny()) {
            Program codex = CodexIT.codex(environment, "gpt-5.5", CodexIT.SMALL_WINDOW);
            CodexIT.said(CodexIT.exec(codex, "Please run seq 1 4000"), "4000");
            CodexIT.said(CodexIT.resume(codex, "Please run seq 1 4000"), "4000");
            CodexIT.said(CodexIT.resume(codex, "Please run echo third-turn"), "third-turn");
            assertEquals(List.of("codex: 6 conversation"), check(environment).sessionSummaries());
        }
    }

    @Test
    void claude_is_resumed_and_compacts() throws IOException, InterruptedException {
        try (TestEnvironment environment = tiny()) {
            Program claude = ClaudeIT.claude(environment);
            ClaudeIT.said(ClaudeIT.ask(claude, "Please run echo first-turn"), "first-turn");
            ClaudeIT.said(ClaudeIT.ask(claude, "Please run seq 1 900", "--continue"), "900");
            String both = "Both at once: `echo left-hand` `echo right-hand`";
            ClaudeIT.said(ClaudeIT.ask(claude, both, "--continue"), "right-hand");
            ClaudeIT.ask(claude, "/compact", "--continue").expectSuccess();
            ClaudeIT.said(ClaudeIT.ask(claude, "Please run echo after-compaction", "--continue"), "after-compaction");
            ArchiveCheck check = check(environment);
            assertEquals(List.of("claude: 8 conversation, 1 compaction, 1 linked"), check.sessionSummaries());
            check.checkLinked(check.sessions().getFirst());
        }
    }

    @Test
    void claude_has_a_sub_agent() throws IOException, InterruptedException {
        try (TestEnvironment environment = tiny()) {
            Program claude = ClaudeIT.claude(environment);
            ClaudeIT.ask(claude, "Please ask a sub-agent to run echo from-below")
                    .expectSuccess();
            assertEquals(
                    "claude, child of claude: 2 conversation",
                    environment
                            .stopAndReadArchive()
                            .checkAccepted()
                            .checkArchived()
                            .sessionSummaries()
                            .getLast());
        }
    }

    @ParameterizedTest
    @CsvSource({"openai-completions,/v1", "openai-responses,/v1", "anthropic-messages,''"})
    void pi_is_resumed(String api, String path) throws IOException, InterruptedException {
        try (TestEnvironment environment = tiny()) {
            Program pi = PiIT.pi(environment, api, path);
            PiIT.said(PiIT.ask(pi, "Please run echo first-turn"), "first-turn");
            PiIT.said(PiIT.ask(pi, "Please run seq 1 900", "-c"), "900");
            PiIT.said(PiIT.ask(pi, "Both at once: `echo left-hand` `echo right-hand`", "-c"), "right-hand");
            ArchiveCheck check = check(environment);
            assertEquals(
                    6, check.sessions().getFirst().turns(Purpose.CONVERSATION).size());
        }
    }

    private TestEnvironment tiny() throws IOException, InterruptedException {
        return TestEnvironment.start(folder, ModelOptions.of(new ToolScript()), "--windows", TINY);
    }

    private static ArchiveCheck check(TestEnvironment environment) throws InterruptedException {
        return environment.stopAndReadArchive().checkAccepted().checkArchived().checkEdited();
    }
}
