package dev.throughline.server.wiring;

import static org.junit.jupiter.api.Assertions.assertEquals;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.throughline.engine.archive.MemoryStore;
import dev.throughline.engine.archive.Receipt;
import dev.throughline.engine.archive.Store;
import dev.throughline.engine.state.StateNotes;
import dev.throughline.engine.turn.Inbound;
import dev.throughline.engine.turn.TurnHandler;
import dev.throughline.model.Bytes;
import dev.throughline.model.Headers;
import dev.throughline.model.Ids;
import dev.throughline.model.ProxyException;
import dev.throughline.model.SessionKey;
import dev.throughline.model.Tenant;
import dev.throughline.server.config.Config;
import dev.throughline.server.config.Environment;
import dev.throughline.server.config.Keys;
import dev.throughline.simulator.replay.ReplayExchange;
import dev.throughline.simulator.replay.ReplyCollector;
import dev.throughline.wire.chat.ChatDialect;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** A failure of memory is logged once, and its end is logged once, for any number of turns in between. */
final class MemoryFailureTest {
    private static final String REPLY = """
        {"id":"c","object":"chat.completion","model":"m","choices":[{"index":0,"message":\
        {"role":"assistant","content":"Hello back."},"finish_reason":"stop"}]}\
        """;

    private final Logger logger = (Logger) LoggerFactory.getLogger("dev.throughline.engine.turn.PassThrough");
    private final ListAppender<ILoggingEvent> said = new ListAppender<>();
    private final Store store = new MemoryStore();
    private boolean isSessionBroken;
    private boolean isDiskFull;

    @TempDir
    Path home;

    @BeforeEach
    void listen() {
        said.start();
        logger.addAppender(said);
        logger.setLevel(Level.INFO);
    }

    @AfterEach
    void stopListening() {
        logger.detachAppender(said);
        logger.setLevel(null);
    }

    @Test
    void a_session_that_cannot_be_archived_is_logged_once() {
        TurnHandler handler = handler();
        isSessionBroken = true;
        for (int i = 0; i < 3; i++) {
            ask(handler, "broken");
            ask(handler, "healthy");
        }
        assertEquals(List.of(Level.ERROR), levels());
        isSessionBroken = false;
        ask(handler, "broken");
        ask(handler, "broken");
        assertEquals(List.of(Level.ERROR, Level.INFO), levels());
    }

    @Test
    void a_full_disk_and_its_end_are_logged_once() {
        TurnHandler handler = handler();
        isDiskFull = true;
        for (int i = 0; i < 3; i++) {
            ask(handler, "one");
        }
        assertEquals(List.of(Level.ERROR), levels());
        isDiskFull = false;
        ask(handler, "one");
        ask(handler, "one");
        assertEquals(List.of(Level.ERROR, Level.INFO), levels());
    }

    private List<Level> levels() {
        return List.copyOf(said.list).stream().map(ILoggingEvent::getLevel).toList();
    }

    private TurnHandler handler() {
        Config config = Config.load(new Environment(Map.of(), home, home), Map.of(Keys.HOME.flag(), home.toString()));
        return new TurnHandlerFactory(config, failing(Store.class, store), new Ids(new Random(42)), Clock.systemUTC())
                .create((_, client) -> ReplayExchange.json(200, Bytes.of(REPLY), client), List.of());
    }

    private static void ask(TurnHandler handler, String session) {
        Bytes body = Bytes.of("{\"model\":\"m\",\"messages\":[{\"role\":\"user\",\"content\":\"Hello\"}]}");
        Headers headers = Headers.of(
                "x-session-id", session, "x-throughline-memory", "on", "x-throughline-todo", "Write a test.");
        ReplyCollector client = new ReplyCollector();
        handler.handle(
                new Inbound(
                        Tenant.LOCAL,
                        ChatDialect.NAME,
                        "POST",
                        "/v1/chat/completions",
                        headers,
                        body,
                        () -> body,
                        Optional.empty(),
                        Instant.parse("2026-03-01T12:00:00Z")),
                client);
        assertEquals(200, client.status());
    }

    private static ProxyException trouble() {
        return new ProxyException(ProxyException.Kind.STORE, "store_failed", "broken on purpose");
    }

    /** A full disk: entries are accepted and fail to be written later; notes fail at once. */
    private <T> T failing(Class<T> type, T real) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (_, method, arguments) -> {
                    boolean isOfBroken =
                            arguments != null && Arrays.asList(arguments).contains(new SessionKey("broken"));
                    boolean isNote = isDiskFull
                            && type == StateNotes.class
                            && method.getName().equals("write");
                    if (isNote || (isSessionBroken && isOfBroken)) {
                        throw trouble();
                    }
                    try {
                        Object result = method.invoke(real, arguments);
                        return switch (result) {
                            case StateNotes notes -> failing(StateNotes.class, notes);
                            case Receipt receipt
                            when isDiskFull -> {
                                CompletableFuture<Void> failed = CompletableFuture.failedFuture(trouble());
                                yield new Receipt(receipt.lastSequence(), failed, failed);
                            }
                            case null, default -> result;
                        };
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                }));
    }
}
