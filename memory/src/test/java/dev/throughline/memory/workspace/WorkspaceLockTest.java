package dev.throughline.memory.workspace;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Many writers at once, in this process and in another. */
final class WorkspaceLockTest {
    private static final int LINES = 15;

    @TempDir
    Path folder;

    /** Adds lines to one page by replacing it, and to another by appending. */
    static void addLines(Path folder, String who) {
        Workspace workspace = TestWorkspace.in(folder);
        for (int i = 0; i < LINES; i++) {
            String line = "- " + who + " " + i + "\n";
            workspace.change(who, w -> {
                String text = w.read(MemoryPath.MEMORY).map(Page::text).orElse("");
                return List.of(
                        new PageChange.Write(MemoryPath.MEMORY, w.read(MemoryPath.MEMORY), text + line),
                        new PageChange.Append(TestWorkspace.path("memory/2026-04-05.md"), "", line));
            });
        }
    }

    /** The second process. */
    public static void main(String[] arguments) {
        addLines(Path.of(arguments[0]), arguments[1]);
    }

    @Test
    void threads_and_a_second_process_do_not_overwrite_each_other()
            throws IOException, InterruptedException, ExecutionException, TimeoutException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        Process other = new ProcessBuilder(
                        java,
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        WorkspaceLockTest.class.getName(),
                        folder.toString(),
                        "process")
                .inheritIO()
                .start();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> all = new ArrayList<>();
            for (String who : List.of("one", "two", "three")) {
                all.add(threads.submit(() -> addLines(folder, who)));
            }
            for (Future<?> each : all) {
                each.get(120, TimeUnit.SECONDS);
            }
        }
        assertEquals(true, other.waitFor(120, TimeUnit.SECONDS));
        assertEquals(0, other.exitValue());
        Set<String> expected = new HashSet<>();
        for (String who : List.of("one", "two", "three", "process")) {
            for (int i = 0; i < LINES; i++) {
                expected.add("- " + who + " " + i);
            }
        }
        for (String path : List.of("MEMORY.md", "memory/2026-04-05.md")) {
            List<String> lines =
                    TestWorkspace.text(TestWorkspace.in(folder), path).lines().toList();
            assertEquals(expected, Set.copyOf(lines), path);
            assertEquals(expected.size(), lines.size(), path);
        }
        assertEquals(expected.size(), TestWorkspace.in(folder).operations(1_000).size());
    }
}
