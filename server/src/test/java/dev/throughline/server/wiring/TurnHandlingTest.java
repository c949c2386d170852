package dev.throughline.server.wiring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.engine.archive.Store;
import dev.throughline.engine.exchange.ClientStream;
import dev.throughline.engine.exchange.Exchange;
import dev.throughline.engine.exchange.UpstreamRequest;
import dev.throughline.engine.helper.HelperUpstream;
import dev.throughline.engine.turn.Inbound;
import dev.throughline.model.Bytes;
import dev.throughline.model.Headers;
import dev.throughline.model.Ids;
import dev.throughline.model.Tenant;
import dev.throughline.server.config.Config;
import dev.throughline.server.config.Environment;
import dev.throughline.server.config.Keys;
import dev.throughline.simulator.replay.ReplayExchange;
import dev.throughline.simulator.replay.ReplyCollector;
import dev.throughline.store.file.FileStore;
import dev.throughline.store.file.FileStoreLimits;
import dev.throughline.wire.chat.ChatDialect;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Turns with everything that runs alongside them, without an HTTP gateway. */
final class TurnHandlingTest {
    private static final String REPLY =
            "{\"choices\":[{\"index\":0,\"message\":{\"role\":\"assistant\",\"content\":\"Good.\"},"
                    + "\"finish_reason\":\"stop\"}],\"usage\":{\"prompt_tokens\":9,\"completion_tokens\":1}}";

    @TempDir
    private Path home = Path.of("");

    /** The home of the gateway in use. */
    private Path folder = Path.of("");

    private final List<String> sent = new ArrayList<>();
    private final List<String> asked = new ArrayList<>();
    private boolean isHelperClosed;

    @BeforeEach
    void useHome() {
        folder = home;
    }

    private Exchange answer(UpstreamRequest request, ClientStream client) {
        sent.add(request.body().utf8());
        return ReplayExchange.json(200, Bytes.of(REPLY), client);
    }

    private HelperUpstream helper() {
        return new HelperUpstream() {
            @Override
            public HelperReply send(HelperRequest request) {
                asked.add(request.body().utf8());
                return new HelperReply(500, /* isStream= */ false, Bytes.EMPTY);
            }

            @Override
            public void close() {
                isHelperClosed = true;
            }
        };
    }

    private TurnHandling open(Store store, Map<String, String> settings) {
        return open(store, settings, new Ids(new Random(1)), Clock.systemUTC());
    }

    private TurnHandling open(Store store, Map<String, String> settings, Ids ids, Clock clock) {
        Map<String, String> flags = new HashMap<>(Map.of("--memory", "all"));
        flags.putAll(settings);
        flags.put(Keys.REPLAY_CLOCK.flag(), "true");
        flags.put(Keys.HOME.flag(), folder.toString());
        flags.put("--search-embeddings", "none");
        flags.put("--memory-workspace", "shared");
        Config config = Config.load(new Environment(Map.of(), folder, folder), flags);
        return new TurnHandling(
                new TurnHandlerFactory(config, store, ids, clock),
                new TurnHandling.Connections(this::answer, this::helper, _ -> null),
                TurnHandling.HandlingListeners.NONE);
    }

    private static void ask(TurnHandling turns, String session, String words) {
        ask(turns, session, words, "2026-03-01T12:00:00Z");
    }

    private static void ask(TurnHandling turns, String session, String words, String time) {
        Bytes body = Bytes.of("{\"model\":\"m\",\"messages\":[{\"role\":\"user\",\"content\":\"" + words + "\"}]}");
        ReplyCollector client = new ReplyCollector();
        turns.handle(
                new Inbound(
                        Tenant.LOCAL,
                        ChatDialect.NAME,
                        "POST",
                        "/v1/chat/completions",
                        Headers.of(
                                "x-session-id", session, "authorization", "Bearer sk-one", "x-throughline-time", time),
                        body,
                        () -> body,
                        Optional.empty(),
                        Instant.parse("2026-03-01T12:00:00Z")),
                client);
        assertEquals(200, client.status());
    }

    private FileStore store() {
        return new FileStore(folder, Clock.systemUTC(), FileStoreLimits.DEFAULTS);
    }

    @Test
    void a_turn_is_learned_before_the_next_turn_begins() {
        try (FileStore store = store();
                TurnHandling turns = open(store, Map.of()).start()) {
            ask(turns, "one", "Please remember that releases are cut on Thursdays.");
            ask(turns, "two", "When do we cut releases?");
            assertFalse(sent.getFirst().contains("throughline_memory"), sent.getFirst());
            assertTrue(sent.getLast().contains("releases are cut on Thursdays"), sent.getLast());
            assertEquals(List.of(), asked, "nothing was saved, so no question is asked");
        }
        assertTrue(isHelperClosed);
    }

    @Test
    void the_helper_model_is_asked_through_the_given_connection() {
        try (FileStore store = store();
                TurnHandling turns = open(store, Map.of("--helper-mode", "session"))) {
            ask(turns, "one", "Please remember that releases are cut on Thursdays.");
        }
        assertFalse(asked.isEmpty());
        assertEquals(1, sent.size(), "the question was not sent as a turn");
    }

    @Test
    void without_memory_there_are_no_memory_routes() {
        try (FileStore store = store();
                TurnHandling turns = open(store, Map.of("--memory", "none")).start()) {
            ask(turns, "one", "Please remember that releases are cut on Thursdays.");
            ask(turns, "two", "When do we cut releases?");
            assertEquals(Optional.empty(), turns.memory());
            assertFalse(sent.getLast().contains("Thursdays"), sent.getLast());
        }
    }

    /** The two gateways differ in the machine's time, in their random numbers, and in their home. */
    @Test
    void two_replays_of_the_same_sessions_forward_the_same_bytes_with_memory() throws IOException {
        List<String> first = replay("one", 1, "2026-11-18T10:00:00Z");
        List<String> second = replay("two", 2, "2027-01-01T23:59:59Z");
        assertEquals(first, second);
        String last = first.getLast();
        assertTrue(last.contains("releases are cut on Thursdays"), last);
        assertTrue(last.contains("2026-03-0"), last);
    }

    private List<String> replay(String name, int seed, String machineTime) throws IOException {
        folder = Files.createDirectory(home.resolve(name));
        sent.clear();
        Ids ids = new Ids(new Random(seed), /* areDerived= */ true);
        Clock machine = Clock.fixed(Instant.parse(machineTime), ZoneOffset.UTC);
        try (FileStore store = store();
                TurnHandling turns = open(store, Map.of(), ids, machine).start()) {
            ask(turns, "one", "Please remember that releases are cut on Thursdays.", "2026-03-01T12:00:00Z");
            ask(turns, "two", "Remember: the staging database is called heron.", "2026-03-02T08:00:00Z");
            ask(turns, "three", "When do we cut releases?", "2026-03-03T09:00:00Z");
        }
        return List.copyOf(sent);
    }
}
