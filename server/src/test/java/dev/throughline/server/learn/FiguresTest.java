package dev.throughline.server.learn;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.server.wiring.GatewayServer;
import dev.throughline.simulator.answer.Answer;
import dev.throughline.simulator.answer.AnswerPart;
import dev.throughline.simulator.server.ModelOptions;
import dev.throughline.simulator.server.ModelServer;
import dev.throughline.simulator.server.ReceivedRequest;
import dev.throughline.simulator.server.Script;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Numbers that are settings change what a whole gateway does. */
final class FiguresTest extends MemoryStand {
    private static final String TOOLS = "\"tools\":[{\"name\":\"Bash\",\"input_schema\":{\"type\":\"object\"}}],";

    private Script script = _ -> Answer.text("Good.");
    private long window = Long.MAX_VALUE;

    /** What came of one request: its status and all that the model was sent. */
    private record Seen(int status, List<String> sent) {
        String last() {
            return sent.getLast();
        }
    }

    /** Sends one request to a gateway with these settings, with an empty home. */
    private Seen play(String path, String body, String... flags) throws IOException, InterruptedException {
        model.close();
        model = ModelServer.start(ModelOptions.of(script).window(window));
        String[] all = new String[flags.length + 6];
        System.arraycopy(flags, 0, all, 0, flags.length);
        List<String> more = List.of("--openai-url", model.url(), "--memory-show", "false", "--home", home());
        for (int i = 0; i < more.size(); i++) {
            all[flags.length + i] = more.get(i);
        }
        try (GatewayServer gateway = open(all);
                HttpClient client = HttpClient.newHttpClient()) {
            HttpRequest request = HttpRequest.newBuilder(gateway.address().resolve(path))
                    .header("content-type", "application/json")
                    .header("x-api-key", "sk-test")
                    .header("authorization", "Bearer sk-test")
                    .header("anthropic-version", "2023-06-01")
                    .header("x-throughline-pinned", "Never touch the generated files.")
                    .POST(HttpRequest.BodyPublishers.ofString(body))
                    .build();
            int status =
                    client.send(request, HttpResponse.BodyHandlers.ofString()).statusCode();
            List<String> sent = model.received().stream()
                    .map(ReceivedRequest::body)
                    .map(bytes -> bytes.utf8())
                    .toList();
            return new Seen(status, sent);
        }
    }

    private int homes;

    private String home() {
        return user.resolve("home" + homes++).toString();
    }

    private static String talk(int exchanges) {
        StringBuilder talk = new StringBuilder();
        for (int i = 0; i < exchanges; i++) {
            talk.append("{\"role\":\"user\",\"content\":\"Question " + i + ". " + "word ".repeat(400) + "\"},")
                    .append("{\"role\":\"assistant\",\"content\":\"Answer " + i + ".\"},");
        }
        return talk + "{\"role\":\"user\",\"content\":\"Now.\"}";
    }

    private static String messages(String name, String messages) {
        return "{\"model\":\"" + name + "\",\"max_tokens\":9," + TOOLS + "\"messages\":[" + messages + "]}";
    }

    private static String call(int number, String result) {
        return "{\"role\":\"assistant\",\"content\":[{\"type\":\"tool_use\",\"id\":\"toolu_" + number
                + "\",\"name\":\"Bash\",\"input\":{\"command\":\"cat a" + number + "\"}}]},"
                + "{\"role\":\"user\",\"content\":[{\"type\":\"tool_result\",\"tool_use_id\":\"toolu_" + number
                + "\",\"content\":\"" + result + "\"}]}";
    }

    private static String calls(int count, String result) {
        StringBuilder calls = new StringBuilder("{\"role\":\"user\",\"content\":\"Build it.\"}");
        for (int i = 0; i < count; i++) {
            calls.append(',').append(call(i, result));
        }
        return calls.toString();
    }

    @Test
    void rounds_of_local_tools() throws Exception {
        script = _ -> Answer.said(new AnswerPart.Call("recall", "{\"id\":\"ab12cd34\"}"));
        String body = messages("claude-x", talk(1));
        Seen usual = play("/v1/messages", body, "--recall-opening-tokens", "0");
        Seen fewer = play("/v1/messages", body, "--recall-opening-tokens", "0", "--limits-local-rounds", "1");
        assertEquals(usual.sent().size() - 2, fewer.sent().size());
        assertTrue(usual.last().contains("limit reached: this tool was called 3 times"), usual.last());
        assertTrue(fewer.last().contains("limit reached: this tool was called 1 time in"), fewer.last());
    }

    @Test
    void retries_after_an_overflow() throws Exception {
        window = 8_000;
        String body = messages("claude-x", talk(40));
        assertEquals(200, play("/v1/messages", body).status());
        assertEquals(
                400,
                play("/v1/messages", body, "--limits-overflow-retries", "0").status());
    }

    @Test
    void newest_results_in_a_repair() throws Exception {
        window = 9_000;
        String body = messages("claude-x", calls(12, "word ".repeat(600)));
        Seen usual = play("/v1/messages", body);
        Seen one = play("/v1/messages", body, "--limits-newest-results", "1");
        assertEquals(200, usual.status());
        assertEquals(200, one.status());
        String whole = "word ".repeat(600);
        assertTrue(count(usual.last(), "\"tool_use\"") < count(one.last(), "\"tool_use\"")
                || count(usual.last(), whole) > count(one.last(), whole));
    }

    @Test
    void windows_of_unknown_models() throws Exception {
        String body = messages("nobody-knows", talk(30));
        assertTrue(play("/v1/messages", body).last().contains("Question 0"));
        Seen small = play("/v1/messages", body, "--limits-unknown-window-tokens", "8000");
        assertTrue(small.last().length() < body.length() / 2, small.last());
    }

    @Test
    void tokens_reserved_for_an_answer() throws Exception {
        String body = "{\"model\":\"m\",\"messages\":[" + talk(34) + "]}";
        String[] flags = {"--windows", "m=20000", "--policy", "trim", "--limits-answer-tokens", "100"};
        Seen roomy = play("/v1/chat/completions", body, flags);
        assertTrue(roomy.last().length() >= body.length(), "all of it fits beside a short answer");
        flags[5] = "8192";
        Seen usual = play("/v1/chat/completions", body, flags);
        assertTrue(usual.last().length() < body.length(), usual.last());
    }

    @Test
    void caps_of_the_state() throws Exception {
        String body = messages("claude-x", talk(1));
        assertTrue(play("/v1/messages", body).last().contains("Never touch the generated files.</pinned>"));
        Seen cut = play("/v1/messages", body, "--state-pinned-characters", "10");
        assertTrue(cut.last().contains("<pinned>Never touc"), cut.last());
        assertFalse(cut.last().contains("generated"), cut.last());
    }
}
