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
    void a_session_with_tools_is_archived_and_resumed() throws IOException, InterruptedException {
        try (TestEnvironment environment = TestEnvironment.startWithoutEdits(folder)) {
            Program claude = claude(environment);
            said(ask(claude, "Please run echo first-turn"), "first-turn");
            said(ask(claude, "Please run echo second-turn", "--continue"), "second-turn");
            said(ask(claude, "Both at once: `echo left-hand` `echo right-hand`", "--continue"), "right-hand");
            ArchiveCheck check = environment.stopAndReadArchive().checkUnchanged();
            assertEquals(List.of("claude: 6 conversation"), check.sessionSummaries());
        }
    }

    @Test
    void with_default_settings_only_a_tool_is_added() throws IOException, InterruptedException {
        try (TestEnvironment environment = TestEnvironment.start(folder)) {
            Program claude = claude(environment);
            said(ask(claude, "Please run echo first-turn"), "first-turn");
            said(ask(claude, "Please run echo second-turn", "--continue"), "second-turn");
            assertEquals(
                    List.of("claude: 4 conversation"),
                    environment.stopAndReadArchive().checkOnlyToolsAdded().sessionSummaries());
        }
    }

    @Test
    void a_sub_agent_is_a_child_of_its_session() throws IOException, InterruptedException {
        try (TestEnvironment environment = TestEnvironment.startWithoutEdits(folder)) {
            Program claude = claude(environment);
            ask(claude, "Please ask a sub-agent to run echo from-below").expectSuccess();
            ArchiveCheck check = environment.stopAndReadArchive().checkUnchanged();
            // The number of turns of the main agent depends on when it learns that the sub-agent is done.
            assertEquals(
                    2, check.sessions().size(), () -> check.sessionSummaries().toString());
            assertEquals(
                    "claude, child of claude: 2 conversation",
                    check.sessionSummaries().getLast());
        }
    }

    @Test
    void a_compaction_by_the_client_is_linked_to_the_earlier_history() throws IOException, InterruptedException {
        try (TestEnvironment environment = TestEnvironment.startWithoutEdits(folder)) {
            Program claude = claude(environment);
            said(ask(claude, "Please run echo first-turn"), "first-turn");
            ask(claude, "/compact", "--continue").expectSuccess();
            said(ask(claude, "Please run echo after-compaction", "--continue"), "after-compaction");
            ArchiveCheck check = environment.stopAndReadArchive().checkUnchanged();
            assertEquals(List.of("claude: 4 conversation, 1 compaction, 1 linked"), check.sessionSummaries());
            check.checkLinked(check.sessions().getFirst());
        }
    }

    static Program claude(TestEnvironment environment) throws IOException {
        return claude(environment.agent(), environment.url());
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
        assertTrue(ended.expectSuccess().out().contains(wanted), ended::out);
    }
}
