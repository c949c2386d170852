package dev.throughline.memory.project;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import dev.throughline.memory.Stage;
import dev.throughline.memory.index.ConfiguredEmbedder;
import dev.throughline.memory.index.SearchSettings;
import dev.throughline.model.ProxyException;
import dev.throughline.search.index.IndexSettings;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

public final class ProjectMemoriesTest {
    @TempDir
    private Path home = Path.of("");

    private Project project(int number) {
        Path folder = home.resolve("p" + number);
        return new Project("p" + number, folder.resolve("workspace"), folder.resolve("index"));
    }

    @Test
    void a_project_is_opened_once_and_few_projects_stay_open() {
        try (ProjectMemories rooms = new ProjectMemories(TestProjects.means(Clock.systemUTC()))) {
            ProjectMemory first = rooms.with(project(0), room -> room);
            assertSame(first, rooms.with(project(0), room -> room));
            Set<ProjectMemory> all = new HashSet<>();
            for (int i = 0; i < 40; i++) {
                int number = i;
                rooms.with(project(i), room -> {
                    all.add(room);
                    return room.memory().add("test", "The number is " + number + ".");
                });
            }
            assertEquals(40, all.size());
            assertTrue(rooms.open() < 40, "those that are closed are forgotten");
            ProjectMemory again = rooms.with(project(0), room -> room);
            assertTrue(again != first, "it was closed meanwhile");
            assertEquals(1, TestProjects.search(again, "number").hits().size());
        }
    }

    @Test
    void closing_waits_for_work_in_progress() throws InterruptedException {
        ProjectMemories rooms = new ProjectMemories(TestProjects.means(Clock.systemUTC()));
        CountDownLatch isInside = new CountDownLatch(1);
        CountDownLatch mayLeave = new CountDownLatch(1);
        CountDownLatch isClosed = new CountDownLatch(1);
        Thread.ofVirtual()
                .start(() -> rooms.with(project(1), room -> {
                    isInside.countDown();
                    await(mayLeave);
                    return room.memory().add("test", "It was still open.");
                }));
        assertTrue(isInside.await(30, TimeUnit.SECONDS));
        Thread.ofVirtual().start(() -> {
            rooms.close();
            isClosed.countDown();
        });
        assertEquals(1, isClosed.getCount());
        mayLeave.countDown();
        assertTrue(isClosed.await(30, TimeUnit.SECONDS));
        assertThrows(ProxyException.class, () -> rooms.with(project(1), room -> room));
    }

    @Test
    void nobody_waits_while_a_memory_takes_long_to_close() throws Exception {
        CountDownLatch isEmbedding = new CountDownLatch(1);
        CountDownLatch mayEmbed = new CountDownLatch(1);
        HttpServer slow = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        slow.setExecutor(Thread::startVirtualThread);
        slow.createContext("/", exchange -> {
            isEmbedding.countDown();
            await(mayEmbed);
            exchange.sendResponseHeaders(500, -1);
            exchange.close();
        });
        slow.start();
        ProjectMemories rooms = new ProjectMemories(TestProjects.means(embeddingAt(slow)));
        rooms.with(project(0), room -> {
            room.memory().add("test", "The number is 0.");
            return room.indexed();
        });
        assertTrue(isEmbedding.await(30, TimeUnit.SECONDS));
        CompletableFuture<Boolean> others = beside(() -> {
            for (int i = 1; i <= 16; i++) {
                rooms.with(project(i), room -> room.memory().workspace().undo());
            }
            return rooms.with(project(0), room -> room.memory().opening(Stage.LARGE_PROMPT))
                    .isPresent();
        });
        assertTrue(others.get(20, TimeUnit.SECONDS), "the room that is being closed is there again");
        CompletableFuture<Boolean> closed = beside(() -> {
            rooms.close();
            return true;
        });
        assertFalse(closed.isDone(), "closing all waits for it");
        mayEmbed.countDown();
        assertTrue(closed.get(60, TimeUnit.SECONDS));
        assertEquals(0, rooms.open());
        slow.stop(0);
    }

    private static SearchSettings embeddingAt(HttpServer server) {
        return new SearchSettings(
                SearchSettings.Embeddings.CUSTOM,
                Optional.of("m"),
                Optional.of(URI.create("http://localhost:" + server.getAddress().getPort())),
                Optional.empty(),
                Map.of(),
                List.of(),
                SearchSettings.HitOrder.DEFAULT,
                IndexSettings.Sizes.DEFAULT);
    }

    private static <T> CompletableFuture<T> beside(Supplier<T> work) {
        return CompletableFuture.supplyAsync(work, Thread::startVirtualThread);
    }

    public static void await(CountDownLatch latch) {
        try {
            assertTrue(latch.await(30, TimeUnit.SECONDS));
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void wrong_search_settings_are_reported() {
        SearchSettings custom = new SearchSettings(
                SearchSettings.Embeddings.CUSTOM,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Map.of(),
                List.of(),
                SearchSettings.HitOrder.DEFAULT,
                IndexSettings.Sizes.DEFAULT);
        try (ConfiguredEmbedder embedding = new ConfiguredEmbedder(custom, _ -> null)) {
            String said = assertThrows(ProxyException.class, embedding::choice).sentence();
            assertTrue(said.contains("search.url"), said);
        }
    }
}
