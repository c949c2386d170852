package dev.throughline.memory.workspace;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class KeyValueFileTest {
    @TempDir
    Path folder;

    @Test
    void entries_are_stored_outside_of_the_pages() {
        KeyValueFile marks = new KeyValueFile(TestWorkspace.in(folder), "test");
        assertEquals(Map.of(), marks.read());
        marks.update(facts -> facts.put("a", "1\tx\ny"));
        assertEquals(Map.of("a", "1 x y"), new KeyValueFile(TestWorkspace.in(folder), "test").read());
        assertEquals(List.of(), TestWorkspace.in(folder).list().pages());
    }

    @Test
    void concurrent_updates_are_not_lost() throws InterruptedException, ExecutionException, TimeoutException {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> all = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                all.add(threads.submit(() -> new KeyValueFile(TestWorkspace.in(folder), "test")
                        .update(facts -> facts.merge("n", "1", (one, _) -> "" + (Integer.parseInt(one) + 1)))));
            }
            for (Future<?> each : all) {
                each.get(60, TimeUnit.SECONDS);
            }
        }
        assertEquals(Map.of("n", "20"), new KeyValueFile(TestWorkspace.in(folder), "test").read());
    }
}
