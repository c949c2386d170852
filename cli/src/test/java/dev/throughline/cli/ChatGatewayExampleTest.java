package dev.throughline.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.server.config.Config;
import dev.throughline.server.config.Environment;
import dev.throughline.server.wiring.GatewayServer;
import dev.throughline.simulator.answer.Answer;
import dev.throughline.simulator.server.ModelOptions;
import dev.throughline.simulator.server.ModelRequest;
import dev.throughline.simulator.server.ModelServer;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The example {@code examples/chat-gateway}, started as its README says, against a complete gateway. */
final class ChatGatewayExampleTest {
    private static final Path EXAMPLE = Path.of("..", "examples", "chat-gateway");
    private static final Pattern LINE = Pattern.compile("(?m)^\\[(\\w+)] to (\\S+) \\(session (\\w+)\\): (.*)$");
    private static final String UNKNOWN = "I do not know.";

    @TempDir
    private Path user = Path.of("");

    /** A model that knows only what its prompt contains. */
    private static Answer answer(ModelRequest asked) {
        String prompt = asked.received().body().utf8();
        String question = asked.lastUserText();
        if (question.contains("birthday") && question.contains("When")) {
            return Answer.text(prompt.contains("May 3") ? "On May 3." : UNKNOWN);
        }
        if (question.contains("When do we meet")) {
            return Answer.text(prompt.contains("at eight") ? "At eight." : UNKNOWN);
        }
        return Answer.text("Noted.");
    }

    private String run(URI gateway) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        EXAMPLE.resolve("ChatGateway.java").toString(),
                        gateway.toString(),
                        "gpt-5-mini")
                .redirectInput(EXAMPLE.resolve("conversation.txt").toFile())
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertTrue(process.waitFor(120, TimeUnit.SECONDS), "it did not end");
        assertEquals(0, process.exitValue(), output);
        return output;
    }

    @Test
    void everyone_gets_answers_from_their_own_session() throws Exception {
        Map<String, String> flags = Map.of(
                "--port", "0",
                "--search-embeddings", "none",
                "--sessions-scope", "per-peer",
                "--sessions-identity-links", "ada=telegram:1001 discord:ada#77");
        try (ModelServer model = ModelServer.start(ModelOptions.of(ChatGatewayExampleTest::answer))) {
            Map<String, String> all = new HashMap<>(flags);
            all.put("--openai-url", model.url() + "/v1");
            Config config = Config.load(new Environment(Map.of(), user, user), all);
            String transcript;
            try (GatewayServer gateway = GatewayServer.open(config, Clock.systemUTC())) {
                transcript = run(gateway.address());
            }
            List<MatchResult> lines = LINE.matcher(transcript).results().toList();
            assertEquals(
                    List.of(
                            "telegram 1001 Noted.",
                            "discord ada#77 On May 3.",
                            "irc bob " + UNKNOWN,
                            "discord party Noted.",
                            "discord party At eight.",
                            "discord cleo#12 " + UNKNOWN),
                    lines.stream()
                            .limit(6)
                            .map(line -> line.group(1) + " " + line.group(2) + " " + line.group(4))
                            .toList(),
                    transcript);
            assertEquals(UNKNOWN, lines.getLast().group(4), "after /new: " + transcript);
            String ada = lines.getFirst().group(3);
            assertEquals(ada, lines.get(1).group(3), "linked people share a session");
            assertNotEquals(ada, lines.get(2).group(3), "another person does not");
            assertNotEquals(ada, lines.getLast().group(3), "/new begins a new session");
            List<String> sent = model.received().stream()
                    .map(request -> request.body().utf8())
                    .toList();
            assertEquals(7, sent.size(), "commands are not sent to the model");
            assertTrue(sent.get(1).contains("\"Noted.\""), "the gateway holds the history: " + sent.get(1));
            for (int other : List.of(2, 3, 4, 5, 6)) {
                assertFalse(sent.get(other).contains("May 3"), sent.get(other));
            }
        }
    }
}
