package dev.throughline.clients;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.simulator.server.ModelOptions;
import dev.throughline.simulator.server.ModelServer;
import dev.throughline.simulator.server.ReceivedRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Memory without tools: what an agent is told in one session is in the first request of the next session. */
final class MemoryIT {
    private static final String STATEMENT = "Remember: we release on Thursdays.";
    private static final String QUESTION = "Which day do we ship?";
    private static final String OPENING = "<throughline_memory";

    @TempDir
    private Path folder;

    @Test
    void claude_code_is_shown_memory_of_the_same_repository_only() throws IOException, InterruptedException {
        try (ModelServer model = ModelServer.start(ModelOptions.of(new ToolScript()))) {
            List<String> claude = List.of("claude", "-p");
            run(claude(model, "parser"), claude, STATEMENT);
            run(claude(model, "parser"), claude, QUESTION);
            isRemembered(model);
            run(claude(model, "other"), claude, QUESTION);
            isUnknown(model);
        }
    }

    @Test
    void codex_is_shown_memory_of_the_same_repository_only() throws IOException, InterruptedException {
        try (ModelServer model = ModelServer.start(ModelOptions.of(new ToolScript()))) {
            List<String> codex = List.of("codex", "exec");
            run(codex(model, "parser"), codex, STATEMENT);
            run(codex(model, "parser"), codex, QUESTION);
            isRemembered(model);
            run(codex(model, "other"), codex, QUESTION);
            isUnknown(model);
        }
    }

    @Test
    void pi_is_shown_memory_of_the_same_repository_only() throws IOException, InterruptedException {
        try (ModelServer model = ModelServer.start(ModelOptions.of(new ToolScript()))) {
            List<String> pi = List.of("pi", "-p", "--provider", "anthropic", "--model", "claude-sonnet-4-5");
            run(pi(model, "parser"), pi, STATEMENT);
            run(pi(model, "parser"), pi, QUESTION);
            isRemembered(model);
            run(pi(model, "other"), pi, QUESTION);
            isUnknown(model);
        }
    }

    private static void isRemembered(ModelServer model) {
        String asked = asked(model);
        int block = asked.indexOf(OPENING);
        assertTrue(block > 0, asked);
        assertTrue(asked.indexOf("we release on Thursdays.", block) > block, asked);
        assertTrue(asked.indexOf(QUESTION, block) > block, "memory is before the user's message: " + asked);
    }

    private static void isUnknown(ModelServer model) {
        String asked = asked(model);
        assertFalse(asked.contains("Thursdays"), asked);
        assertFalse(asked.contains(OPENING), asked);
    }

    /** The newest request that asks the question. */
    private static String asked(ModelServer model) {
        return model.received().reversed().stream()
                .map(ReceivedRequest::body)
                .map(body -> body.utf8())
                .filter(body -> body.contains(QUESTION))
                .findFirst()
                .orElseThrow();
    }

    private Program claude(ModelServer model, String repository) throws IOException, InterruptedException {
        return ClaudeIT.quiet(program(model, repository)).with("ANTHROPIC_API_KEY", "sk-ant-none");
    }

    private Program pi(ModelServer model, String repository) throws IOException, InterruptedException {
        return PiIT.quiet(program(model, repository)).with("ANTHROPIC_API_KEY", "sk-ant-none");
    }

    private Program codex(ModelServer model, String repository) throws IOException, InterruptedException {
        Path home = Files.createDirectories(folder.resolve("codex"));
        RunIT.configure(home);
        return program(model, repository).with("CODEX_HOME", home.toString()).with("OPENAI_API_KEY", "sk-none");
    }

    /** An agent of one person, in one of their repositories. */
    private Program program(ModelServer model, String repository) throws IOException, InterruptedException {
        Program program = new Program(Files.createDirectories(folder.resolve(repository)))
                .with("HOME", Files.createDirectories(folder.resolve("user")).toString())
                .with("THROUGHLINE_OPENAI_URL", model.url())
                .with("THROUGHLINE_ANTHROPIC_URL", model.url());
        program.run("git", "init", "--quiet").expectSuccess();
        return program;
    }

    /** Stops the gateway that the runs shared. */
    @AfterEach
    void stop() throws IOException, InterruptedException {
        new Program(folder)
                .with("HOME", folder.resolve("user").toString())
                .run(Installed.launcher().toString(), "stop")
                .expectSuccess();
    }

    private static void run(Program program, List<String> agent, String prompt)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(Installed.launcher().toString(), "run"));
        command.addAll(agent);
        command.add(prompt);
        program.run(command).expectSuccess();
    }
}
