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

/** Numeric settings change the behaviour of a complete gateway. */
final class FiguresTest extends MemoryFixture {
    private static final String TOOLS = "\"tools\":[{\"name\":\"Bash\",\"input_schema\":{\"type\":\"object\"}}],";

    private Script script = _ -> Answer.text("Good.");
    private long window = Long.MAX_VALUE;

    /** The status of one request and all bodies that the model received. */
    private record Outcome(int status, List<String> sent) {
        String last() {
            return sent.getLast();
        }
    }

    /** Sends one request to a gateway with these settings, with an empty home. */
    private Outcome send(String path, String body, String... flags) throws IOException, InterruptedException {
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
            return new Outcome(status, sent);
        }
    }

    private int homes;

    private String home() {
        return user.resolve("home" + homes++).toString();
    }

    private static String conversation(int exchanges) {
        StringBuilder conversation = new StringBuilder();
        for (int i = 0; i < exchanges; i++) {
            conversation
                    .append("{\"role\":\"user\",\"content\":\"Question " + i + ". " + "word ".repeat(400) + "\"},")
                    .append("{\"role\":\"assistant\",\"content\":\"Answer " + i + ".\"},");
        }
        return conversation + "{\"role\":\"user\",\"content\":\"Now.\"}";
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
    void the_number_of_local_tool_rounds_can_be_set() throws Exception {
        script = _ -> Answer.said(new AnswerPart.Call("recall", "{\"id\":\"ab12cd34\"}"));
        String body = messages("claude-x", conversation(1));
        Outcome usual = send("/v1/messages", body, "--recall-opening-tokens", "0");
        Outcome fewer = send("/v1/messages", body, "--recall-opening-tokens", "0", "--limits-local-rounds", "1");
        assertEquals(usual.sent().size() - 2, fewer.sent().size());
        assertTrue(usual.last().contains("limit reached: this tool was called 3 times"), usual.last());
        assertTrue(fewer.last().contains("limit reached: this tool was called 1 time in"), fewer.last());
    }

    @Test
    void the_number_of_retries_after_an_overflow_can_be_set() throws Exception {
        window = 8_000;
        String body = messages("claude-x", conversation(40));
        assertEquals(200, send("/v1/messages", body).status());
        assertEquals(
                400,
                send("/v1/messages", body, "--limits-overflow-retries", "0").status());
    }

    @Test
    void the_number_of_newest_results_that_a_repair_keeps_can_be_set() throws Exception {
        window = 9_000;
        String body = messages("claude-x", calls(12, "word ".repeat(600)));
        Outcome usual = send("/v1/messages", body);
        Outcome one = send("/v1/messages", body, "--limits-newest-results", "1");
        assertEquals(200, usual.status());
        assertEquals(200, one.status());
        String whole = "word ".repeat(600);
        assertTrue(count(usual.last(), "\"tool_use\"") < count(one.last(), "\"tool_use\"")
                || count(usual.last(), whole) > count(one.last(), whole));
    }

    @Test
    void the_window_of_unknown_models_can_be_set() throws Exception {
        String body = messages("unknown-model", conversation(30));
        assertTrue(send("/v1/messages", body).last().contains("Question 0"));
        Outcome small = send("/v1/messages", body, "--limits-unknown-window-tokens", "8000");
        assertTrue(small.last().length() < body.length() / 2, small.last());
    }

    @Test
    void the_tokens_reserved_for_a_reply_can_be_set() throws Exception {
        String body = "{\"model\":\"m\",\"messages\":[" + conversation(34) + "]}";
        String[] flags = {"--windows", "m=20000", "--policy", "trim", "--limits-answer-tokens", "100"};
        Outcome small = send("/v1/chat/completions", body, flags);
        assertTrue(small.last().length() >= body.length(), "the whole history fits with a short reply");
        flags[5] = "8192";
        Outcome usual = send("/v1/chat/completions", body, flags);
        assertTrue(usual.last().length() < body.length(), usual.last());
    }

    @Test
    void the_length_of_pinned_text_can_be_limited() throws Exception {
        String body = messages("claude-x", conversation(1));
        assertTrue(send("/v1/messages", body).last().contains("Never touch the generated files.</pinned>"));
        Outcome cut = send("/v1/messages", body, "--state-pinned-characters", "10");
        assertTrue(cut.last().contains("<pinned>Never touc"), cut.last());
        assertFalse(cut.last().contains("generated"), cut.last());
    }
}
