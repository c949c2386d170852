package dev.throughline.clients;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Claude Code from npm. */
final class ClaudeIT {
    @TempDir
    private Path folder;

    @Test
    void a_session_with_tools_is_kept_and_resumed() throws IOException, InterruptedException {
        try (Stage stage = Stage.untouched(folder)) {
            Program claude = claude(stage);
            said(ask(claude, "Please run echo first-turn"), "first-turn");
            said(ask(claude, "Please run echo second-turn", "--continue"), "second-turn");
            said(ask(claude, "Both at once: `echo left-hand` `echo right-hand`", "--continue"), "right-hand");
            Proof proof = stage.over().holds();
            assertEquals(List.of("claude: 6 conversation"), proof.layout());
        }
    }

    @Test
    void as_users_start_it_only_a_tool_is_added() throws IOException, InterruptedException {
        try (Stage stage = Stage.set(folder)) {
            Program claude = claude(stage);
            said(ask(claude, "Please run echo first-turn"), "first-turn");
            said(ask(claude, "Please run echo second-turn", "--continue"), "second-turn");
            assertEquals(
                    List.of("claude: 4 conversation"),
                    stage.over().holdsButForTools().layout());
        }
    }

    @Test
    void a_sub_agent_is_a_child_of_its_session() throws IOException, InterruptedException {
        try (Stage stage = Stage.untouched(folder)) {
            Program claude = claude(stage);
            ask(claude, "Please ask a sub-agent to run echo from-below").well();
            Proof proof = stage.over().holds();
            // The number of turns of the main agent depends on when it learns that the sub-agent is done.
            assertEquals(2, proof.sessions().size(), () -> proof.layout().toString());
            assertEquals(
                    "claude, child of claude: 2 conversation", proof.layout().getLast());
        }
    }

    @Test
    void its_own_compaction_is_linked_to_what_was_before() throws IOException, InterruptedException {
        try (Stage stage = Stage.untouched(folder)) {
            Program claude = claude(stage);
            said(ask(claude, "Please run echo first-turn"), "first-turn");
            ask(claude, "/compact", "--continue").well();
            said(ask(claude, "Please run echo after-compaction", "--continue"), "after-compaction");
            Proof proof = stage.over().holds();
            assertEquals(List.of("claude: 4 conversation, 1 compaction, 1 linked"), proof.layout());
            proof.isLinked(proof.sessions().getFirst());
        }
    }

    static Program claude(Stage stage) throws IOException {
        return claude(stage.agent(), stage.url());
    }

    static Program claude(Program program, String url) {
        return quiet(program).with("ANTHROPIC_BASE_URL", url).with("ANTHROPIC_API_KEY", "sk-ant-none");
    }

    /** Settings that disable the update checks of Claude Code. */
    static Program quiet(Program claude) {
        return claude.with("DISABLE_TELEMETRY", "1")
                .with("DISABLE_ERROR_REPORTING", "1")
                .with("DISABLE_AUTOUPDATER", "1")
                .with("CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC", "1");
    }

    static Program.Ended ask(Program claude, String prompt, String... more) throws IOException, InterruptedException {
        List<String> command =
                new ArrayList<>(List.of(Installed.program("claude").toString(), "-p", prompt));
        command.addAll(List.of(more));
        command.addAll(List.of("--allowedTools", "Bash", "--output-format", "stream-json", "--verbose"));
        return claude.run(command);
    }

    static void said(Program.Ended ended, String wanted) {
        assertTrue(ended.well().out().contains(wanted), ended::out);
    }
}
