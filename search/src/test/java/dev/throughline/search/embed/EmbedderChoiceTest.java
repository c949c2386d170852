package dev.throughline.search.embed;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;

final class EmbedderChoiceTest {
    private static final Map<String, String> BOTH_KEYS = Map.of("OPENAI_API_KEY", "o", "GEMINI_API_KEY", "g");

    private static String chosen(Map<String, String> environment, boolean runsHere) {
        EmbedderChoice.Chosen choice = EmbedderChoice.AUTO.choose(environment::get, local -> runsHere);
        try (Embedder embedder = choice.embedder()) {
            return embedder == null ? "none" : embedder.name();
        }
    }

    @Test
    void auto_prefers_the_local_model_then_openai_then_gemini_then_none() {
        assertEquals("local:bge-small-en-v1.5-q", chosen(BOTH_KEYS, /* runsHere= */ true));
        assertEquals("openai:text-embedding-3-small", chosen(BOTH_KEYS, /* runsHere= */ false));
        assertEquals("gemini:gemini-embedding-001", chosen(Map.of("GEMINI_API_KEY", "g"), /* runsHere= */ false));
        assertEquals("none", chosen(Map.of("OPENAI_API_KEY", " "), /* runsHere= */ false));
    }

    @Test
    void auto_without_an_embedder_reports_what_is_missing_and_none_reports_nothing() {
        EmbedderChoice.Chosen nothing = EmbedderChoice.AUTO.choose(name -> null, local -> false);
        assertTrue(nothing.trouble().orElseThrow().contains("OPENAI_API_KEY"));
        EmbedderChoice.Chosen none = new EmbedderChoice("none", null, null, Map.of()).choose(name -> null);
        assertNull(none.embedder());
        assertEquals(Optional.empty(), none.trouble());
    }

    @Test
    void the_local_model_is_chosen_without_being_loaded() {
        EmbedderChoice.Chosen choice = new EmbedderChoice("local", null, null, Map.of()).choose(name -> null);
        try (LocalEmbedder model = (LocalEmbedder) Objects.requireNonNull(choice.embedder())) {
            assertFalse(model.isLoaded());
        }
    }

    @Test
    void a_provider_without_its_key_or_address_and_an_unknown_provider_are_rejected() {
        for (String provider : List.of("openai", "gemini", "custom", "voyage")) {
            IllegalArgumentException e = assertThrows(
                    IllegalArgumentException.class,
                    () -> new EmbedderChoice(provider, null, null, Map.of()).choose(name -> null));
            assertTrue(String.valueOf(e.getMessage()).startsWith("expected "), e.getMessage());
        }
    }

    @Test
    void a_custom_embedder_uses_its_own_address_and_headers_and_no_key_of_another_provider() throws Exception {
        BlockingQueue<Map<String, String>> seen = new LinkedBlockingQueue<>();
        HttpServer server = server(seen);
        String base = "http://localhost:" + server.getAddress().getPort() + "/my/v1";
        EmbedderChoice custom = new EmbedderChoice("custom", "tiny", base, Map.of("x-team", "blue"));
        try (Embedder embedder =
                Objects.requireNonNull(custom.choose(BOTH_KEYS::get).embedder())) {
            assertEquals("custom:tiny", embedder.name());
            assertArrayEquals(new float[] {0.6f, 0.8f}, embedder.query("pears"), 1e-6f);
            Map<String, String> request = seen.take();
            assertEquals("/my/v1/embeddings", request.get("path"));
            assertEquals("blue", request.get("x-team"));
            assertEquals("null", request.get("authorization"));
            assertTrue(request.getOrDefault("body", "").contains("\"model\":\"tiny\""), request.get("body"));
        } finally {
            server.stop(0);
        }
    }

    private static HttpServer server(BlockingQueue<Map<String, String>> seen) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            Map<String, String> request = new HashMap<>();
            request.put("path", exchange.getRequestURI().getPath());
            for (String header : List.of("x-team", "authorization")) {
                request.put(header, String.valueOf(exchange.getRequestHeaders().getFirst(header)));
            }
            request.put("body", new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            seen.add(request);
            byte[] answer = "{\"data\":[{\"index\":0,\"embedding\":[3,4]}]}".getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        });
        server.start();
        return server;
    }
}
