package dev.throughline.clients;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** OpenClaw from npm, which names the origin of its messages in headers that its provider is configured with. */
final class OpenClawIT {
    private static final String STATEMENT = "Remember: we release on Thursdays.";
    private static final String QUESTION = "Which day do we ship?";
    private static final String KEY = "agent:main:main";

    @TempDir
    private Path folder;

    @Test
    void a_header_setting_gives_it_a_key_memory_commands_and_resets() throws IOException, InterruptedException {
        try (TestEnvironment environment = TestEnvironment.start(folder)) {
            Program openClaw = openClaw(environment);
            say(openClaw, STATEMENT);
            assertTrue(asked(environment).contains(STATEMENT));

            say(openClaw, "/new " + QUESTION);
            String asked = asked(environment);
            assertFalse(asked.contains(STATEMENT), asked); // What was said before the reset.
            assertFalse(asked.contains("/new"), asked);
            int memory = asked.indexOf("<throughline_memory");
            assertTrue(memory > 0 && asked.indexOf("we release on Thursdays.", memory) > memory, asked);
            assertTrue(asked.indexOf(QUESTION, memory) > memory, asked);

            int requests = environment.model().received().size();
            String status = say(openClaw, "/status");
            assertTrue(status.contains(KEY), status);
            assertEquals(requests, environment.model().received().size(), "a command is not sent to the model");

            environment.throughline("sessions", "undo-reset", KEY).expectSuccess();
            say(openClaw, "And who said so?");
            assertTrue(asked(environment).contains(STATEMENT), "the history of before the reset");
            assertEquals(
                    List.of(KEY, KEY),
                    environment.stopAndReadArchive().sessions().stream()
                            .map(session -> session.card().key().text())
                            .toList());
        }
    }

    private static String asked(TestEnvironment environment) {
        return environment.model().received().getLast().body().utf8();
    }

    /** OpenClaw with the configuration that docs/sessions.md shows, with its own model. */
    private static Program openClaw(TestEnvironment environment) throws IOException {
        Program program = environment.agent();
        Path configuration = program.folder().resolve("openclaw.json");
        Files.writeString(configuration, """
            {"models": {"providers": {"throughline": {
              "baseUrl": "%s/v1", "api": "openai-completions", "apiKey": "sk-none",
              "headers": {"X-Throughline-Agent": "main", "X-Throughline-Chat-Type": "dm"},
              "models": [{"id": "a-model", "name": "a-model", "reasoning": false, "input": ["text"],
                          "contextWindow": 128000, "maxTokens": 8192,
                          "cost": {"input": 0, "output": 0, "cacheRead": 0, "cacheWrite": 0}}]
            }}}}
            """.formatted(environment.url()));
        return program.with("OPENCLAW_CONFIG_PATH", configuration.toString());
    }

    /** Sends a message in one conversation of OpenClaw, which it keeps in files; returns what it printed. */
    private static String say(Program openClaw, String message) throws IOException, InterruptedException {
        return openClaw.run(
                        Installed.openClaw().toString(),
                        "agent",
                        "--local",
                        "--agent",
                        "main",
                        "--session-id",
                        "one",
                        "--model",
                        "throughline/a-model",
                        "--json",
                        "-m",
                        message)
                .expectSuccess()
                .out();
    }
}
