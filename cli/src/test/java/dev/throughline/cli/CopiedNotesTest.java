package dev.throughline.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.cli.terminal.Screen;
import dev.throughline.model.json.JsonFormat;
import dev.throughline.server.config.Config;
import dev.throughline.server.config.Environment;
import dev.throughline.server.wiring.GatewayServer;
import dev.throughline.simulator.answer.Answer;
import dev.throughline.simulator.dialect.SimulatedDialect;
import dev.throughline.simulator.server.ModelOptions;
import dev.throughline.simulator.server.ModelServer;
import dev.throughline.simulator.server.Script;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/** A model that copies a placeholder into a call, with a gateway that had to cut some results. */
final class CopiedNotesTest {
    private static final String NOTE = "[output cut: Read a/Parser.java; 14,200 characters; recall id=ab12cd34]";
    private static final Answer COPIES = Answer.call("Edit", "{\"path\":\"a\",\"old_string\":\"" + NOTE + "\"}");
    private static final Answer EDITS = Answer.call("Edit", "{\"path\":\"a\",\"old_string\":\"int a;\"}");
    private static final Duration TIMEOUT = Duration.ofSeconds(20);

    /** The results of a request fill more than the window, so that the gateway has to cut some. */
    private static final int RESULTS = 30;

    private static final int WINDOW = 12_000;

    @TempDir
    private Path user = Path.of("");

    private final HttpClient client = HttpClient.newHttpClient();

    private GatewayServer open(ModelServer model) {
        Map<String, String> flags = Map.of(
                "--port",
                "0",
                "--anthropic-url",
                model.url(),
                "--openai-url",
                model.url(),
                "--search-embeddings",
                "none");
        return GatewayServer.open(Config.load(new Environment(Map.of(), user, user), flags), Clock.systemUTC());
    }

    @ParameterizedTest
    @CsvSource({"MESSAGES,true", "MESSAGES,false", "RESPONSES,true", "RESPONSES,false", "CHAT,true", "CHAT,false"})
    void a_call_with_a_note_is_counted_and_reported(SimulatedDialect dialect, boolean isStream) throws Exception {
        String session;
        try (ModelServer model = ModelServer.start(
                        ModelOptions.of(Script.inOrder(COPIES)).window(WINDOW));
                GatewayServer gateway = open(model)) {
            session = ask(gateway, dialect, isStream);
            assertEquals("1.0", counted(gateway, 1, "1.0"));
            JsonNode edits = JsonFormat.mapper().readTree(get(gateway, "/api/v1/sessions/" + session + "/edits"));
            assertEquals(1, edits.path("copied_notes").size(), edits.toString());
            JsonNode note = edits.path("copied_notes").get(0);
            assertEquals("Edit", note.path("tool").asString());
            assertEquals(1, note.path("number").asInt());
            JsonNode shown = JsonFormat.mapper().readTree(get(gateway, "/api/v1/sessions/" + session + "/context"));
            assertEquals(
                    edits.path("tokens_forwarded").asLong(),
                    shown.path("tokens_forwarded").asLong(),
                    "both views have the same count");
        }
        String output = why(session); // From the files alone, as after a restart.
        assertTrue(output.contains("  turn 1  The model copied a placeholder into a call of Edit (call id "), output);
    }

    @ParameterizedTest
    @EnumSource(SimulatedDialect.class)
    void a_note_in_a_result_or_in_a_text_is_not_counted(SimulatedDialect dialect) throws Exception {
        checkNotCounted(dialect, Answer.text("It says " + NOTE), EDITS);
    }

    /** An error in Responses does not name the window, so the tool would not be offered in this request. */
    @ParameterizedTest
    @EnumSource(
            value = SimulatedDialect.class,
            names = {"MESSAGES", "CHAT"})
    void a_note_in_a_call_of_a_local_tool_is_not_counted(SimulatedDialect dialect) throws Exception {
        Answer recalls = Answer.call("recall", "{\"query\":\"" + NOTE + "\"}");
        checkNotCounted(dialect, recalls, EDITS, EDITS);
    }

    private void checkNotCounted(SimulatedDialect dialect, Answer... answers) throws Exception {
        String session;
        try (ModelServer model = ModelServer.start(
                        ModelOptions.of(Script.inOrder(answers)).window(WINDOW));
                GatewayServer gateway = open(model)) {
            session = ask(gateway, dialect, true);
            assertEquals(session, ask(gateway, dialect, true));
            assertEquals("0.0", counted(gateway, 2, "0.0"));
            String prompt = model.received().getLast().body().utf8();
            assertTrue(prompt.contains("[output cut: Read call_"), "the prompt contains no placeholder");
        }
        String output = why(session);
        assertTrue(output.contains("ledger"), output);
        assertFalse(output.contains("copied a placeholder"), output);
    }

    /** The number of copied notes after so many turns have ended. */
    private String counted(GatewayServer gateway, int turns, String notes) throws Exception {
        Instant end = Instant.now().plus(TIMEOUT);
        String metrics = get(gateway, "/metrics");
        while (!isCounted(metrics, turns, notes) && Instant.now().isBefore(end)) {
            metrics = get(gateway, "/metrics");
        }
        return copied(metrics);
    }

