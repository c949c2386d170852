package dev.throughline.memory.workspace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.memory.Stage;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class UseCounterTest {
    private static final Duration LONG = Duration.ofSeconds(30);

    @TempDir
    Path folder;

    private final Stage.Time time = new Stage.Time();

    private Map<String, String> counted() {
        return new KeyValueFile(new Workspace(folder, time), "uses").read();
    }

    @Test
    void who_uses_a_page_does_not_wait_for_the_disk_and_each_use_counts() throws InterruptedException {
        CountDownLatch mayWrite = new CountDownLatch(1);
        Workspace slow = new Workspace(folder, time, new HookedFiles() {
            @Override
            public void beforeStep() throws IOException {
                try {
                    assertTrue(mayWrite.await(30, TimeUnit.SECONDS));
                } catch (InterruptedException e) {
                    throw new IOException(e);
                }
            }
        });
        UseCounter counter = new UseCounter(new PageUses(slow));
        counter.used(List.of(MemoryPath.MEMORY));
        counter.used(List.of(MemoryPath.MEMORY, MemoryPath.RAW));
        counter.used(List.of(MemoryPath.MEMORY));
        counter.awaitCounted(Duration.ofMillis(1));
        assertEquals(Map.of(), counted(), "it is still being written");
        mayWrite.countDown();
        counter.awaitCounted(LONG);
        long now = time.millis();
        assertEquals(Map.of("MEMORY.md", "3 " + now, MemoryPath.RAW.text(), "1 " + now), counted());
    }

    @Test
    void a_disk_that_takes_nothing_is_no_trouble_of_who_reads() {
        UseCounter counter = new UseCounter(new PageUses(new Workspace(folder, time, new HookedFiles() {
            @Override
            public void beforeStep() throws IOException {
                throw new AccessDeniedException("read-only");
            }
        })));
        counter.used(List.of(MemoryPath.MEMORY));
        counter.awaitCounted(LONG);
        counter.used(List.of(MemoryPath.MEMORY));
        counter.awaitCounted(LONG);
        assertEquals(Map.of(), counted());
    }
}
