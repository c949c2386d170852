package dev.throughline.memory.workspace;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;

/** A workspace for tests, at a fixed time. */
final class TestWorkspace {
    static final Clock NOON = Clock.fixed(Instant.parse("2026-04-05T12:00:00Z"), ZoneOffset.UTC);

    private TestWorkspace() {}

    static Workspace in(Path folder) {
        return new Workspace(folder, NOON);
    }

    static Workspace on(Path folder, DurableFiles disk) {
        return new Workspace(folder, NOON, disk);
    }

    static MemoryPath path(String text) {
        return new MemoryPath(text);
    }

    static String text(Workspace workspace, String path) {
        return workspace.read(path(path)).map(Page::text).orElse("(none)");
    }

    /** Lets a page say this, whatever it says. */
    static Optional<Operation> write(Workspace workspace, String path, String text) {
        return workspace.change("test", w -> List.of(new PageChange.Write(path(path), w.read(path(path)), text)));
    }
}
