package dev.throughline.server.wiring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.engine.archive.SessionCard;
import dev.throughline.engine.history.HistoryHolder;
import dev.throughline.engine.session.ResetListener;
import dev.throughline.engine.session.SessionLifecycle;
import dev.throughline.model.Bytes;
import dev.throughline.model.Dialect;
import dev.throughline.model.Ids;
import dev.throughline.model.ItemKind;
import dev.throughline.model.SessionKey;
import dev.throughline.model.Span;
import dev.throughline.model.Tenant;
import dev.throughline.server.learn.MemoryFixture;
import dev.throughline.store.file.FileStore;
import dev.throughline.store.file.FileStoreLimits;
import dev.throughline.wire.Request;
import dev.throughline.wire.Wire;
import dev.throughline.wire.dialects.Dialects;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Resets through the real gateway, with a model server that refuses what a provider refuses. */
final class SessionResetTest extends MemoryFixture {
    private static final String ANSWER = "Good.";

    private final TestClock clock = new TestClock();
    private final List<Bytes> remembered = new ArrayList<>();

    /** A clock that the test moves. */
    private static final class TestClock extends Clock {
        private volatile Instant now = Instant.parse("2026-04-05T12:00:00Z");

        void pass(Duration time) {
            now = now.plus(time);
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }

        @Override
        public Instant instant() {
            return now;
        }
    }

    static Stream<Arguments> chats() {
        return Stream.of("chat", "messages", "responses")
                .flatMap(dialect -> Stream.of(HistoryHolder.values()).map(holder -> Arguments.of(dialect, holder)));
    }

    private GatewayServer gateway(HistoryHolder holder, String... more) {
        Map<String, String> flags = flags();
        flags.putAll(new HashMap<>(Map.of(
                "--openai-url",
                model.url(),
                "--memory-show",
                "false",
                "--sessions-history",
                holder.word(),
                "--sessions-reset-zone",
                "UTC")));
        for (int i = 0; i < more.length; i += 2) {
            flags.put(more[i], more[i + 1]);
        }
        return GatewayServer.open(config(flags), clock);
    }

    /** The person writes a message; returns what the model sees of the conversation. */
    private List<String> say(GatewayServer gateway, String dialect, HistoryHolder holder, String message)
            throws Exception {
        clock.pass(Duration.ofSeconds(1));
        Wire wire = Dialects.of(new Dialect(dialect));
        Bytes user = wire.editor().userMessage(message);
        remembered.add(user);
        post(gateway, dialect, holder == HistoryHolder.CLIENT ? remembered : List.of(user), "");
        remembered.add(wire.editor().assistantMessage(ANSWER));
        return texts(wire, model.received().getLast().body());
    }

