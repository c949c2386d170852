package dev.throughline.simulator.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.simulator.answer.Answer;
import dev.throughline.simulator.json.JsonNodes;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class EndpointTest {
    private static ModelOptions options() {
        return ModelOptions.of(Script.inOrder(Answer.text("hello")));
    }

    @Test
    void models_are_listed_in_the_format_of_the_provider() throws IOException, InterruptedException {
        try (ModelServer server = ModelServer.start(options());
                Client client = new Client(server)) {
            JsonNode openAi = JsonNodes.read(
                    client.send(client.request("/v1/models").GET().build()).body());
            assertEquals("list", JsonNodes.text(openAi, "object"));
            assertTrue(openAi.path("models").isArray() && openAi.path("models").isEmpty());
            JsonNode anthropic = JsonNodes.read(client.send(client.request("/v1/models?limit=1000")
                            .header("anthropic-version", "2023-06-01")
                            .GET()
                            .build())
                    .body());
            assertEquals("model", JsonNodes.text(anthropic.path("data").path(0), "type"));
            assertEquals("claude-opus-5-5", JsonNodes.text(anthropic, "first_id"));
        }
    }

    @Test
    void there_is_one_small_embedding_per_text() throws IOException, InterruptedException {
        try (ModelServer server = ModelServer.start(options());
                Client client = new Client(server)) {
            JsonNode list = JsonNodes.read(client.send("/v1/embeddings", "{\"model\":\"e\",\"input\":[\"a\",\"b\"]}")
                    .body());
            assertEquals(2, list.path("data").size());
            assertEquals(4, list.path("data").path(0).path("embedding").size());
        }
    }

    @Test
    void tokens_are_counted_without_a_limit_on_the_answer() throws IOException, InterruptedException {
        try (ModelServer server = ModelServer.start(options());
                Client client = new Client(server)) {
            HttpResponse<String> response = client.send(
                    "/v1/messages/count_tokens?beta=true", Bodies.MESSAGES.replace("\"max_tokens\":100,", ""));
            assertEquals("{\"input_tokens\":2}", response.body());
            HttpResponse<String> input = client.send(
                    "/v1/responses/input_tokens", "{\"model\":\"gpt-5.5\",\"input\":\"How many tokens are these?\"}");
            assertEquals("{\"object\":\"response.input_tokens\",\"input_tokens\":8}", input.body());
        }
    }

    @Test
    void compact_returns_one_compaction_item() throws IOException, InterruptedException {
        try (ModelServer server = ModelServer.start(options());
                Client client = new Client(server)) {
            JsonNode document = JsonNodes.read(
                    client.send("/v1/responses/compact", Bodies.RESPONSES).body());
            assertEquals("response.compaction", JsonNodes.text(document, "object"));
            assertEquals(1, document.path("output").size());
            assertEquals("compaction", JsonNodes.text(document.path("output").path(0), "type"));
        }
    }

    @Test
    void an_upgrade_is_answered_with_426() throws IOException {
        try (ModelServer server = ModelServer.start(options());
                Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
                BufferedReader lines =
                        new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8))) {
            socket.getOutputStream()
                    .write(String.join(
                                    "\r\n",
                                    "GET /v1/responses HTTP/1.1",
                                    "host: x",
                                    "authorization: Bearer x",
                                    "connection: Upgrade",
                                    "upgrade: websocket",
                                    "",
                                    "")
                            .getBytes(StandardCharsets.UTF_8));
            assertEquals("HTTP/1.1 426 Upgrade Required", lines.readLine());
        }
    }

    @Test
    void an_unknown_path_gets_the_not_found_error_of_its_provider() throws IOException, InterruptedException {
        try (ModelServer server = ModelServer.start(options());
                Client client = new Client(server)) {
            HttpResponse<String> openAi = client.send("/v1/files", "{}");
            assertEquals(404, openAi.statusCode());
            assertEquals(
                    "Invalid URL (POST /v1/files)",
                    JsonNodes.text(JsonNodes.read(openAi.body()).path("error"), "message"));
            HttpResponse<String> anthropic = client.send("/v1/messages/batches", "{}");
            assertEquals(404, anthropic.statusCode());
            assertEquals(
                    "not_found_error",
                    JsonNodes.text(JsonNodes.read(anthropic.body()).path("error"), "type"));
        }
    }
}
