package dev.throughline.server.rest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.server.learn.MemoryFixture;
import dev.throughline.server.wiring.GatewayServer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The routes of sessions, over HTTP. */
final class SessionsRestApiTest extends MemoryFixture {
    private static final JsonMapper JSON = new JsonMapper();

    private record HttpAnswer(int status, String body) {
        JsonNode json() {
            return JSON.readTree(body);
        }
    }

    private static HttpAnswer send(GatewayServer gateway, String method, String path) throws Exception {
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpResponse<String> answer = client.send(
                    HttpRequest.newBuilder(URI.create(gateway.address() + "/api/v1" + path))
                            .method(method, HttpRequest.BodyPublishers.noBody())
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
            return new HttpAnswer(answer.statusCode(), answer.body());
        }
    }

    private static String newest(GatewayServer gateway) {
        return gateway.sessions()
                .sessions(Optional.empty(), 1)
                .items()
                .getFirst()
                .ref()
                .id()
                .toString();
    }

    @Test
    void a_session_is_found_by_its_key_and_by_its_origin() throws Exception {
        try (GatewayServer gateway = open()) {
            String unknown = send(gateway, "GET", "/origin?type=dm&peer=ann").body();
            assertEquals("{\"key\":\"agent:main:main\",\"session\":null}", unknown);
            assertEquals(400, send(gateway, "GET", "/origin?type=group").status());
            assertEquals(400, send(gateway, "GET", "/origin?type=choir").status());
            assertEquals(404, send(gateway, "GET", "/keys?key=agent:main:main").status());
            assertEquals(400, send(gateway, "GET", "/keys").status());
        }
    }

    @Test
    void a_reset_can_be_undone() throws Exception {
        try (GatewayServer gateway = open()) {
            agent(gateway, "one", "parser").ask("The zebra crossing needs paint.");
            String old = newest(gateway);
            assertEquals(
                    409,
                    send(gateway, "POST", "/sessions/" + old + "/undo-reset").status());
            String fresh = send(gateway, "POST", "/sessions/" + old + "/reset")
                    .json()
                    .get("id")
                    .asString();
            assertFalse(fresh.equals(old));
            assertEquals(
                    409, send(gateway, "POST", "/sessions/" + old + "/reset").status());
            String back = send(gateway, "POST", "/sessions/" + fresh + "/undo-reset")
                    .json()
                    .get("id")
                    .asString();
            assertEquals(old, back);
        }
    }

    @Test
    void the_texts_of_a_deleted_session_are_not_found() throws Exception {
        try (GatewayServer gateway = open()) {
            agent(gateway, "one", "parser").ask("The zebra crossing needs paint.");
            String search = "/search?q=zebra&scope=sessions,archive&project=" + user.resolve("parser");
            String id = newest(gateway);
            awaitFound(gateway, search);
            assertEquals(
                    "{\"id\":\"" + id + "\",\"deleted\":true}",
                    send(gateway, "DELETE", "/sessions/" + id).body());
            String found = send(gateway, "GET", search).body();
            assertFalse(found.contains("crossing"), found);
            assertEquals(404, send(gateway, "DELETE", "/sessions/" + id).status());
            assertEquals("Good.", agent(gateway, "one", "parser").ask("The zebra crossing needs paint."));
            assertFalse(newest(gateway).equals(id), "the next turn is a new session");
        }
    }

    private static void awaitFound(GatewayServer gateway, String search) throws Exception {
        long end = System.nanoTime() + Duration.ofSeconds(30).toNanos();
        String found = "";
        while (!found.contains("crossing") && System.nanoTime() < end) {
            found = send(gateway, "GET", search).body();
        }
        assertTrue(found.contains("crossing"), found);
    }

    @Test
    void surplus_sessions_are_pruned() throws Exception {
        try (GatewayServer gateway = open()) {
            agent(gateway, "one", "parser").ask("First.");
            agent(gateway, "two", "parser").ask("Second.");
            assertEquals(400, send(gateway, "POST", "/sessions/prune").status());
            assertEquals(
                    "{\"sessions\":[]}",
                    send(gateway, "POST", "/sessions/prune?older_than_days=1").body());
            for (String wrong : List.of("dryrun=true", "dry_run", "dry_run=yes")) {
                assertEquals(
                        400,
                        send(gateway, "POST", "/sessions/prune?keep=1&" + wrong).status(),
                        wrong);
            }
            for (String dryRun : List.of("true", "false")) {
                JsonNode pruned = send(gateway, "POST", "/sessions/prune?keep=1&dry_run=" + dryRun)
                        .json()
                        .get("sessions");
                assertEquals(1, pruned.size());
            }
            assertEquals(
                    1, gateway.sessions().sessions(Optional.empty(), 9).items().size());
        }
    }
}
