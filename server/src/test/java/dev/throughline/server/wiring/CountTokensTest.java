package dev.throughline.server.wiring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.model.Hash;
import dev.throughline.server.learn.MemoryFixture;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** A count reads the archive, also after a restart, and does not change the home. */
final class CountTokensTest extends MemoryFixture {
    private static final Pattern TOKENS = Pattern.compile("\"input_tokens\":(\\d+)");

    /** Written in the background after a start, unless the gateway is closed before. */
    private static final String INDEXED_UNTIL = "index/sessions.until";

    private static String messages(int results) {
        StringBuilder messages = new StringBuilder("{\"role\":\"user\",\"content\":\"Mend it.\"}");
        for (int i = 0; i < results; i++) {
            messages.append(",{\"role\":\"assistant\",\"content\":[{\"type\":\"tool_use\",\"id\":\"toolu_")
                    .append(i)
                    .append("\",\"name\":\"Bash\",\"input\":{\"command\":\"step ")
                    .append(i)
                    .append("\"}}]},{\"role\":\"user\",\"content\":[{\"type\":\"tool_result\",\"tool_use_id\":\"toolu_")
                    .append(i)
                    .append("\",\"content\":\"")
                    .append(("line " + i + " of an output that nobody needs\\n").repeat(40))
                    .append("\"}]}");
        }
        return messages.toString();
    }

    private static String body(String members, int results) {
        return "{\"model\":\"claude-sonnet-4-5\"," + members + "\"system\":\"Be brief.\",\"tools\":[{\"name\":\"Bash\","
                + "\"input_schema\":{\"type\":\"object\"}}],\"messages\":[" + messages(results) + "]}";
    }

    private static String send(GatewayServer gateway, String path, String body)
            throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(gateway.address() + path))
                .header("content-type", "application/json")
                .header("x-api-key", "sk-test")
                .header("anthropic-version", "2023-06-01")
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpResponse<String> reply = client.send(request, HttpResponse.BodyHandlers.ofString());
            assertEquals(200, reply.statusCode(), reply.body());
            return reply.body();
        }
    }

    private GatewayServer open() {
        return open("--windows", "claude-sonnet-4-5=20000");
    }

    /** Every file of the home with its content. */
    private Map<String, Hash> home() throws IOException {
        Map<String, Hash> files = new TreeMap<>();
        Path home = user.resolve(".local/share/throughline");
        for (Path file : files(home)) {
            files.put(home.relativize(file).toString(), Hash.of(Files.readAllBytes(file)));
        }
        return files;
    }

    private static Set<String> changed(Map<String, Hash> before, Map<String, Hash> after) {
        Set<String> names = new TreeSet<>(before.keySet());
        names.addAll(after.keySet());
        names.removeIf(name -> before.containsKey(name) && before.get(name).equals(after.get(name)));
        names.remove(INDEXED_UNTIL);
        return names;
    }

    @Test
    void a_count_after_a_restart_counts_the_next_request_and_writes_nothing() throws Exception {
        try (GatewayServer gateway = open()) {
            send(gateway, "/v1/messages", body("\"max_tokens\":1000,", 50));
        }
        Map<String, Hash> before = home();
        open().close();
        Map<String, Hash> opened = home();
        long counted;
        try (GatewayServer gateway = open()) {
            counted = tokens(send(gateway, "/v1/messages/count_tokens", body("", 51)));
        }
        Map<String, Hash> after = home();
        assertEquals(
                changed(before, opened),
                changed(opened, after),
                "the same changes as when it is only opened and closed");
        assertTrue(changed(opened, after).stream().noneMatch(name -> name.startsWith("sessions/")));
        try (GatewayServer gateway = open()) {
            send(gateway, "/v1/messages", body("\"max_tokens\":1000,", 51));
            assertEquals(
                    counted,
                    model.awaitFinished(model.received().size())
                            .getLast()
                            .billed()
                            .orElseThrow()
                            .prompt());
        }
    }

    private static long tokens(String reply) {
        Matcher said = TOKENS.matcher(reply);
        assertTrue(said.find(), reply);
        return Long.parseLong(said.group(1));
    }
}
