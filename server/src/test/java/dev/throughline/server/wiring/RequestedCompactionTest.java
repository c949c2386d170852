package dev.throughline.server.wiring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.engine.edit.CompactionRequests.PlannedCompaction;
import dev.throughline.server.json.ViewJson;
import dev.throughline.server.learn.MemoryFixture;
import dev.throughline.simulator.answer.Answer;
import dev.throughline.simulator.server.ModelOptions;
import dev.throughline.simulator.server.ModelServer;
import dev.throughline.simulator.server.ReceivedRequest;
import dev.throughline.simulator.server.Script;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A compaction that is requested by REST, through a complete gateway, with a model that validates its requests. */
final class RequestedCompactionTest extends MemoryFixture {
    private static final String NEEDLE = "the parser lost header 4711";
    private static final int STEPS = 12;

    /** A client of one dialect. */
    enum Client {
        MESSAGES("/v1/messages") {
            @Override
            String text(String role, String text) {
                return "{\"role\":\"" + role + "\",\"content\":\"" + text + "\"}";
            }

            @Override
            List<String> step(int number, String output) {
                return List.of(
                        "{\"role\":\"assistant\",\"content\":[{\"type\":\"tool_use\",\"id\":\"t" + number
                                + "\",\"name\":\"Bash\",\"input\":{\"command\":\"step " + number + "\"}}]}",
                        "{\"role\":\"user\",\"content\":[{\"type\":\"tool_result\",\"tool_use_id\":\"t" + number
                                + "\",\"content\":\"" + output + "\"}]}");
            }

            @Override
            String body(String messages) {
                return "{\"model\":\"claude-sonnet-4-5\",\"max_tokens\":1000,\"tools\":[{\"name\":\"Bash\","
                        + "\"input_schema\":{\"type\":\"object\"}}],\"messages\":[" + messages + "]}";
            }
        },
        CHAT("/v1/chat/completions") {
            @Override
            String text(String role, String text) {
                return "{\"role\":\"" + role + "\",\"content\":\"" + text + "\"}";
            }

            @Override
            List<String> step(int number, String output) {
                return List.of(
                        "{\"role\":\"assistant\",\"content\":null,\"tool_calls\":[{\"id\":\"t" + number
                                + "\",\"type\":\"function\",\"function\":{\"name\":\"Bash\","
                                + "\"arguments\":\"{\\\"command\\\":\\\"step " + number + "\\\"}\"}}]}",
                        "{\"role\":\"tool\",\"tool_call_id\":\"t" + number + "\",\"content\":\"" + output + "\"}");
            }

            @Override
            String body(String messages) {
                return "{\"model\":\"gpt-5\",\"tools\":[{\"type\":\"function\",\"function\":{\"name\":\"Bash\","
                        + "\"parameters\":{\"type\":\"object\"}}}],\"messages\":[" + messages + "]}";
            }
        },
        RESPONSES("/v1/responses") {
            @Override
            String text(String role, String text) {
                String type = role.equals("user") ? "input_text" : "output_text";
                return "{\"type\":\"message\",\"role\":\"" + role + "\",\"content\":[{\"type\":\"" + type
                        + "\",\"text\":\"" + text + "\"}]}";
            }

            @Override
            List<String> step(int number, String output) {
                return List.of(
                        "{\"type\":\"function_call\",\"call_id\":\"t" + number + "\",\"name\":\"Bash\","
                                + "\"arguments\":\"{\\\"command\\\":\\\"step " + number + "\\\"}\"}",
                        "{\"type\":\"function_call_output\",\"call_id\":\"t" + number + "\",\"output\":\"" + output
                                + "\"}");
            }

            @Override
            String body(String messages) {
                return "{\"model\":\"gpt-5\",\"store\":false,\"tools\":[{\"type\":\"function\",\"name\":\"Bash\","
                        + "\"parameters\":{\"type\":\"object\"}}],\"input\":[" + messages + "]}";
            }
        };

        private final String path;

        Client(String path) {
            this.path = path;
        }

