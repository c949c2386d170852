package dev.throughline.server.learn;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.engine.archive.Store;
import dev.throughline.memory.MemoryService;
import dev.throughline.server.config.Config;
import dev.throughline.server.config.Environment;
import dev.throughline.server.wiring.GatewayServer;
import dev.throughline.simulator.answer.Answer;
import dev.throughline.simulator.server.ModelOptions;
import dev.throughline.simulator.server.ModelServer;
import dev.throughline.simulator.server.Script;
import dev.throughline.store.file.FileStore;
import dev.throughline.store.file.FileStoreLimits;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class IndexCatchUpTest {
    @TempDir
    private Path user = Path.of("");

    private final ModelServer model = ModelServer.start(ModelOptions.of(Script.inOrder(Answer.text("Good."))));
    private volatile Instant now = Instant.parse("2026-04-05T10:00:00Z");

    @AfterEach
    void close() {
        model.close();
    }

    private GatewayServer open() {
        return GatewayServer.open(config(), clock());
    }

    private Config config() {
        Map<String, String> flags =
                Map.of("--port", "0", "--anthropic-url", model.url(), "--search-embeddings", "none", "--memory", "all");
        return Config.load(new Environment(Map.of(), user, user), flags);
    }

    private Clock clock() {
        InstantSource time = () -> now;
        return time.withZone(ZoneOffset.UTC);
    }

    @Test
    void what_could_not_be_indexed_is_indexed_at_the_next_start() throws Exception {
        Files.createDirectories(user.resolve("parser/.git"));
        Path projects = user.resolve(".local/share/throughline/projects");
        Files.createDirectories(projects.getParent());
        Files.writeString(projects, "This should be a folder.");
        try (GatewayServer gateway = open()) {
            Agent agent =
                    new Agent(gateway.address(), "one", user.resolve("parser").toString(), /* systemLines= */ 10);
            assertEquals("Good.", agent.ask("The zebra crossing needs paint."));
            now = now.plus(Duration.ofHours(1));
        }
        Files.delete(projects);
        now = now.plus(Duration.ofHours(1));
        try (GatewayServer gateway = open()) {
            String search = "/api/v1/search?q=zebra&scope=sessions&project=" + user.resolve("parser");
            String found = "";
            long end = System.nanoTime() + Duration.ofSeconds(30).toNanos();
            while (!found.contains("crossing") && System.nanoTime() < end) {
                found = get(gateway, search);
            }
            assertTrue(found.contains("crossing"), found);
        }
    }

    @Test
    void closing_memory_does_not_interrupt_the_thread_that_reads_sessions() throws Exception {
        CountDownLatch isReading = new CountDownLatch(1);
        CountDownLatch mayRead = new CountDownLatch(1);
        CompletableFuture<Boolean> wasInterrupted = new CompletableFuture<>();
        try (Store store = new FileStore(user.resolve("home"), clock(), FileStoreLimits.DEFAULTS)) {
            Store slow = (Store) Proxy.newProxyInstance(
                    Store.class.getClassLoader(), new Class<?>[] {Store.class}, (_, method, given) -> {
                        if (method.getName().equals("sessions")) {
                            isReading.countDown();
                            wasInterrupted.complete(isInterrupted(mayRead));
                        }
                        return method.invoke(store, given);
                    });
            MemoryService gateway = TestMemory.of(config(), slow, clock()).start();
            assertTrue(isReading.await(30, TimeUnit.SECONDS));
            Thread closing = Thread.ofPlatform().start(gateway::close);
            while (closing.getState() == Thread.State.NEW || closing.getState() == Thread.State.RUNNABLE) {
                Thread.onSpinWait();
            }
            mayRead.countDown();
            assertFalse(wasInterrupted.get(30, TimeUnit.SECONDS));
            assertTrue(closing.join(Duration.ofSeconds(30)));
        }
    }

    private static boolean isInterrupted(CountDownLatch mayGoOn) {
        try {
            return !mayGoOn.await(30, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            return true;
        }
    }

    private static String get(GatewayServer gateway, String path) throws IOException, InterruptedException {
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(
                            HttpRequest.newBuilder(gateway.address().resolve(path))
                                    .build(),
                            HttpResponse.BodyHandlers.ofString())
                    .body();
        }
    }
}
