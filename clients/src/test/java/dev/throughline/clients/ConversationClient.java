package dev.throughline.clients;

import dev.throughline.model.Bytes;
import dev.throughline.simulator.dialect.SimulatedDialect;
import dev.throughline.wire.Reply;
import dev.throughline.wire.ReplyReader;
import dev.throughline.wire.dialects.Dialects;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * A client that has one conversation after another: it sends the whole history each time, and requests sometimes a
 * stream and sometimes one document. Not thread-safe.
 */
final class ConversationClient {
    private static final Duration LONGEST = Duration.ofSeconds(30);
    private static final List<SimulatedDialect> DIALECTS = List.of(SimulatedDialect.values());
    private static final int MOST_TURNS = 6;
    private static final int MOST_WORDS = 2_000;

    private final HttpClient client;
    private final String name;
    private final Random random;
    private SimulatedDialect dialect = SimulatedDialect.CHAT;
    private String session = "";
    private int sessions;
    private final List<String> history = new ArrayList<>();

    ConversationClient(HttpClient client, String name, Random random) {
        this.client = client;
        this.name = name;
        this.random = random;
    }

    /** A turn whose reply was received completely. */
    record ReceivedTurn(String session, SimulatedDialect dialect, Bytes request, Reply reply) {}

    /** Runs one turn. After an exception, the next turn begins a new conversation. */
    ReceivedTurn turn(URI gateway) throws IOException, InterruptedException {
        if (history.isEmpty() || history.size() >= 2 * MOST_TURNS) {
            begin();
        }
        history.add(userMessage());
        boolean isStream = random.nextBoolean();
        Bytes body = Bytes.of(body(isStream));
        HttpRequest request = HttpRequest.newBuilder(gateway.resolve(path()))
                .timeout(LONGEST)
                .header("authorization", "Bearer sk-none")
                .header("anthropic-version", "2023-06-01")
                .header("content-type", "application/json")
                .header("x-throughline-session", session)
                .header("x-throughline-memory", "on")
                .POST(BodyPublishers.ofByteArray(body.toArray()))
                .build();
        boolean isReceived = false;
        try {
            HttpResponse<byte[]> response = client.send(request, BodyHandlers.ofByteArray());
            if (response.statusCode() != 200) {
                throw new IOException("expected 200, found " + response.statusCode() + ": "
                        + Bytes.of(response.body()).utf8());
            }
            ReceivedTurn received = new ReceivedTurn(session, dialect, body, reply(response.body(), isStream));
            received.reply().elements().forEach(element -> history.add(element.utf8()));
            isReceived = true;
            return received;
        } finally {
            if (!isReceived) {
                history.clear();
            }
        }
    }

    private void begin() {
        history.clear();
        session = name + "-" + sessions++;
        dialect = DIALECTS.get(random.nextInt(DIALECTS.size()));
    }

    private Reply reply(byte[] bytes, boolean isStream) {
        ReplyReader reader = isStream
                ? Dialects.of(dialect.dialect()).streamedReply()
                : Dialects.of(dialect.dialect()).wholeReply();
        reader.feed(bytes, 0, bytes.length);
        return reader.finish();
    }

    private String userMessage() {
        String text = session + " says " + "word ".repeat(random.nextInt(1, MOST_WORDS)) + random.nextLong();
        return "{\"role\":\"user\",\"content\":\"" + text + "\"}";
    }

    private String path() {
        return switch (dialect) {
            case RESPONSES -> "/v1/responses";
            case CHAT -> "/v1/chat/completions";
            case MESSAGES -> "/v1/messages";
        };
    }

    private String body(boolean isStream) {
        String items = String.join(",", history);
        String rest = ",\"model\":\"a-model\",\"stream\":" + isStream + "}";
        return switch (dialect) {
            case RESPONSES -> "{\"input\":[" + items + "]" + rest;
            case CHAT -> "{\"messages\":[" + items + "]" + rest;
            case MESSAGES -> "{\"messages\":[" + items + "],\"max_tokens\":1000" + rest;
        };
    }
}
