package dev.throughline.server.learn;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.server.wiring.GatewayServer;
import dev.throughline.simulator.answer.Answer;
import dev.throughline.simulator.server.ModelOptions;
import dev.throughline.simulator.server.ModelServer;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Two people write under one session key; neither of them finds what the other one said in a session of their own. */
final class ChangingOriginTest extends MemoryFixture {
    private static final HttpClient CLIENT = HttpClient.newHttpClient();
    private static final String ADAS = "Please remember that my sister lives in Heidelberg.";
    private static final String BOBS = "Please remember that my brother lives in Konstanz.";

    private final List<String> history = new ArrayList<>();

    private GatewayServer gateway() {
        return open("--sessions-scope", "per-peer");
    }

    private static String send(GatewayServer gateway, String method, String path, String body, List<String> headers)
            throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(gateway.address().resolve(path))
                .header("content-type", "application/json")
                .header("accept", "application/json, text/event-stream")
                .header("x-api-key", "sk-test")
                .header("anthropic-version", "2023-06-01")
                .headers(headers.toArray(String[]::new))
                .method(method, HttpRequest.BodyPublishers.ofString(body));
        return CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofString())
                .body();
    }

    private static List<String> peer(String peer) {
        return List.of("x-throughline-channel", "discord", "x-throughline-peer", peer);
    }

    private static List<String> inSession(String key, String peer) {
        List<String> headers = new ArrayList<>(peer(peer));
        headers.addAll(List.of("x-throughline-session", key));
        return headers;
    }

    private static void ask(GatewayServer gateway, List<String> messages, List<String> headers) throws Exception {
        String reply = send(gateway, "POST", "/v1/messages", body(messages), headers);
        assertTrue(reply.contains("Good."), reply);
    }

    private static String body(List<String> messages) {
        return "{\"model\":\"claude-sonnet-4-5\",\"max_tokens\":1000,\"system\":\"You are an assistant.\","
                + "\"messages\":[" + String.join(",", messages) + "]}";
    }

    /** A message in the session that both use. */
    private void say(GatewayServer gateway, String key, String peer, String words) throws Exception {
        history.add("{\"role\":\"user\",\"content\":\"" + words + "\"}");
        ask(gateway, history, inSession(key, peer));
        history.add("{\"role\":\"assistant\",\"content\":\"Good.\"}");
    }

    /** What a person finds outside of the session that both use. */
    private String found(GatewayServer gateway, String peer) throws Exception {
        ask(
                gateway,
                List.of("{\"role\":\"user\",\"content\":\"Where do my sister and my brother live?\"}"),
                peer(peer));
        String arguments = "\"query\":\"lives in\",\"scope\":\"all\"";
        return sent()
                + send(gateway, "GET", "/api/v1/search?q=lives+in&scope=memory,sessions,archive", "", peer(peer))
                + send(gateway, "POST", "/mcp", call("memory_search", arguments), peer(peer))
                + send(gateway, "POST", "/mcp", call("session_search", arguments), peer(peer));
    }

    @ParameterizedTest
    @ValueSource(strings = {"room-7", "agent:main:discord:dm:a1", "agent:main:discord:dm:b1"})
    void neither_of_two_people_finds_what_the_other_one_said(String key) throws Exception {
        try (GatewayServer gateway = gateway()) {
            say(gateway, key, "a1", ADAS);
            say(gateway, key, "b1", BOBS);
        }
        try (GatewayServer gateway = gateway()) {
            say(gateway, key, "a1", "Good to know.");
            say(gateway, key, "b1", "Good to know, too.");
        }
        try (GatewayServer gateway = gateway()) {
            String byBob = found(gateway, "b1");
            assertFalse(byBob.contains("Heidelberg"), byBob);
            String byAda = found(gateway, "a1");
            assertFalse(byAda.contains("Konstanz"), byAda);
        }
    }

    @Test
    void what_was_indexed_before_another_person_wrote_is_removed() throws Exception {
        try (GatewayServer gateway = gateway()) {
            say(gateway, "room-7", "a1", "The zebra crossing needs paint.");
        }
        String search = "/api/v1/search?q=zebra&scope=sessions";
        try (GatewayServer gateway = gateway()) {
            assertTrue(send(gateway, "GET", search, "", peer("a1")).contains("zebra crossing"), "it was found");
            say(gateway, "room-7", "b1", "Which one?");
        }
        try (GatewayServer gateway = gateway()) {
            String found = send(gateway, "GET", search, "", peer("a1"));
            assertFalse(found.contains("zebra crossing"), found);
        }
    }

    @Test
    void deleting_the_session_removes_it_from_the_index_that_it_was_in() throws Exception {
        try (GatewayServer gateway = gateway()) {
            say(gateway, "room-7", "a1", "The zebra crossing needs paint.");
        }
        model.close();
        model = ModelServer.start(ModelOptions.of(_ -> Answer.error(400, "invalid_request_error", "No.")));
        String search = "/api/v1/search?q=zebra&scope=sessions";
        try (GatewayServer gateway = gateway()) {
            // Waits until the session is indexed again, so that only a turn could remove it from the index.
            assertTrue(get(gateway, search + "&all=true").contains("zebra crossing"));
            // Nothing happens with memory after a turn that fails.
            send(gateway, "POST", "/v1/messages", body(history), inSession("room-7", "b1"));
            assertTrue(send(gateway, "GET", search, "", peer("a1")).contains("zebra crossing"), "it is indexed");
            Matcher id = Pattern.compile("\"id\":\"([0-9a-f-]{36})\"").matcher(get(gateway, "/api/v1/sessions"));
            assertTrue(id.find());
            send(gateway, "DELETE", "/api/v1/sessions/" + id.group(1), "", List.of("accept", "application/json"));
            String found = send(gateway, "GET", search, "", peer("a1"));
            assertFalse(found.contains("zebra crossing"), found);
        }
    }
}
