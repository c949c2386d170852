package dev.throughline.memory.index;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpServer;
import dev.throughline.search.embed.Embedder;
import dev.throughline.search.index.IndexSettings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class ConfiguredEmbedderTest {
    private static final String ANSWER = "{\"data\":[{\"embedding\":[1,0]}],\"embeddings\":[{\"values\":[1,0]}]}";

    private final BlockingQueue<Headers> seen = new LinkedBlockingQueue<>();
    private HttpServer server;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            seen.add(exchange.getRequestHeaders());
            exchange.getRequestBody().readAllBytes();
            byte[] answer = ANSWER.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private SearchSettings settings(SearchSettings.Embeddings provider, String key, Map<String, String> headers) {
        return new SearchSettings(
                provider,
                Optional.of("m"),
                Optional.of(URI.create("http://localhost:" + server.getAddress().getPort())),
                Optional.of(key),
                headers,
                List.of(),
                SearchSettings.HitOrder.DEFAULT,
                IndexSettings.Sizes.DEFAULT);
    }

    private Headers sent(SearchSettings.Embeddings provider, Map<String, String> headers) throws InterruptedException {
        try (ConfiguredEmbedder embedding = new ConfiguredEmbedder(settings(provider, "secret", headers), _ -> null)) {
            Embedder embedder = Objects.requireNonNull(embedding.choice().embedder());
            assertEquals(2, embedder.query("why?").length);
            return seen.take();
        }
    }

    @Test
    void each_provider_gets_the_key_in_the_one_header_it_knows() throws InterruptedException {
        Headers gemini = sent(SearchSettings.Embeddings.GEMINI, Map.of());
        assertEquals("secret", gemini.getFirst("x-goog-api-key"));
        assertNull(gemini.getFirst("authorization"), "a second credential");
        assertEquals(
                "Bearer secret",
                sent(SearchSettings.Embeddings.OPENAI, Map.of()).getFirst("authorization"));
        assertEquals(
                "Bearer secret",
                sent(SearchSettings.Embeddings.CUSTOM, Map.of()).getFirst("authorization"));
    }

    @Test
    void headers_go_to_a_server_of_ones_own_and_come_before_its_key() throws InterruptedException {
        Map<String, String> headers = Map.of("X-Team", "blue", "Authorization", "Basic abc");
        Headers custom = sent(SearchSettings.Embeddings.CUSTOM, headers);
        assertEquals("blue", custom.getFirst("x-team"));
        assertEquals(List.of("Basic abc"), custom.get("authorization"));
        assertNull(sent(SearchSettings.Embeddings.OPENAI, headers).getFirst("x-team"));
    }

    @Test
    void settings_show_neither_key_nor_headers() {
        String shown = settings(SearchSettings.Embeddings.CUSTOM, "s3cret", Map.of("x-key", "hidden"))
                .toString();
        assertFalse(shown.contains("s3cret") || shown.contains("hidden"), shown);
    }
}
