package dev.throughline.simulator.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.model.Usage;
import dev.throughline.simulator.answer.Answer;
import dev.throughline.simulator.json.JsonNodes;
import dev.throughline.simulator.validation.ProviderError;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class ModelExchangeTest {
    /** The status and the error's type, code and message that this body gets. */
    private static String error(ModelOptions options, String target, String body)
            throws IOException, InterruptedException {
        try (ModelServer server = ModelServer.start(options);
                Client client = new Client(server)) {
            HttpResponse<String> response = client.send(target, body);
            JsonNode error = JsonNodes.read(response.body()).path("error");
            return response.statusCode() + " " + JsonNodes.text(error, "type") + " " + JsonNodes.text(error, "code")
                    + " " + JsonNodes.text(error, "message");
        }
    }

    private static ModelOptions options() {
        return ModelOptions.of(Script.inOrder(Answer.text("hello")));
    }

    @Test
    void malformed_json_gets_the_error_of_openai() throws IOException, InterruptedException {
        String error = error(options(), "/v1/responses", "{\"model\":");
        assertTrue(
                error.startsWith("400 invalid_request_error  We could not parse the JSON body of your request."),
                error);
    }

    @Test
    void malformed_json_gets_the_error_of_anthropic() throws IOException, InterruptedException {
        String error = error(options(), "/v1/messages", "nonsense");
        assertTrue(error.startsWith("400 invalid_request_error  The request body is not valid JSON: "), error);
    }

    @Test
    void a_request_without_a_key_is_rejected() throws IOException, InterruptedException {
        try (ModelServer server = ModelServer.start(options());
                Client client = new Client(server)) {
            for (String target : new String[] {"/v1/responses", "/v1/chat/completions", "/v1/messages"}) {
                HttpResponse<String> response = client.send(HttpRequest.newBuilder(URI.create(server.url() + target))
                        .POST(HttpRequest.BodyPublishers.ofString("{}"))
                        .build());
                assertEquals(401, response.statusCode());
                String message = JsonNodes.text(JsonNodes.read(response.body()).path("error"), "message");
                assertTrue(
                        target.equals("/v1/messages")
                                ? message.equals("x-api-key header is required")
                                : message.startsWith("You didn't provide an API key."),
                        message);
            }
        }
    }

    @Test
    void an_unknown_model_is_rejected_only_if_models_are_configured() throws IOException, InterruptedException {
        ModelOptions listed = options().models(Set.of("gpt-6"));
        assertEquals(
                "404 invalid_request_error model_not_found The model `gpt-5.5` does not exist or you do not have access"
                        + " to it.",
                error(listed, "/v1/responses", Bodies.RESPONSES));
        assertEquals("404 not_found_error  model: claude-opus-5-5", error(listed, "/v1/messages", Bodies.MESSAGES));
        assertEquals("200   ", error(options(), "/v1/messages", Bodies.MESSAGES));
    }

    @Test
    void a_prompt_above_the_window_gets_the_error_of_its_dialect() throws IOException, InterruptedException {
        ModelOptions narrow = options().window(1);
        assertEquals(
                "400 invalid_request_error context_length_exceeded Your input exceeds the context window of this model."
                        + " Please adjust your input and try again.",
                error(narrow, "/v1/responses", Bodies.RESPONSES));
        assertEquals(
                "400 invalid_request_error context_length_exceeded This model's maximum context length is 1 tokens."
                        + " However, your messages resulted in 2 tokens. Please reduce the length of the messages.",
                error(narrow, "/v1/chat/completions", Bodies.CHAT));
        assertEquals(
                "400 invalid_request_error  prompt is too long: 2 tokens > 1 maximum",
                error(narrow, "/v1/messages", Bodies.MESSAGES));
    }

    @Test
    void an_overflow_can_be_sent_as_a_failed_event() throws IOException, InterruptedException {
        ModelOptions narrow = options().window(1).overflow(ModelOptions.Overflow.FAILED_EVENT);
        try (ModelServer server = ModelServer.start(narrow);
                Client client = new Client(server)) {
            HttpResponse<String> response = client.send("/v1/responses", Bodies.streamed(Bodies.RESPONSES));
            assertEquals(200, response.statusCode());
            assertTrue(response.body().contains("event: response.failed\n"), response.body());
            assertTrue(response.body().contains("\"code\":\"context_length_exceeded\""), response.body());
        }
    }

    @Test
    void a_scripted_error_is_sent_with_its_headers() throws IOException, InterruptedException {
        Answer slow = Answer.error(new ProviderError(429, "requests", "rate_limit_exceeded", null, "Slow down."))
                .withHeader("retry-after", "1");
        try (ModelServer server = ModelServer.start(ModelOptions.of(Script.inOrder(slow)));
                Client client = new Client(server)) {
            HttpResponse<String> response = client.send("/v1/responses", Bodies.RESPONSES);
            assertEquals(429, response.statusCode());
            assertEquals("1", response.headers().firstValue("retry-after").orElseThrow());
            assertEquals(
                    "{\"error\":{\"message\":\"Slow down.\",\"type\":\"requests\",\"param\":null,"
                            + "\"code\":\"rate_limit_exceeded\"}}",
                    response.body());
        }
    }

    @Test
    void a_gzip_body_is_decoded_and_a_zstd_body_is_answered_without_reading_it()
            throws IOException, InterruptedException {
        ByteArrayOutputStream zipped = new ByteArrayOutputStream();
        try (GZIPOutputStream zipping = new GZIPOutputStream(zipped)) {
            zipping.write(Bodies.RESPONSES.getBytes(StandardCharsets.UTF_8));
        }
        try (ModelServer server = ModelServer.start(options());
                Client client = new Client(server)) {
            HttpResponse<String> gzip = client.send(client.request("/v1/responses")
                    .header("content-encoding", "gzip")
                    .POST(HttpRequest.BodyPublishers.ofByteArray(zipped.toByteArray()))
                    .build());
            HttpResponse<String> zstd = client.send(client.request("/v1/responses")
                    .header("content-encoding", "zstd")
                    .POST(HttpRequest.BodyPublishers.ofByteArray(new byte[] {1, 2, 3}))
                    .build());
            assertEquals(200, gzip.statusCode());
            assertEquals("gpt-5.5", JsonNodes.text(server.received().getFirst().json(), "model"));
            assertEquals(200, zstd.statusCode());
            assertEquals("zstd", server.received().getLast().contentEncoding().orElseThrow());
        }
    }

    @Test
    void the_second_request_reads_the_cache_entry_of_the_first() throws IOException, InterruptedException {
        String text = "word ".repeat(2_000);
        String body = Bodies.CHAT.replace("\"hi\"", '"' + text + '"');
        try (ModelServer server = ModelServer.start(options());
                Client client = new Client(server)) {
            client.send("/v1/chat/completions", body);
            HttpResponse<String> second = client.send("/v1/chat/completions", body);
            Usage billed = server.received().getLast().billed().orElseThrow();
            assertEquals(2_432, billed.cacheRead());
            JsonNode usage = JsonNodes.read(second.body()).path("usage");
            assertEquals(billed.prompt(), usage.path("prompt_tokens").longValue());
            assertEquals(
                    billed.cacheRead(),
                    usage.path("prompt_tokens_details").path("cached_tokens").longValue());
        }
    }

    @Test
    void a_lenient_server_answers_anything() throws IOException, InterruptedException {
        ModelOptions lenient = options().strictness(ModelOptions.Strictness.LENIENT);
        assertEquals("200   ", error(lenient, "/v1/messages", "{\"messages\":[{\"role\":\"robot\"}]}"));
    }
}