        abstract String text(String role, String text);

        /** A command and its output. */
        abstract List<String> step(int number, String output);

        abstract String body(String messages);
    }

    private static List<String> history(Client client) {
        List<String> history = new ArrayList<>(List.of(client.text("user", "Mend the parser.")));
        for (int i = 0; i < STEPS; i++) {
            String first = i == 2 ? NEEDLE : "all is well in step " + i;
            history.addAll(client.step(i, first + "\\n" + ("output line of step " + i + "\\n").repeat(150)));
        }
        return history;
    }

    private void answer(Answer... answers) {
        model.close();
        model = ModelServer.start(ModelOptions.of(Script.inOrder(answers)));
    }

    @Override
    protected Map<String, String> flags() {
        Map<String, String> flags = new HashMap<>(super.flags());
        flags.put("--openai-url", model.url() + "/v1");
        flags.put("--helper-mode", "off");
        return flags;
    }

    private static void send(GatewayServer gateway, Client client, List<String> history) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(gateway.address().resolve(client.path))
                .header("content-type", "application/json")
                .header("authorization", "Bearer sk-test")
                .header("anthropic-version", "2023-06-01")
                .header("x-throughline-session", "one")
                .POST(HttpRequest.BodyPublishers.ofString(client.body(String.join(",", history))))
                .build();
        try (HttpClient http = HttpClient.newHttpClient()) {
            HttpResponse<String> reply = http.send(request, HttpResponse.BodyHandlers.ofString());
            assertEquals(200, reply.statusCode(), reply.body());
        }
    }

    private static PlannedCompaction compact(GatewayServer gateway, String body) throws Exception {
        String id = gateway.sessions().listed(1).getFirst().ref().id().toString();
        String reply = post(gateway, "/api/v1/sessions/" + id + "/compact", body);
        return ViewJson.read(reply.getBytes(StandardCharsets.UTF_8), PlannedCompaction.class);
    }

    private String received(int number) {
        return model.received().get(number).body().utf8();
    }

    @ParameterizedTest
    @EnumSource(Client.class)
    void the_next_request_is_compacted_and_stays_so(Client client) throws Exception {
        answer(
                Answer.text("Good."),
                Answer.text("Going on."),
                Answer.text("Going on."),
                Answer.call("recall", "{\"query\":\"4711\"}"),
                Answer.text("It lost a header."));
        List<String> history = history(client);
        try (GatewayServer gateway = open()) {
            send(gateway, client, history);
            PlannedCompaction planned = compact(gateway, "{\"keep\":\"the port is 8080\"}");
            assertTrue(planned.isPlanned() && planned.tokensAfter().isPresent(), planned.message());
            history.add(client.text("assistant", "Good."));
            history.add(client.text("user", "Which header was lost?"));
            send(gateway, client, history);
            send(gateway, client, history);
        }
        try (GatewayServer gateway = open()) {
            send(gateway, client, history);
        }
        String compacted = received(1);
        assertTrue(compacted.length() < received(0).length() / 3, compacted);
        assertTrue(compacted.contains("<throughline_summary from="), compacted);
        assertTrue(compacted.contains("Mend the parser.") && compacted.contains("the port is 8080"), compacted);
        assertFalse(compacted.contains("output line of step 2"), compacted);
        assertEquals(compacted, received(2), "the same bytes when it is repeated");
        assertEquals(compacted, received(3), "the same bytes after a restart");
        assertTrue(received(4).contains(NEEDLE), "recall finds what was replaced: " + received(4));
        assertEquals(5, model.received().size());
        assertTrue(model.received().stream().map(ReceivedRequest::status).allMatch(status -> status.orElse(0) == 200));
    }

    @ParameterizedTest
    @EnumSource(Client.class)
    void a_request_without_a_gateway_is_carried_out_after_the_start(Client client) throws Exception {
        answer(Answer.text("Good."), Answer.text("Going on."));
        List<String> history = history(client);
        try (GatewayServer gateway = open("--policy", "off")) {
            send(gateway, client, history);
        }
        PlannedCompaction planned = HomeAccess.read(
                        config(flags()),
                        Clock.systemUTC(),
                        sessions -> sessions.compact(sessions.listed(1).getFirst(), ""))
                .orElseThrow();
        assertTrue(planned.isPlanned() && planned.tokensAfter().isEmpty(), planned.message());
        history.add(client.text("assistant", "Good."));
        history.add(client.text("user", "Go on."));
        try (GatewayServer gateway = open("--policy", "off")) {
            send(gateway, client, history);
        }
        assertTrue(received(1).contains("<throughline_summary>"), received(1));
        assertTrue(received(1).length() < received(0).length() / 3, "it is obeyed if the policy is off");
    }

    @ParameterizedTest
    @EnumSource(Client.class)
    void a_continuation_has_the_summary_of_the_helper_model_and_the_newest_exchange(Client client) throws Exception {
        answer(Answer.text("Good."), Answer.text("Going on."));
        Answer summary = Answer.text("{\"summary\":\"The parser was mended in src/Parser.java.\"}");
        List<String> history = history(client);
        try (ModelServer helper = ModelServer.start(ModelOptions.of(Script.inOrder(summary)));
                GatewayServer gateway = open(
                        "--compact-form",
                        "continuation",
                        "--compact-instructions",
                        "Name every file by its path.",
                        "--helper-mode",
                        "provider",
                        "--helper-url",
                        helper.url(),
                        "--helper-model",
                        "small")) {
            send(gateway, client, history);
            compact(gateway, "{\"keep\":\"the port is 8080\"}");
            history.add(client.text("assistant", "Good."));
            history.add(client.text("user", "Which header was lost?"));
            send(gateway, client, history);
            String asked = helper.received().stream()
                    .map(request -> request.body().utf8())
                    .filter(body -> body.contains("Name every file by its path."))
                    .findFirst()
                    .orElse("no question has the instructions");
            assertTrue(asked.contains("the port is 8080") && asked.contains(NEEDLE), asked);
        }
        String compacted = received(1);
        assertTrue(compacted.length() < received(0).length() / 2, compacted);
        assertTrue(compacted.contains("This session continues a conversation"), compacted);
        assertTrue(compacted.contains("The parser was mended in src/Parser.java."), compacted);
        assertTrue(compacted.contains("Mend the parser.") && compacted.contains("the port is 8080"), compacted);
        assertTrue(compacted.contains("Do not recap, do not mention this message"), compacted);
        assertTrue(compacted.contains("do not ask whether to go on"), compacted);
        assertTrue(compacted.contains("output line of step 11"), "the newest exchange is verbatim: " + compacted);
        assertFalse(compacted.contains("output line of step 2"), compacted);
        assertTrue(model.received().stream().map(ReceivedRequest::status).allMatch(status -> status.orElse(0) == 200));
    }

    @ParameterizedTest
    @EnumSource(value = Client.class, names = "MESSAGES")
    void what_cannot_be_compacted_is_said(Client client) throws Exception {
        try (GatewayServer gateway = open()) {
            send(gateway, client, List.of(client.text("user", "Hello.")));
            PlannedCompaction planned = compact(gateway, "");
            assertFalse(planned.isPlanned());
            assertTrue(planned.message().startsWith("Nothing to compact: the history is so short"), planned.message());
            String id = gateway.sessions().listed(1).getFirst().ref().id().toString();
            String path = "/api/v1/sessions/" + id + "/compact";
            assertTrue(post(gateway, path, "[1]").contains("\"malformed\""), "not an object");
            String tooLong = post(gateway, path, "{\"keep\":\"" + "x".repeat(4_001) + "\"}");
            assertTrue(tooLong.contains("\"text_too_long\""), tooLong);
            String unknown = post(gateway, path.replace(id, "0198c5a0-0000-7000-8000-000000000000"), "");
            assertTrue(unknown.contains("\"not_found\""), unknown);
        }
    }
}
