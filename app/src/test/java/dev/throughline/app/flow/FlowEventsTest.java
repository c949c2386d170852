package dev.throughline.app.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.app.config.Config;
import dev.throughline.app.config.Environment;
import dev.throughline.app.config.Settings;
import dev.throughline.app.house.House;
import dev.throughline.app.library.JsonObject;
import dev.throughline.testkit.model.ModelServer;
import dev.throughline.testkit.model.Options;
import dev.throughline.testkit.model.Script;
import dev.throughline.testkit.model.write.Answer;
import dev.throughline.testkit.model.write.Part;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The data-flow log of a real gateway. */
final class FlowEventsTest {
    private static final Map<String, String> KEYS = Map.of("THROUGHLINE_HELPER_KEY", "sk-ant-helper");

    @TempDir
    private Path user = Path.of("");

    private List<JsonObject> events(Options options, Map<String, String> more, String body) throws Exception {
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
            Config config = Config.of(Settings.load(new Environment(KEYS, user, user), flags));
            try (House house = House.open(config, Clock.systemUTC())) {
                post(house.address(), body);
            }
        }
        return Files.readAllLines(file).stream()
                .map(line -> JsonObject.read(line.getBytes(StandardCharsets.UTF_8)))
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

    private static List<JsonObject> named(List<JsonObject> events, String name) {
        return events.stream().filter(event -> event.text("event").equals(name)).toList();
    }

    @Test
    void an_edited_streamed_turn_with_a_recall_is_told_step_by_step() throws Exception {
        StringBuilder body = new StringBuilder("{\"model\":\"claude-x\",\"max_tokens\":9,\"stream\":true,\"tools\":"
                + "[{\"name\":\"Bash\",\"input_schema\":{\"type\":\"object\"}}],\"messages\":[");
        for (int i = 0; i < 40; i++) {
            body.append("{\"role\":\"user\",\"content\":\"Question " + i + ". " + "word ".repeat(400) + "\"},")
                    .append("{\"role\":\"assistant\",\"content\":\"Answer " + i + ".\"},");
        }
        body.append("{\"role\":\"user\",\"content\":\"Now.\"}]}");
        Answer recall = Answer.said(new Part.Text("Let me look. "), new Part.Call("recall", "{\"id\":\"ab12cd34\"}"));
        Options options =
                Options.of(Script.inOrder(recall, Answer.text("Done."))).window(8_000);
        List<JsonObject> events = events(options, Map.of(), body.toString());

        List<JsonObject> rewritten = named(events, "rewritten_context");
        assertTrue(rewritten.size() >= 2, "once as decided, once as repaired");
        JsonObject last = rewritten.getLast();
        assertEquals("true", last.text("changed"));
        assertTrue(last.number("tokens_after") < last.number("tokens_before"), last.toString());
        assertNotEquals(last.text("before"), last.text("after"));
        List<JsonObject> sent = named(events, "upstream_request");
        List<JsonObject> replies = named(events, "upstream_response");
        assertEquals(sent.size(), replies.size());
        assertEquals(
                sent.size(), named(events, "upstream_loop_iteration").getLast().number("iteration"));
        assertEquals(400, replies.getFirst().number("status"));
        assertTrue(replies.getFirst().text("body").contains("too long"));
        assertTrue(replies.getLast().text("body").contains("message_stop"), "the body of a stream");
        assertTrue(sent.getLast().text("body").contains("\"tool_result\""));
        JsonObject recalled = named(events, "archive_recall").getFirst();
        assertTrue(recalled.text("arguments").contains("ab12cd34"));
        assertFalse(recalled.text("answer").isEmpty());
        assertEquals(
                last.text("session"), named(events, "round_complete").getFirst().text("session"));
        assertFalse(events.toString().contains("sk-ant-dummy"));
    }

    @Test
    void what_memory_and_the_helper_model_do_is_told() throws Exception {
        String body = "{\"model\":\"claude-x\",\"max_tokens\":9,\"system\":\"Primary working directory: /home/ada/x\","
                + "\"messages\":[{\"role\":\"user\",\"content\":\"Remember: we release on Thursdays.\"}]}";
        Options options = Options.of(Script.agent());
        Map<String, String> helper =
                Map.of("--helper-mode", "provider", "--helper-model", "claude-y", "--helper-dialect", "messages");
        List<JsonObject> events = events(options, helper, body);
        assertTrue(named(events, "memory_update_inputs")
                .getFirst()
                .texts("pieces")
                .toString()
                .contains("we release on Thursdays"));
        assertFalse(named(events, "memory_round_updated").isEmpty());
        assertTrue(named(events, "structured_model_request")
                .getFirst()
                .text("body")
                .contains("Thursdays"));
        assertFalse(named(events, "structured_model_response").isEmpty());
        assertFalse(named(events, "structured_model_usage").isEmpty());
        assertEquals(
                "malformed",
                named(events, "structured_model_skipped").getFirst().text("reason"));
        assertFalse(events.toString().contains("sk-ant-helper"));
    }
}
