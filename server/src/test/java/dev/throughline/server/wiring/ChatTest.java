package dev.throughline.server.wiring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.model.Bytes;
import dev.throughline.model.Dialect;
import dev.throughline.model.Span;
import dev.throughline.server.learn.MemoryFixture;
import dev.throughline.wire.Item;
import dev.throughline.wire.Reply;
import dev.throughline.wire.ReplyReader;
import dev.throughline.wire.Wire;
import dev.throughline.wire.dialects.Dialects;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Commands and the send policy through a whole gateway, in each dialect, streamed and not. */
final class ChatTest extends MemoryFixture {
    static Stream<Arguments> forms() {
        return Dialects.names().stream()
                .flatMap(dialect -> Stream.of(Arguments.of(dialect, true), Arguments.of(dialect, false)));
    }

    @Override
    protected Map<String, String> flags() {
        Map<String, String> flags = super.flags();
        flags.put("--openai-url", model.url());
        return flags;
    }

    /** A chat gateway that holds the history of one direct chat. */
    private static final class ChatClient {
        private final URI gateway;
        private final Wire wire;
        private final boolean isStreaming;
        private final List<String> history = new ArrayList<>();

        ChatClient(GatewayServer server, Dialect dialect, boolean isStreaming) {
            this.gateway = server.address();
            this.wire = Dialects.of(dialect);
            this.isStreaming = isStreaming;
        }

        /** The same client after a restart of the gateway. */
        ChatClient(GatewayServer server, ChatClient other) {
            this(server, other.wire.dialect(), other.isStreaming);
            history.addAll(other.history);
        }

        Answer ask(String words) throws Exception {
            history.add(wire.editor().userMessage(words).utf8());
            HttpRequest request = HttpRequest.newBuilder(
                            gateway.resolve(wire.profile().path()))
                    .header("content-type", "application/json")
                    .header(
                            wire.profile().provider().keyHeader(),
                            wire.profile().provider().keyPrefix() + "sk-test")
                    .header("anthropic-version", "2023-06-01")
                    .header("x-throughline-channel", "telegram")
                    .header("x-throughline-peer", "ada")
                    .POST(HttpRequest.BodyPublishers.ofString(body()))
                    .build();
            try (HttpClient client = HttpClient.newHttpClient()) {
                HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());
                assertEquals(200, response.statusCode(), response.body());
                return read(response);
            }
        }

        private String body() {
            String members =
                    switch (wire.dialect().name()) {
                        case "messages" -> "\"model\":\"claude-sonnet-4-5\",\"max_tokens\":1000,\"messages\"";
                        case "responses" -> "\"model\":\"gpt-5.5\",\"store\":false,\"input\"";
                        default -> "\"model\":\"gpt-5.5\",\"messages\"";
                    };
            return "{\"stream\":" + isStreaming + "," + members + ":[" + String.join(",", history) + "]}";
        }

