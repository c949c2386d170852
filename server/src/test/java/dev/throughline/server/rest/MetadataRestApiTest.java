package dev.throughline.server.rest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.server.learn.Agent;
import dev.throughline.server.learn.MemoryFixture;
import dev.throughline.server.wiring.GatewayServer;
import dev.throughline.simulator.answer.Answer;
import dev.throughline.simulator.server.ModelOptions;
import dev.throughline.simulator.server.ModelServer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

final class MetadataRestApiTest extends MemoryFixture {
    private static HttpResponse<String> send(GatewayServer gateway, String method, String path, String body)
            throws Exception {
        URI address = gateway.address().resolve(path);
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpRequest.BodyPublisher publisher = HttpRequest.BodyPublishers.ofString(body);
            return client.send(
                    HttpRequest.newBuilder(address).method(method, publisher).build(),
                    HttpResponse.BodyHandlers.ofString());
        }
    }

    private static String id(GatewayServer gateway) throws Exception {
        return get(gateway, "/api/v1/sessions").replaceFirst("(?s).*?\"id\":\"([0-9a-f-]{36})\".*", "$1");
    }

    private static String awaited(GatewayServer gateway, String path, String expected) throws Exception {
        String found = "";
        for (int i = 0; i < 2_000 && !found.contains(expected); i++) {
            found = get(gateway, path);
            Thread.onSpinWait();
        }
        return found;
    }

    @Test
    void a_session_is_named_after_five_messages_and_the_event_is_logged_and_counted() throws Exception {
        Path log = user.resolve("flow.log");
        String id;
        try (GatewayServer gateway = open("--log-file", log.toString())) {
            Agent agent = agent(gateway, "one", "parser");
            for (String words : List.of(
                    "Please move the parser to the new lexer.", "Go on.", "Run the tests.", "Fix them.", "Commit.")) {
                assertTrue(!get(gateway, "/api/v1/outlines").contains("lexer\",\"description"));
                agent.ask(words);
            }
            id = id(gateway);
            String metadata = awaited(gateway, "/api/v1/sessions/" + id + "/metadata", "\"name\"");
            assertTrue(metadata.contains("\"name\":\"move-parser-lexer\""), metadata);
            assertTrue(metadata.contains("\"cwd\":\"" + user.resolve("parser") + "\""), metadata);
            String outlines = get(gateway, "/api/v1/outlines");
            assertTrue(outlines.contains("\"name\":\"move-parser-lexer\""), outlines);
            assertTrue(outlines.contains("\"description\":\"Please move the parser to the new lexer.\""), outlines);
            String metrics = get(gateway, "/metrics");
            assertTrue(metrics.contains("throughline_session_indexes_total{outcome=\"written\""), metrics);
        }
        String event = Files.readString(log)
                .lines()
                .filter(line -> line.contains("\"event\":\"session-index:index\""))
                .findFirst()
                .orElse("");
        assertTrue(event.contains("\"success\":true,\"sessionId\":\"" + id + "\",\"source\":\"rules\""), event);
        assertTrue(event.contains("\"costUsd\":null,\"error\":null,\"usage\":{"), event);
        try (GatewayServer gateway = open()) {
            String metadata = get(gateway, "/api/v1/sessions/" + id + "/metadata");
            assertTrue(metadata.contains("\"name\":\"move-parser-lexer\""), "after a restart: " + metadata);
        }
    }

    @Test
    void a_requested_description_waits_for_the_reply_of_the_open_turn() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch answer = new CountDownLatch(1);
        model.close();
        model = ModelServer.start(ModelOptions.of(_ -> {
            asked.countDown();
            try {
                answer.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return Answer.text("The lexer is streaming now.");
        }));
        try (GatewayServer gateway = open();
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Agent agent = agent(gateway, "one", "parser");
            Future<String> turn = threads.submit(() -> agent.ask("Please move the parser to the new lexer."));
            asked.await();
            String path = "/api/v1/sessions/" + id(gateway) + "/index";
            Future<HttpResponse<String>> described = threads.submit(() -> send(gateway, "POST", path, ""));
            assertThrows(TimeoutException.class, () -> described.get(300, TimeUnit.MILLISECONDS));
            answer.countDown();
            assertEquals("The lexer is streaming now.", turn.get());
            assertTrue(described.get().body().contains("The lexer is streaming now."), described.get()::body);
        } finally {
            answer.countDown();
        }
    }

    @Test
    void damaged_metadata_is_set_aside_and_written_anew() throws Exception {
        Path home = user.resolve(".local/share/throughline");
        String id;
        try (GatewayServer gateway = open()) {
            agent(gateway, "one", "parser").ask("Please move the parser to the new lexer.");
            id = id(gateway);
            assertEquals(
                    200,
                    send(gateway, "POST", "/api/v1/sessions/" + id + "/index", "")
                            .statusCode());
        }
        Path file = home.resolve("sessions").resolve(id).resolve("index.json");
        Files.writeString(file, "{\"name\":\"torn");
        try (GatewayServer gateway = open()) {
            String path = "/api/v1/sessions/" + id;
            assertEquals(404, send(gateway, "GET", path + "/metadata", "").statusCode());
            assertTrue(files(home.resolve("damaged")).stream()
                    .anyMatch(each -> each.getFileName().toString().contains("index.json")));
            assertTrue(send(gateway, "POST", path + "/index", "").body().contains("\"name\":\"move-parser-lexer\""));
            assertTrue(Files.readString(file).contains("move-parser-lexer"));
        }
    }

    @Test
    void a_session_is_named_on_request_and_renamed() throws Exception {
        try (GatewayServer gateway = open("--sessions-index-messages", "0")) {
            agent(gateway, "one", "parser").ask("Please move the parser to the new lexer.");
            String path = "/api/v1/sessions/" + id(gateway);
            assertEquals(404, send(gateway, "GET", path + "/metadata", "").statusCode());
            assertTrue(
                    send(gateway, "POST", path + "/index?by=rules", "").body().contains("\"source\":\"rules\""));
            String renamed = send(gateway, "PUT", path + "/name", "Lexer work").body();
            assertTrue(renamed.contains("\"name\":\"lexer-work\"") && renamed.contains("\"person\""), renamed);
            String again = send(gateway, "POST", path + "/index", "").body();
            assertTrue(again.contains("\"name\":\"lexer-work\""), again);
            assertEquals(400, send(gateway, "PUT", path + "/name", " ").statusCode());
            String missing = "/api/v1/sessions/0198c5a0-0000-7000-8000-00000000000f/index";
            assertEquals(404, send(gateway, "POST", missing, "").statusCode());
        }
    }
}
