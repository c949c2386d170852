package dev.throughline.clients;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.simulator.server.ModelOptions;
import dev.throughline.simulator.server.ModelServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code throughline run}: the agents use the gateway without configuration, and a summary is printed at the end. */
final class RunIT {
    @TempDir
    private Path folder;

    @Test
    void sessions_of_codex_are_archived_and_resumed() throws IOException, InterruptedException {
        try (ModelServer model = ModelServer.start(ModelOptions.of(new ToolScript()))) {
            Program program = program(model).with("OPENAI_API_KEY", "sk-none");
            Path home = Files.createDirectories(program.folder().resolve("codex"));
            configure(home);
            program.with("CODEX_HOME", home.toString());
            said(run(program, "codex", "exec", "--skip-git-repo-check", "Please run echo first-turn"), "first-turn");
            said(
                    run(
                            program,
                            "codex",
                            "exec",
                            "resume",
                            "--last",
                            "--skip-git-repo-check",
                            "Please run echo second-turn"),
                    "second-turn");
            assertEquals(
                    List.of("codex: 4 conversation"),
                    check(model).checkArchived().sessionSummaries());
        }
    }

    @Test
    void sessions_of_claude_are_archived_and_resumed() throws IOException, InterruptedException {
        try (ModelServer model = ModelServer.start(ModelOptions.of(new ToolScript()))) {
            Program program = ClaudeIT.quiet(program(model)).with("ANTHROPIC_API_KEY", "sk-ant-none");
            said(run(program, "claude", "-p", "Please run echo first-turn", "--allowedTools", "Bash"), "first-turn");
            said(
                    run(program, "claude", "-p", "Please run echo second-turn", "--continue", "--allowedTools", "Bash"),
                    "second-turn");
            assertEquals(
                    List.of("claude: 4 conversation"),
                    check(model).checkArchived().sessionSummaries());
        }
    }

    @Test
    void sessions_of_pi_are_archived_and_resumed() throws IOException, InterruptedException {
        try (ModelServer model = ModelServer.start(ModelOptions.of(new ToolScript()))) {
            Program program = PiIT.quiet(program(model)).with("ANTHROPIC_API_KEY", "sk-ant-none");
            String[] chosen = {"--provider", "anthropic", "--model", "claude-sonnet-4-5"};
            said(run(program, "pi", "-p", chosen[0], chosen[1], chosen[2], chosen[3], "Please run echo one"), "one");
            said(
                    run(program, "pi", "-p", "-c", chosen[0], chosen[1], chosen[2], chosen[3], "Please run echo two"),
                    "two");
            assertEquals(
                    List.of("pi: 4 conversation"), check(model).checkArchived().sessionSummaries());
        }
    }

    /** Writes a configuration of Codex without a gateway. */
    static void configure(Path home) throws IOException {
        Files.writeString(
                home.resolve("config.toml"),
                "model = \"gpt-5.5\"\n" + CodexIT.quiet()
                        + "[features]\nplugins = false\napps = false\n[analytics]\nenabled = false\n");
    }

    private Program program(ModelServer model) throws IOException {
        return new Program(Files.createDirectories(folder.resolve("agent")))
                .with("THROUGHLINE_HOME", folder.resolve("home").toString())
                .with("THROUGHLINE_POLICY", "off")
                .with("THROUGHLINE_OPENAI_URL", model.url())
                .with("THROUGHLINE_ANTHROPIC_URL", model.url());
    }

    private static Program.Ended run(Program program, String... words) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(Installed.launcher().toString(), "run"));
        command.addAll(List.of(words));
        return program.run(command);
    }

    @AfterEach
    void stop() throws IOException, InterruptedException {
        Program.stopGateway(folder);
    }

    private static void said(Program.Ended ended, String wanted) {
        assertTrue(ended.expectSuccess().out().contains(wanted), () -> ended.out() + ended.err());
        assertTrue(ended.err().contains("2 turns"), ended::err);
        assertTrue(ended.err().contains("recorded as session"), ended::err);
        assertFalse(ended.err().contains("helper model"), ended::err);
    }

    /** The archive, read from the files after the shared gateway has stopped. */
    private ArchiveCheck check(ModelServer model) throws IOException, InterruptedException {
        stop();
        return new ArchiveCheck(List.of(), model.received(), ArchivedSession.all(folder.resolve("home")));
    }
}
