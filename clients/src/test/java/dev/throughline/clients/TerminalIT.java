package dev.throughline.clients;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.simulator.answer.Answer;
import dev.throughline.simulator.server.ModelOptions;
import dev.throughline.simulator.server.Script;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Agents in a terminal: their additional requests are not sessions or turns. */
final class TerminalIT {
    private static final Answer TITLE = Answer.text("{\"title\":\"Sum of numbers\"}");

    @TempDir
    private Path folder;

    @Test
    void the_title_request_of_codex_belongs_to_its_session() throws IOException, InterruptedException {
        try (TestEnvironment environment = environment("task title")) {
            Program agent = environment.agent();
            String trusted = "[projects.\"" + agent.folder().toRealPath() + "\"]\ntrust_level = \"trusted\"\n";
            Program codex = CodexIT.codex(agent, environment.url(), "gpt-6.1-sol", "");
            Files.writeString(agent.folder().resolve("codex/config.toml"), trusted, StandardOpenOption.APPEND);
            try (Terminal terminal = Terminal.open(
                    codex,
                    Installed.program("codex").toString(),
                    "-c",
                    "features.daemon_auto_start=false",
                    "Please add two numbers")) {
                terminal.shows("It is forty-two.");
                terminal.shows("Sum of numbers"); // In the status line, once there is a title.
            }
            ArchiveCheck check = environment.stopAndReadArchive().checkUnchanged();
            assertEquals(List.of("codex: 1 conversation, 1 aside"), check.sessionSummaries());
            assertEquals(1, check.sessions().getFirst().card().turns());
        }
    }

    @Test
    void the_title_request_of_claude_code_belongs_to_its_session() throws IOException, InterruptedException {
        try (TestEnvironment environment = environment("<session>")) {
            Program agent = environment.agent();
            Files.writeString(agent.folder().resolve(".claude.json"), """
                {"hasCompletedOnboarding":true,"theme":"dark","bypassPermissionsModeAccepted":true,
                 "customApiKeyResponses":{"approved":["sk-ant-none"],"rejected":[]},
                 "projects":{"%s":{"hasTrustDialogAccepted":true,"hasCompletedProjectOnboarding":true}}}
                """.formatted(
                            agent.folder().toRealPath()));
            Program claude = agent.with("ANTHROPIC_BASE_URL", environment.url())
                    .with("ANTHROPIC_API_KEY", "sk-ant-none")
                    .with("DISABLE_TELEMETRY", "1")
                    .with("DISABLE_ERROR_REPORTING", "1")
                    .with("DISABLE_AUTOUPDATER", "1");
            try (Terminal terminal = Terminal.open(
                    claude,
                    Installed.program("claude").toString(),
                    "--permission-mode",
                    "default",
                    "Please add two numbers")) {
                terminal.shows("It is forty-two.");
            }
            ArchiveCheck check = environment.stopAndReadArchive().checkUnchanged();
            assertEquals(List.of("claude: 1 conversation, 1 aside"), check.sessionSummaries());
            assertEquals(1, check.sessions().getFirst().card().turns());
        }
    }

    private TestEnvironment environment(String inTitle) throws IOException, InterruptedException {
        Script script = Script.byLastUserText(Map.of(inTitle, TITLE), Answer.text("It is forty-two."));
        return TestEnvironment.start(folder, ModelOptions.of(script), "--policy", "off");
    }
}
