package dev.throughline.server.wiring;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.engine.archive.MemoryStore;
import dev.throughline.engine.archive.SessionCard;
import dev.throughline.engine.session.ResetListener;
import dev.throughline.model.Tenant;
import dev.throughline.server.config.Config;
import dev.throughline.server.config.Environment;
import dev.throughline.testkit.store.SampleSession;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ScheduledPruningTest {
    @TempDir
    private Path user = Path.of("");

    private int left(Map<String, String> flags, Duration passed) {
        return left(flags, passed, (_, deletion) -> deletion.run());
    }

    private int left(Map<String, String> flags, Duration passed, BiConsumer<SessionCard, Runnable> deleting) {
        MemoryStore store = new MemoryStore();
        Instant changed = store.find(SampleSession.in(store)).orElseThrow().updated();
        Clock clock = Clock.fixed(changed.plus(passed), ZoneOffset.UTC);
        Config config = Config.load(new Environment(Map.of(), user, user), flags);
        try (ScheduledPruning pruning =
                new ScheduledPruning(HomeAccess.changes(store, clock, ResetListener.NONE, deleting), config)) {
            pruning.apply();
        }
        return store.sessions(Tenant.LOCAL, Optional.empty(), 10).items().size();
    }

    @Test
    void sessions_are_deleted_only_if_a_setting_says_so() {
        assertEquals(1, left(Map.of(), Duration.ofDays(1000)));
        assertEquals(1, left(Map.of("--sessions-keep-days", "90"), Duration.ofDays(89)));
        assertEquals(0, left(Map.of("--sessions-keep-days", "90"), Duration.ofDays(91)));
        assertEquals(1, left(Map.of("--sessions-keep-count", "1"), Duration.ofDays(91)));
    }

    @Test
    void a_failure_does_not_end_the_schedule() {
        assertEquals(1, left(Map.of("--sessions-keep-days", "90"), Duration.ofDays(91), (_, _) -> {
            throw new IllegalStateException("a bug, on purpose");
        }));
    }
}
