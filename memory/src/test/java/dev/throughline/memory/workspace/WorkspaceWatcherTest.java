package dev.throughline.memory.workspace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class WorkspaceWatcherTest {
    @TempDir
    Path folder;

    private final BlockingQueue<String> reports = new LinkedBlockingQueue<>();

    /** Waits until all of these were reported; what else comes is not minded. */
    private void await(Set<String> wanted) throws InterruptedException {
        Set<String> missing = new HashSet<>(wanted);
        while (!missing.isEmpty()) {
            String report = reports.poll(60, TimeUnit.SECONDS);
            assertTrue(report != null, "missing " + missing);
            missing.remove(report);
        }
    }

    @Test
    void existing_and_changed_pages_are_reported() throws IOException, InterruptedException {
        Workspace workspace = TestWorkspace.in(folder);
        TestWorkspace.write(workspace, "MEMORY.md", "old\n");
        try (WorkspaceWatcher _ = new WorkspaceWatcher(workspace, (changed, removed) -> {
            changed.forEach(path -> reports.add("changed " + path));
            removed.forEach(path -> reports.add("removed " + path));
        })) {
            await(Set.of("changed MEMORY.md"));
            Files.createDirectories(folder.resolve("topics/deep"));
            Files.writeString(folder.resolve("topics/deep/a.md"), "by hand\n");
            Files.writeString(folder.resolve("not-markdown.txt"), "x");
            await(Set.of("changed topics/deep/a.md"));
            Files.writeString(folder.resolve("topics/deep/a.md"), "by hand, longer\n");
            await(Set.of("changed topics/deep/a.md"));
            TestWorkspace.write(workspace, "MEMORY.md", "new text\n");
            Files.delete(folder.resolve("topics/deep/a.md"));
            await(Set.of("changed MEMORY.md", "removed topics/deep/a.md"));
        }
        assertEquals(
                Set.of(),
                Set.copyOf(reports.stream()
                        .filter(r -> r.contains("txt") || r.contains("history"))
                        .toList()));
    }

    @Test
    void a_listener_that_fails_receives_the_next_report() throws IOException, InterruptedException {
        Workspace workspace = TestWorkspace.in(folder);
        TestWorkspace.write(workspace, "MEMORY.md", "old\n");
        try (WorkspaceWatcher _ = new WorkspaceWatcher(workspace, (changed, removed) -> {
            changed.forEach(path -> reports.add("changed " + path));
            throw new IllegalStateException("this listener always fails, after " + removed.size());
        })) {
            await(Set.of("changed MEMORY.md"));
            Files.writeString(folder.resolve("other.md"), "x\n");
            await(Set.of("changed other.md"));
        }
    }
}