    private static String post(GatewayServer gateway, String dialect, List<Bytes> elements, String path)
            throws Exception {
        String list = elements.stream().map(Bytes::utf8).collect(Collectors.joining(","));
        String url =
                switch (dialect) {
                    case "messages" -> "/v1/messages";
                    case "responses" -> "/v1/responses";
                    default -> "/v1/chat/completions";
                };
        String body =
                switch (dialect) {
                    case "messages" ->
                        "{\"model\":\"claude-sonnet-4-5\",\"max_tokens\":900,\"system\":\"Be brief.\",\"messages\":["
                                + list + "]}";
                    case "responses" ->
                        "{\"model\":\"gpt-5\",\"store\":false,\"instructions\":\"Be brief.\",\"input\":[" + list + "]}";
                    default ->
                        "{\"model\":\"gpt-5\",\"messages\":[{\"role\":\"system\",\"content\":\"Be brief.\"}," + list
                                + "]}";
                };
        HttpRequest request = HttpRequest.newBuilder(URI.create(gateway.address() + url + path))
                .header("content-type", "application/json")
                .header("x-api-key", "sk-test")
                .header("authorization", "Bearer sk-test")
                .header("anthropic-version", "2023-06-01")
                .header("x-throughline-agent", "main")
                .header("x-throughline-chat-type", "dm")
                .header("x-throughline-channel", "discord")
                .header("x-throughline-peer", "ada")
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpResponse<String> reply = client.send(request, HttpResponse.BodyHandlers.ofString());
            assertEquals(200, reply.statusCode(), reply.body());
            assertTrue(reply.headers().firstValue("x-throughline-bypass").isEmpty(), reply.headers()::toString);
            return reply.body();
        }
    }

    private static List<String> texts(Wire wire, Bytes body) {
        Request request = wire.decode(body);
        List<String> texts = new ArrayList<>();
        for (Span element : request.history()) {
            wire.itemise(request.body(), element).stream()
                    .filter(item -> item.kind() != ItemKind.SYSTEM)
                    .map(item -> wire.text(request.body(), item))
                    .forEach(texts::add);
        }
        return texts;
    }

    @ParameterizedTest
    @MethodSource("chats")
    void a_person_begins_a_new_session_and_takes_it_back(String dialect, HistoryHolder holder) throws Exception {
        try (GatewayServer gateway = gateway(holder)) {
            say(gateway, dialect, holder, "one");
            assertEquals(List.of("one", ANSWER, "two"), say(gateway, dialect, holder, "two"));
            assertEquals(List.of("three"), say(gateway, dialect, holder, "/NEW three"));
            assertEquals(List.of("three", ANSWER, "four"), say(gateway, dialect, holder, "four"));
            int calls = model.received().size();
            remembered.add(Dialects.of(new Dialect(dialect)).editor().userMessage("/new"));
            List<Bytes> sent = holder == HistoryHolder.CLIENT ? remembered : List.of(remembered.getLast());
            assertTrue(post(gateway, dialect, sent, "").contains("session"));
            assertEquals(calls, model.received().size(), "answered by the gateway");
            remembered.add(Dialects.of(new Dialect(dialect)).editor().assistantMessage("A new session has begun."));
            assertEquals(List.of("five"), say(gateway, dialect, holder, "five"));
        }
        undo();
        try (GatewayServer gateway = gateway(holder)) {
            List<String> texts = say(gateway, dialect, holder, "six");
            assertEquals(
                    holder == HistoryHolder.CLIENT
                            ? List.of("three", ANSWER, "four", ANSWER, "five", ANSWER, "six")
                            : List.of("three", ANSWER, "four", ANSWER, "six"),
                    texts);
        }
    }

    private void undo() {
        try (FileStore store =
                new FileStore(user.resolve(".local/share/throughline"), clock, FileStoreLimits.DEFAULTS)) {
            SessionKey key = new SessionKey("agent:main:main");
            SessionCard before = store.find(Tenant.LOCAL, key).orElseThrow();
            SessionCard card = new SessionLifecycle(store, new Ids(new Random(1)), ResetListener.NONE)
                    .undo(Tenant.LOCAL, key, clock.instant())
                    .orElseThrow();
            assertEquals(before.previous().orElseThrow(), card.ref().id());
        }
    }

    @ParameterizedTest
    @MethodSource("chats")
    void a_session_ends_at_the_daily_hour_or_when_it_is_idle(String dialect, HistoryHolder holder) throws Exception {
        try (GatewayServer gateway = gateway(holder, "--sessions-reset-by-channel", "discord.idle_minutes=600")) {
            say(gateway, dialect, holder, "one");
            clock.pass(Duration.ofHours(9)); // 21:00
            assertEquals(List.of("one", ANSWER, "two"), say(gateway, dialect, holder, "two"));
            clock.pass(Duration.ofMinutes(7 * 60 + 1)); // 04:01
            assertEquals(List.of("three"), say(gateway, dialect, holder, "three"));
            clock.pass(Duration.ofHours(11)); // 15:01
            assertEquals(List.of("four"), say(gateway, dialect, holder, "four"));
        }
        try (GatewayServer gateway = gateway(holder)) {
            assertEquals(List.of("four", ANSWER, "five"), say(gateway, dialect, holder, "five"), "after a restart");
            assertFalse(model.received().getLast().body().utf8().contains("three"));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"chat", "responses", "messages"})
    void a_message_that_begins_a_new_session_is_shown_what_was_learned_before(String dialect) throws Exception {
        try (GatewayServer gateway = gateway(HistoryHolder.CLIENT, "--memory-show", "true")) {
            say(gateway, dialect, HistoryHolder.CLIENT, "Please remember that releases are cut on Thursdays.");
            String shown = String.join("\n", say(gateway, dialect, HistoryHolder.CLIENT, "/new Hello."));
            assertTrue(shown.contains("<throughline_memory") && shown.contains("on Thursdays"), shown);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void what_a_session_said_is_learned_when_it_is_reset(boolean isReset) throws Exception {
        HistoryHolder holder = HistoryHolder.CLIENT;
        try (GatewayServer gateway = gateway(holder, "--memory-extract-turns", "50")) {
            say(gateway, "messages", holder, "Please remember that releases are cut on Thursdays.");
            say(gateway, "messages", holder, (isReset ? "/new " : "") + "Hello.");
        }
        assertEquals(isReset, pagesWith("Thursdays") > 0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"all", "none"})
    void what_a_session_said_is_learned_also_if_it_is_reset_without_a_gateway(String memory) throws Exception {
        try (GatewayServer gateway = gateway(HistoryHolder.CLIENT, "--memory-extract-turns", "50")) {
            say(gateway, "messages", HistoryHolder.CLIENT, "Please remember that releases are cut on Thursdays.");
        }
        assertEquals(0, pagesWith("Thursdays"));
        Map<String, String> flags = flags();
        flags.put("--memory", memory);
        SessionKey key = new SessionKey("agent:main:main");
        SessionCard fresh = HomeAccess.read(
                        config(flags),
                        clock,
                        sessions -> sessions.reset(sessions.withKey(key).orElseThrow()))
                .orElseThrow();
        assertTrue(fresh.previous().isPresent());
        assertEquals(memory.equals("all"), pagesWith("Thursdays") > 0);
    }

    /** How many pages of memory contain a word. */
    private long pagesWith(String word) throws IOException {
        long pages = 0;
        for (Path file : files(user.resolve(".local/share/throughline"))) {
            boolean isPage = file.toString().endsWith(".md") && !file.toString().contains("/sessions/");
            pages += isPage && Files.readString(file).contains(word) ? 1 : 0;
        }
        return pages;
    }
}
