package dev.throughline.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
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
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The example {@code examples/chat-gateway}, started as its README says, against a complete gateway. */
final class ChatGatewayExampleTest {
    private static final Path EXAMPLE = Path.of("..", "examples", "chat-gateway");
    private static final Pattern LINE = Pattern.compile("(?m)^\\[(\\w+)] to (\\S+) \\(session (\\w+)\\): (.*)$");
    private static final String UNKNOWN = "I do not know.";
    private static final String LINKS = "ada=telegram:1001 discord:ada#77, bob=irc:bob telegram:2002";

    @TempDir
    private Path user = Path.of("");

    /** A model that knows only what its prompt contains. */
    private static Answer answer(ModelRequest asked) {
        String prompt = asked.received().body().utf8();
        String question = asked.lastUserText();
        if (question.contains("birthday") && question.contains("When")) {
            return Answer.text(prompt.contains("May 3") ? "On May 3." : UNKNOWN);
        }
        if (question.contains("Which gate")) {
            return Answer.text(prompt.contains("B7") ? "From B7." : UNKNOWN);
        }
        if (question.contains("When do we meet")) {
            return Answer.text(prompt.contains("at eight") ? "At eight." : UNKNOWN);
        }
        return Answer.text("Noted.");
    }

    private String run(URI gateway) throws IOException, InterruptedException {
        Path output = user.resolve("output.txt");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        EXAMPLE.resolve("ChatGateway.java").toString(),
                        gateway.toString(),
                        "gpt-5-mini")
                .redirectInput(EXAMPLE.resolve("conversation.txt").toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            assertTrue(process.waitFor(120, TimeUnit.SECONDS), () -> "it did not end: " + text(output));
            assertEquals(0, process.exitValue(), () -> text(output));
            return text(output);
        } finally {
            process.destroyForcibly();
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Sends a request to the memory of a person, as the chat gateway could do it. */
    private static String memory(URI gateway, String method, String channel, String peer, String body)
            throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(gateway.resolve("/api/v1/memory"))
                .timeout(Duration.ofSeconds(60))
                .header("X-Throughline-Agent", "concierge")
                .header("X-Throughline-Channel", channel)
                .header("X-Throughline-Peer", URLEncoder.encode(peer, StandardCharsets.UTF_8))
                .method(method, HttpRequest.BodyPublishers.ofString(body))
                .build();
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpResponse<String> reply = client.send(request, HttpResponse.BodyHandlers.ofString());
            assertEquals(200, reply.statusCode(), reply.body());
            return reply.body();
        }
    }

    private GatewayServer open(ModelServer model) {
        Map<String, String> flags = Map.of(
                "--port", "0",
                "--search-embeddings", "none",
                "--sessions-scope", "per-peer",
                "--sessions-identity-links", LINKS,
                "--openai-url", model.url() + "/v1");
        return GatewayServer.open(Config.load(new Environment(Map.of(), user, user), flags), Clock.systemUTC());
    }

    @Test
    void the_readme_contains_the_links_of_this_test() throws IOException {
        assertTrue(Files.readString(EXAMPLE.resolve("README.md")).contains("'" + LINKS + "'"));
    }

    @Test
    void everyone_gets_answers_from_their_own_session() throws Exception {
        try (ModelServer model = ModelServer.start(ModelOptions.of(ChatGatewayExampleTest::answer))) {
            String transcript;
            String idOfAda;
            String idOfBob;
            try (GatewayServer gateway = open(model)) {
                transcript = run(gateway.address());
                idOfAda = id(gateway, "agent:concierge:dm:~ada");
                idOfBob = id(gateway, "agent:concierge:dm:~bob");
            }
            List<MatchResult> lines = LINE.matcher(transcript).results().toList();
            assertEquals(
                    List.of(
                            "telegram 1001 Noted.",
                            "discord ada#77 On May 3.",
                            "irc bob " + UNKNOWN,
                            "irc bob Noted.",
                            "telegram 2002 From B7.",
                            "discord ada#77 " + UNKNOWN,
                            "discord party Noted.",
                            "discord party At eight.",
                            "discord cleo#12 " + UNKNOWN),
                    lines.stream()
                            .limit(9)
                            .map(line -> line.group(1) + " " + line.group(2) + " " + line.group(4))
                            .toList(),
                    transcript);
            assertEquals(UNKNOWN, lines.getLast().group(4), "after /new: " + transcript);
            List<String> sessions = lines.stream().map(line -> line.group(3)).toList();
            String ada = sessions.getFirst();
            String bob = sessions.get(2);
            assertEquals(List.of(ada, ada, bob, bob, bob, ada), sessions.subList(0, 6), "linked ids share a session");
            assertNotEquals(ada, bob);
            assertNotEquals(ada, sessions.getLast(), "/new begins a new session");
            assertTrue(idOfAda.endsWith(sessions.getLast()), "it has the key of Ada: " + idOfAda);
            assertTrue(idOfBob.endsWith(bob), idOfBob);
            List<String> sent = model.received().stream()
                    .map(request -> request.body().utf8())
                    .toList();
            assertEquals(10, sent.size(), "commands are not sent to the model");
            assertTrue(sent.get(1).contains("\"Noted.\""), "the gateway holds the history: " + sent.get(1));
            assertEquals(List.of(0, 1, 5), containing(sent, "May 3"), "only in the session of Ada");
            assertEquals(List.of(3, 4), containing(sent, "B7"), "only in the session of Bob");
        }
    }

    /** The id of the session that a key has now. */
    private static String id(GatewayServer gateway, String key) {
        return gateway.sessions().named(key).ref().id().toString();
    }

    /** The numbers of the requests that contain a text. */
    private static List<Integer> containing(List<String> sent, String text) {
        return IntStream.range(0, sent.size())
                .filter(i -> sent.get(i).contains(text))
                .boxed()
                .toList();
    }

    @Test
    void linked_people_have_one_memory_each_in_all_channels() throws Exception {
        try (ModelServer model = ModelServer.start(ModelOptions.of(ChatGatewayExampleTest::answer));
                GatewayServer gateway = open(model)) {
            URI address = gateway.address();
            memory(address, "POST", "telegram", "1001", "My sister's birthday is May 3.");
            String ada = memory(address, "GET", "telegram", "1001", "");
            assertEquals(ada, memory(address, "GET", "discord", "ada#77", ""));
            String bob = memory(address, "GET", "irc", "bob", "");
            assertEquals(bob, memory(address, "GET", "telegram", "2002", ""));
            assertTrue(ada.contains(".md\"") && bob.contains("\"pages\":[]"), ada + " " + bob);
            memory(address, "POST", "telegram", "2002", "My flight leaves from gate B7.");
            assertNotEquals(bob, memory(address, "GET", "irc", "bob", ""));
            assertEquals(ada, memory(address, "GET", "telegram", "1001", ""));
        }
    }
}
