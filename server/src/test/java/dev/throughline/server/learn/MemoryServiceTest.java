package dev.throughline.server.learn;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.engine.archive.Store;
import dev.throughline.memory.MemoryService;
import dev.throughline.search.SearchScope;
import dev.throughline.server.config.Config;
import dev.throughline.server.config.Environment;
import dev.throughline.store.file.FileStore;
import dev.throughline.store.file.FileStoreLimits;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class MemoryServiceTest {
    @TempDir
    private Path home = Path.of("");

    @Test
    void searches_do_not_wait_for_the_index_catch_up_which_begins_with_the_start() {
        Config config = Config.load(
                new Environment(Map.of(), home, home), Map.of("--search-embeddings", "none", "--memory", "all"));
        CountDownLatch mayRead = new CountDownLatch(1);
        AtomicInteger reads = new AtomicInteger();
        try (Store store = new FileStore(home.resolve("store"), Clock.systemUTC(), FileStoreLimits.DEFAULTS)) {
            Store slow = (Store) Proxy.newProxyInstance(
                    Store.class.getClassLoader(), new Class<?>[] {Store.class}, (_, method, given) -> {
                        if (method.getName().equals("sessions")) {
                            reads.incrementAndGet();
                            mayRead.await();
                        }
                        return method.invoke(store, given);
                    });
            try (MemoryService memory = TestMemory.of(config, slow, Clock.systemUTC())) {
                assertEquals(0, reads.get(), "nothing is read before the start");
                memory.start();
                assertEquals(
                        List.of(),
                        memory.with(
                                memory.projects().shared(),
                                opened -> opened.search(opened.query("zebra").in(SearchScope.MEMORY))
                                        .hits()));
                assertEquals(1, mayRead.getCount(), "earlier sessions are still being read");
                mayRead.countDown();
            }
        }
    }
}
