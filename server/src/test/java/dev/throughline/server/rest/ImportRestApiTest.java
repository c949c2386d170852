package dev.throughline.server.rest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.server.learn.MemoryFixture;
import dev.throughline.server.wiring.GatewayServer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ImportRestApiTest extends MemoryFixture {
    private static HttpResponse<String> send(GatewayServer gateway, String body) throws Exception {
        URI address = gateway.address().resolve("/api/v1/import");
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(
                    HttpRequest.newBuilder(address)
                            .POST(HttpRequest.BodyPublishers.ofString(body))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
        }
    }

    @Test
    void a_file_is_imported_or_only_counted() throws Exception {
        Path file = Files.writeString(user.resolve("rollout.jsonl"), """
            {"timestamp":"2026-03-01T10:00:00Z","type":"session_meta","payload":{"id":"thread-1","cwd":"/w"}}
            {"timestamp":"2026-03-01T10:00:01Z","type":"response_item","payload":{"type":"message","role":"user",\
            "content":[{"type":"input_text","text":"Hello"}]}}
            """);
        try (GatewayServer gateway = open()) {
            String counted = send(gateway, "{\"path\":\"" + file + "\",\"dry_run\":true}")
                    .body();
            assertTrue(counted.contains("\"sessions\":[\"codex:thread-1\"],\"items\":1"), counted);
            for (String body : List.of(
                    "",
                    "[]",
                    "{}",
                    "{\"path\":null}",
                    "{\"path\":\"rollout.jsonl\"}",
                    "{\"path\":\"" + file + "\",\"dryrun\":true}",
                    "{\"path\":\"" + file + "\",\"dry_run\":\"true\"}")) {
                HttpResponse<String> refused = send(gateway, body);
                assertEquals(400, refused.statusCode(), body + refused.body());
                assertTrue(refused.body().contains("\"code\":\"malformed\""), refused.body());
            }
            assertTrue(!get(gateway, "/api/v1/sessions").contains("thread-1"), "nothing was imported");
            String imported = send(gateway, "{\"path\":\"" + file + "\"}").body();
            assertTrue(imported.contains("\"items\":1"), imported);
        }
    }
}
