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
        try (Stage stage = tiny()) {
            Program codex = CodexIT.codex(stage, "gpt-5.5", "");
            CodexIT.said(CodexIT.exec(codex, "Please run echo first-turn"), "first-turn");
            CodexIT.said(CodexIT.resume(codex, "Please run seq 1 900"), "900");
            CodexIT.said(CodexIT.resume(codex, "Both at once: `echo left-hand` `echo right-hand`"), "right-hand");
            CodexIT.said(CodexIT.resume(codex, "Please write a file"), "hello.txt");
            assertEquals("hello from a patch\n", Files.readString(codex.folder().resolve("hello.txt")));
            assertEquals(List.of("codex: 8 conversation"), proof(stage).layout());
        }
    }

    @Test
    void codex_has_a_sub_agent() throws IOException, InterruptedException {
        try (Stage stage = tiny()) {
            Program codex = CodexIT.codex(stage, "gpt-6.1-sol", "");
            CodexIT.exec(codex, "Please ask a sub-agent to say hello").well();
            CodexIT.said(CodexIT.resume(codex, "Please run echo second-turn"), "second-turn");
            assertEquals(
                    List.of("codex: 5 conversation", "codex, child of codex: 1 conversation"),
                    stage.over().isAccepted().isKept().layout());
        }
    }

    /** The same turns without edits are compacted, see {@link CodexIT}: the model reports the prompt that it got. */
    @Test
    void codex_need_not_compact() throws IOException, InterruptedException {
        try (Stage stage = tiny()) {
            Program codex = CodexIT.codex(stage, "gpt-5.5", CodexIT.SMALL_WINDOW);
            CodexIT.said(CodexIT.exec(codex, "Please run seq 1 4000"), "4000");
            CodexIT.said(CodexIT.resume(codex, "Please run seq 1 4000"), "4000");
            CodexIT.said(CodexIT.resume(codex, "Please run echo third-turn"), "third-turn");
            assertEquals(List.of("codex: 6 conversation"), proof(stage).layout());
        }
    }

    @Test
    void claude_is_resumed_and_compacts() throws IOException, InterruptedException {
        try (Stage stage = tiny()) {
            Program claude = ClaudeIT.claude(stage);
            ClaudeIT.said(ClaudeIT.ask(claude, "Please run echo first-turn"), "first-turn");
            ClaudeIT.said(ClaudeIT.ask(claude, "Please run seq 1 900", "--continue"), "900");
            String both = "Both at once: `echo left-hand` `echo right-hand`";
            ClaudeIT.said(ClaudeIT.ask(claude, both, "--continue"), "right-hand");
            ClaudeIT.ask(claude, "/compact", "--continue").well();
            ClaudeIT.said(ClaudeIT.ask(claude, "Please run echo after-compaction", "--continue"), "after-compaction");
            Proof proof = proof(stage);
            assertEquals(List.of("claude: 8 conversation, 1 compaction, 1 linked"), proof.layout());
            proof.isLinked(proof.sessions().getFirst());
        }
    }

    @Test
    void claude_has_a_sub_agent() throws IOException, InterruptedException {
        try (Stage stage = tiny()) {
            Program claude = ClaudeIT.claude(stage);
            ClaudeIT.ask(claude, "Please ask a sub-agent to run echo from-below")
                    .well();
            assertEquals(
                    "claude, child of claude: 2 conversation",
                    stage.over().isAccepted().isKept().layout().getLast());
        }
    }

    @ParameterizedTest
    @CsvSource({"openai-completions,/v1", "openai-responses,/v1", "anthropic-messages,''"})
    void pi_is_resumed(String api, String path) throws IOException, InterruptedException {
        try (Stage stage = tiny()) {
            Program pi = PiIT.pi(stage, api, path);
            PiIT.said(PiIT.ask(pi, "Please run echo first-turn"), "first-turn");
            PiIT.said(PiIT.ask(pi, "Please run seq 1 900", "-c"), "900");
            PiIT.said(PiIT.ask(pi, "Both at once: `echo left-hand` `echo right-hand`", "-c"), "right-hand");
            Proof proof = proof(stage);
            assertEquals(
                    6, proof.sessions().getFirst().turns(Purpose.CONVERSATION).size());
        }
    }

    private Stage tiny() throws IOException, InterruptedException {
        return Stage.set(folder, ModelOptions.of(new ToolScript()), "--windows", TINY);
    }

    private static Proof proof(Stage stage) throws InterruptedException {
        return stage.over().isAccepted().isKept().isEdited();
    }
}