        private Answer read(HttpResponse<String> response) {
            Bytes body = Bytes.of(response.body());
            ReplyReader reader = isStreaming ? wire.streamedReply() : wire.wholeReply();
            reader.feed(body.array(), body.offset(), body.length());
            Reply reply = reader.finish();
            assertEquals(Reply.Ending.COMPLETE, reply.ending(), response.body());
            StringBuilder text = new StringBuilder();
            for (Bytes element : reply.elements()) {
                history.add(element.utf8());
                for (Item item : wire.itemise(element, new Span(0, element.length()))) {
                    text.append(wire.text(element, item));
                }
            }
            return new Answer(
                    text.toString(),
                    response.headers().firstValue("x-throughline-command").orElse(""),
                    response.headers().firstValue("x-throughline-send").orElse(""),
                    response.headers().firstValue("x-throughline-session").orElse(""));
        }
    }

    private record Answer(String text, String command, String send, String session) {}

    private int requests() {
        return model.received().size();
    }

    @ParameterizedTest
    @MethodSource("forms")
    void commands_are_answered_here_and_left_out_of_later_requests(Dialect dialect, boolean isStreaming)
            throws Exception {
        try (GatewayServer gateway = open()) {
            ChatClient chat = new ChatClient(gateway, dialect, isStreaming);
            chat.ask("Hello there");
            Answer status = chat.ask("/status");
            assertEquals("status", status.command());
            assertTrue(status.text().contains("\nKey: agent:main:main\n"), status::text);
            assertTrue(status.text().contains("\nTurns: 1, compactions: 0\n"), status::text);
            assertTrue(status.text().contains("\nLast reset: never"), status::text);
            Answer context = chat.ask("/context list");
            assertTrue(context.text().contains(" user"), context::text);
            assertTrue(chat.ask("/status").text().contains("Turns: 1"), "commands are not turns");
            assertTrue(chat.ask("/help").text().startsWith("Commands:"));
            assertTrue(chat.ask("/compact the names").text().contains("compact"));
            assertTrue(chat.ask("/send maybe").text().startsWith("Not understood"));
            assertEquals(1, requests(), "the model got nothing of it");
            assertEquals("Good.", chat.ask("How are you?").text());
            assertEquals(2, requests());
            assertTrue(sent().contains("Hello there") && sent().contains("Good."), sent());
            for (String part : List.of("/status", "/context", "/help", "/compact", "/send", "Key: agent", "Commands")) {
                assertFalse(sent().contains(part), part + " in " + sent());
            }
            String entries = get(gateway, "/api/v1/sessions/" + status.session() + "/entries?limit=200");
            assertEquals(6, count(entries, "\"purpose\":\"command\""), entries);
            assertEquals(2, count(entries, "\"purpose\":\"conversation\""), entries);
        }
    }

    @ParameterizedTest
    @MethodSource("forms")
    void a_denied_answer_is_withheld_and_put_back_into_later_requests(Dialect dialect, boolean isStreaming)
            throws Exception {
        ChatClient chat;
        try (GatewayServer gateway = open("--sessions-send", "type=group, channel=telegram")) {
            chat = new ChatClient(gateway, dialect, isStreaming);
            Answer denied = chat.ask("Hello there");
            assertEquals("denied", denied.send());
            assertEquals("", denied.text());
            assertEquals(1, requests(), "the model ran");
            String entries = get(gateway, "/api/v1/sessions/" + denied.session() + "/entries?limit=200");
            assertTrue(entries.contains("\"reason\":\"withheld\""), entries);
            assertEquals("denied", chat.ask("How are you?").send());
            assertEquals(1, count(sent(), "Good."), sent());
            assertTrue(sent().indexOf("Good.") < sent().indexOf("How are you?"), sent());
            assertTrue(chat.ask("/send on").text().startsWith("Sending of answers: on"));
        }
        try (GatewayServer gateway = open("--sessions-send", "type=group, channel=telegram")) {
            ChatClient after = new ChatClient(gateway, chat);
            Answer sent = after.ask("And now?");
            assertEquals("", sent.send());
            assertEquals("Good.", sent.text());
            assertEquals(2, count(sent(), "Good."), sent());
            assertTrue(after.ask("/send inherit").text().startsWith("Sending of answers: off (rule channel=telegram)"));
            assertEquals("denied", after.ask("Still there?").send());
        }
    }

    @ParameterizedTest
    @MethodSource("forms")
    void without_a_named_origin_a_message_is_no_command(Dialect dialect, boolean isStreaming) throws Exception {
        try (GatewayServer gateway = open("--sessions-commands", "off")) {
            ChatClient chat = new ChatClient(gateway, dialect, isStreaming);
            assertEquals("Good.", chat.ask("/status").text());
            assertEquals("1", model.received().stream().map(_ -> "1").collect(Collectors.joining()));
        }
    }
}
