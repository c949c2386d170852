package dev.throughline.server.wiring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.model.json.JsonFormat;
import dev.throughline.server.config.Config;
import dev.throughline.server.config.Environment;
import dev.throughline.simulator.answer.Answer;
import dev.throughline.simulator.answer.AnswerPart;
import dev.throughline.simulator.server.ModelOptions;
import dev.throughline.simulator.server.ModelServer;
import dev.throughline.simulator.server.Script;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The data-flow log of a real gateway. */
final class FlowEventsTest {
    private static final Map<String, String> KEYS = Map.of("THROUGHLINE_HELPER_KEY", "sk-ant-helper");

    @TempDir
    private Path user = Path.of("");

    private List<JsonNode> events(ModelOptions options, Map<String, String> more, String body) throws Exception {
        Path file = user.resolve("flow.jsonl");
        try (ModelServer model = ModelServer.start(options)) {
            Map<String, String> flags = new HashMap<>(more);
            flags.putAll(Map.of(
                    "--port",
                    "0",
                    "--anthropic-url",
                    model.url(),
                    "--openai-url",
                    model.url(),
                    "--log-file",
                    file.toString()));
            if (more.containsKey("--helper-mode")) {
                flags.put("--helper-url", model.url());
            }
            Config config = Config.load(new Environment(KEYS, user, user), flags);
            try (GatewayServer gateway = GatewayServer.open(config, Clock.systemUTC())) {
                post(gateway.address(), body);
            }
        }
        return Files.readAllLines(file).stream()
                .map(line -> JsonFormat.mapper().readTree(line))
                .toList();
    }

    private static void post(URI gateway, String body) throws IOException, InterruptedException {
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpRequest request = HttpRequest.newBuilder(gateway.resolve("/v1/messages"))
                    .header("user-agent", "claude-cli/2.1.325 (external, sdk-cli)")
                    .header("anthropic-version", "2023-06-01")
                    .header("x-api-key", "sk-ant-dummy")
                    .header("content-type", "application/json")
                    .POST(HttpRequest.BodyPublishers.ofString(body))
                    .build();
            HttpResponse<String> reply = client.send(request, HttpResponse.BodyHandlers.ofString());
            assertEquals(200, reply.statusCode(), reply.body());
        }
    }

    private static List<JsonNode> named(List<JsonNode> events, String name) {
        return events.stream()
                .filter(event -> event.path("event").asString().equals(name))
                .toList();
    }

    @Test
    void an_edited_streamed_turn_with_a_recall_is_logged_step_by_step() throws Exception {
        StringBuilder body = new StringBuilder("{\"model\":\"claude-x\",\"max_tokens\":9,\"stream\":true,\"tools\":"
                + "[{\"name\":\"Bash\",\"input_schema\":{\"type\":\"object\"}}],\"messages\":[");
        for (int i = 0; i < 40; i++) {
            body.append("{\"role\":\"user\",\"content\":\"Question " + i + ". " + "word ".repeat(400) + "\"},")
                    .append("{\"role\":\"assistant\",\"content\":\"Answer " + i + ".\"},");
        }
        body.append("{\"role\":\"user\",\"content\":\"Now.\"}]}");
        Answer recall = Answer.said(
                new AnswerPart.Text("Let me look. "), new AnswerPart.Call("recall", "{\"id\":\"ab12cd34\"}"));
        ModelOptions options =
                ModelOptions.of(Script.inOrder(recall, Answer.text("Done."))).window(8_000);
        List<JsonNode> events = events(options, Map.of(), body.toString());

        List<JsonNode> rewritten = named(events, "rewritten_context");
        assertTrue(rewritten.size() >= 2, "once as decided, once as repaired");
        JsonNode last = rewritten.getLast();
        assertEquals("true", last.path("changed").asString());
        assertTrue(
                last.path("tokens_after").asLong() < last.path("tokens_before").asLong(), last.toString());
        assertNotEquals(last.path("before").asString(), last.path("after").asString());
        List<JsonNode> sent = named(events, "upstream_request");
        List<JsonNode> replies = named(events, "upstream_response");
        assertEquals(sent.size(), replies.size());
        assertEquals(
                sent.size(),
                named(events, "upstream_loop_iteration")
                        .getLast()
                        .path("iteration")
                        .asLong());
        assertEquals(400, replies.getFirst().path("status").asLong());
        assertTrue(replies.getFirst().path("body").asString().contains("too long"));
        assertTrue(replies.getLast().path("body").asString().contains("message_stop"), "the body of a stream");
        assertTrue(sent.getLast().path("body").asString().contains("\"tool_result\""));
        JsonNode recalled = named(events, "archive_recall").getFirst();
        assertTrue(recalled.path("arguments").asString().contains("ab12cd34"));
        assertFalse(recalled.path("answer").asString().isEmpty());
        assertEquals(
                last.path("session").asString(),
                named(events, "round_complete").getFirst().path("session").asString());
        assertFalse(events.toString().contains("sk-ant-dummy"));
    }

    @Test
    void memory_and_helper_events_are_logged() throws Exception {
        String body = "{\"model\":\"claude-x\",\"max_tokens\":9,\"system\":\"Primary working directory: /home/ada/x\","
                + "\"messages\":[{\"role\":\"user\",\"content\":\"Remember: we release on Thursdays.\"}]}";
        ModelOptions options = ModelOptions.of(Script.agent());
        Map<String, String> helper =
                Map.of("--helper-mode", "provider", "--helper-model", "claude-y", "--helper-dialect", "messages");
        List<JsonNode> events = events(options, helper, body);
        assertTrue(named(events, "memory_update_inputs")
                .getFirst()
                .path("pieces")
                .valueStream()
                .map(JsonNode::asString)
                .toList()
                .toString()
                .contains("we release on Thursdays"));
        assertFalse(named(events, "memory_round_updated").isEmpty());
        assertTrue(named(events, "structured_model_request")
                .getFirst()
                .path("body")
                .asString()
                .contains("Thursdays"));
        assertFalse(named(events, "structured_model_response").isEmpty());
        assertFalse(named(events, "structured_model_usage").isEmpty());
        assertEquals(
                "malformed",
                named(events, "structured_model_skipped")
                        .getFirst()
                        .path("reason")
                        .asString());
        assertFalse(events.toString().contains("sk-ant-helper"));
    }
}