    /** Whether all turns are counted; their notes may be counted a moment later. */
    private static boolean isCounted(String metrics, int turns, String notes) {
        return metrics.matches("(?s).*\nthroughline_turns_total\\{[^}]*\"kept\"} " + turns + "\\.0.*")
                && copied(metrics).equals(notes);
    }

    private static String copied(String metrics) {
        return metrics.replaceFirst("(?s).*\nthroughline_copied_notes_total ([0-9.]+).*", "$1");
    }

    private String why(String session) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        PrintStream print = new PrintStream(out, true, StandardCharsets.UTF_8);
        Clock clock = Clock.systemUTC();
        CommandEnvironment environment =
                new CommandEnvironment(new Environment(Map.of(), user, user), new Screen(print, print, false), clock);
        assertEquals(
                0, Commands.run(environment, List.of("context", "why", session)), out.toString(StandardCharsets.UTF_8));
        return out.toString(StandardCharsets.UTF_8);
    }

    private String get(GatewayServer gateway, String path) throws Exception {
        URI address = gateway.address().resolve(path);
        return client.send(HttpRequest.newBuilder(address).build(), HttpResponse.BodyHandlers.ofString())
                .body();
    }

    /** Sends a history that is too long and contains notes; returns the session. */
    private String ask(GatewayServer gateway, SimulatedDialect dialect, boolean isStream) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(gateway.address().resolve(path(dialect)))
                .header("authorization", "Bearer sk-test")
                .header("x-api-key", "sk-test")
                .header("anthropic-version", "2023-06-01")
                .header("content-type", "application/json")
                .header("x-throughline-session", "a session")
                .POST(HttpRequest.BodyPublishers.ofString(body(dialect, isStream)))
                .build();
        HttpResponse<String> reply = client.send(request, HttpResponse.BodyHandlers.ofString());
        assertEquals(200, reply.statusCode(), reply.body());
        return reply.headers().firstValue("x-throughline-session").orElseThrow();
    }

    private static String path(SimulatedDialect dialect) {
        return switch (dialect) {
            case MESSAGES -> "/v1/messages";
            case RESPONSES -> "/v1/responses";
            case CHAT -> "/v1/chat/completions";
        };
    }

    private static String body(SimulatedDialect dialect, boolean isStream) {
        String schema = "{\"type\":\"object\"}";
        return switch (dialect) {
            case MESSAGES ->
                "{\"model\":\"claude-x\",\"max_tokens\":9,\"stream\":" + isStream
                        + ",\"tools\":[{\"name\":\"Edit\",\"input_schema\":" + schema + "}],\"messages\":["
                        + history(dialect) + "]}";
            case RESPONSES ->
                "{\"model\":\"gpt-x\",\"stream\":" + isStream
                        + ",\"tools\":[{\"type\":\"function\",\"name\":\"Edit\",\"parameters\":" + schema
                        + "}],\"input\":[" + history(dialect) + "]}";
            case CHAT ->
                "{\"model\":\"gpt-x\",\"stream\":" + isStream
                        + ",\"tools\":[{\"type\":\"function\",\"function\":{\"name\":\"Edit\",\"parameters\":" + schema
                        + "}}],\"messages\":[" + history(dialect) + "]}";
        };
    }

    /** Results of which the old ones have to be cut, and notes that must not be counted. */
    private static String history(SimulatedDialect dialect) {
        StringBuilder history = new StringBuilder(message("user", "Read them all."));
        for (int i = 0; i < RESULTS; i++) {
            String text = i == RESULTS - 1 ? NOTE : "File " + i + ". " + "word ".repeat(500);
            history.append(',').append(called(dialect, "call_" + i, text));
        }
        history.append(',').append(message("assistant", "It says " + NOTE));
        return history.append(',').append(message("user", "Now.")).toString();
    }

    private static String message(String role, String text) {
        return "{\"role\":\"" + role + "\",\"content\":\"" + text + "\"}";
    }

    /** A call of a client tool and its result. */
    private static String called(SimulatedDialect dialect, String id, String result) {
        return switch (dialect) {
            case MESSAGES ->
                "{\"role\":\"assistant\",\"content\":[{\"type\":\"tool_use\",\"id\":\"" + id
                        + "\",\"name\":\"Read\",\"input\":{\"path\":\"" + id + "\"}}]},"
                        + "{\"role\":\"user\",\"content\":[{\"type\":\"tool_result\",\"tool_use_id\":\"" + id
                        + "\",\"content\":\"" + result + "\"}]}";
            case RESPONSES ->
                "{\"type\":\"function_call\",\"call_id\":\"" + id
                        + "\",\"name\":\"Read\",\"arguments\":\"{\\\"path\\\":\\\"" + id + "\\\"}\"},"
                        + "{\"type\":\"function_call_output\",\"call_id\":\"" + id + "\",\"output\":\"" + result
                        + "\"}";
            case CHAT ->
                "{\"role\":\"assistant\",\"content\":null,\"tool_calls\":[{\"id\":\"" + id
                        + "\",\"type\":\"function\",\"function\":{\"name\":\"Read\",\"arguments\":"
                        + "\"{\\\"path\\\":\\\"" + id + "\\\"}\"}}]},"
                        + "{\"role\":\"tool\",\"tool_call_id\":\"" + id + "\",\"content\":\"" + result + "\"}";
        };
    }
}
