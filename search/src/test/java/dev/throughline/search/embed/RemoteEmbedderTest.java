package dev.throughline.search.embed;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.throughline.model.ProxyException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** Uses servers that reject every request that the real provider would reject. */
final class RemoteEmbedderTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private HttpServer server;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/v1/embeddings", exchange -> answer(exchange, this::openAi));
        server.createContext("/v1beta/models/m:batchEmbedContents", exchange -> answer(exchange, this::gemini));
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private interface Provider {
        String answer(HttpExchange exchange, JsonNode body);
    }

    private static void answer(HttpExchange exchange, Provider provider) throws IOException {
        JsonNode body = JSON.readTree(exchange.getRequestBody().readAllBytes());
        String answer = provider.answer(exchange, body);
        byte[] bytes = answer.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(answer.startsWith("{\"error") ? 400 : 200, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    private static Set<String> names(JsonNode node) {
        return new TreeSet<>(node.propertyNames());
    }

    private String openAi(HttpExchange exchange, JsonNode body) {
        if (!"Bearer secret".equals(exchange.getRequestHeaders().getFirst("authorization"))
                || !names(body).equals(Set.of("model", "input", "encoding_format"))
                || !body.get("encoding_format").asString().equals("float")) {
            return "{\"error\":{\"message\":\"refused\"}}";
        }
        List<String> rows = new ArrayList<>();
        for (int i = body.get("input").size() - 1; i >= 0; i--) {
            int length = body.get("input").get(i).asString().length();
            rows.add("{\"object\":\"embedding\",\"index\":" + i + ",\"embedding\":[" + length + ",1e0]}");
        }
        return "{\"object\":\"list\",\"data\":[" + String.join(",", rows) + "],\"usage\":{\"total_tokens\":5}}";
    }

    private String gemini(HttpExchange exchange, JsonNode body) {
        JsonNode first = body.path("requests").path(0);
        if (!"secret".equals(exchange.getRequestHeaders().getFirst("x-goog-api-key"))
                || !names(first).equals(Set.of("model", "content", "taskType"))
                || !first.get("model").asString().equals("models/m")) {
            return "{\"error\":{\"message\":\"refused\"}}";
        }
        int sign = first.get("taskType").asString().equals("RETRIEVAL_QUERY") ? -1 : 1;
        List<String> rows = new ArrayList<>();
        body.get("requests").forEach(request -> rows.add("{\"values\":[" + sign + ",0]}"));
        return "{\"embeddings\":[" + String.join(",", rows) + "]}";
    }

    private Embedder embedder(String provider, String path, String key) {
        String base = "http://localhost:" + server.getAddress().getPort() + path;
        return java.util.Objects.requireNonNull(new EmbedderChoice(provider, "m", base, Map.of())
                .choose(name -> key)
                .embedder());
    }

    @Test
    void openai_vectors_have_the_order_of_the_texts_across_batches() {
        try (Embedder embedder = embedder("openai", "/v1", "secret")) {
            List<String> texts = IntStream.range(0, 150).mapToObj("x"::repeat).toList();
            List<float[]> vectors = embedder.documents(texts);
            assertEquals(150, vectors.size());
            for (int i = 0; i < 150; i++) {
                assertEquals(i, vectors.get(i)[0] / vectors.get(i)[1], 0.001);
            }
            assertEquals("openai:m", embedder.name());
        }
    }

    @Test
    void gemini_embeds_queries_and_documents_with_different_task_types() {
        try (Embedder embedder = embedder("gemini", "/v1beta", "secret")) {
            assertArrayEquals(new float[] {-1, 0}, embedder.query("why?"));
            assertArrayEquals(
                    new float[] {1, 0}, embedder.documents(List.of("because")).getFirst());
        }
    }

    @Test
    void an_error_names_the_provider_and_the_reason_but_not_the_key() {
        try (Embedder embedder = embedder("openai", "/v1", "wrong-key")) {
            ProxyException e = assertThrows(ProxyException.class, () -> embedder.query("x"));
            assertTrue(e.sentence().contains("openai:m") && e.sentence().contains("refused"), e.sentence());
            assertTrue(!e.sentence().contains("wrong-key"), e.sentence());
        }
    }

    @Test
    void a_key_that_is_not_a_valid_header_value_fails_every_request_without_blocking() throws Exception {
        try (Embedder embedder = embedder("openai", "/v1", "very\nsecret")) {
            for (int i = 0; i < 3; i++) {
                CompletableFuture<List<float[]>> made = CompletableFuture.supplyAsync(
                        () -> embedder.documents(List.of("x")),
                        task -> Thread.ofVirtual().start(task));
                ExecutionException e =
                        assertThrows(ExecutionException.class, () -> made.get(30, TimeUnit.SECONDS), "try " + i);
                assertTrue(e.getCause() instanceof ProxyException, e.toString());
                assertTrue(!e.getCause().toString().contains("secret"), e.toString());
            }
            assertThrows(ProxyException.class, () -> embedder.query("x"));
        }
    }

    @Test
    void spaces_and_line_breaks_around_a_key_are_ignored() {
        try (Embedder embedder = embedder("gemini", "/v1beta", " secret\n")) {
            assertArrayEquals(new float[] {-1, 0}, embedder.query("why?"));
        }
    }

    @Test
    void an_unreachable_server_is_reported_as_a_failure() {
        Embedder embedder = embedder("gemini", "/v1beta", "secret");
        server.stop(0);
        assertThrows(ProxyException.class, () -> embedder.documents(List.of("x")));
        embedder.close();
    }
}
