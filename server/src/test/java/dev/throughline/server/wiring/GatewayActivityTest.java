package dev.throughline.server.wiring;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.server.wiring.RunRegistry.RegisteredRun;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GatewayActivityTest {
    private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
    private static final Duration IDLE = Duration.ofMinutes(10);

    @TempDir
    private Path home = Path.of("");

    private GatewayActivity activity(Duration idle) {
        return new GatewayActivity(new RunRegistry(home), idle, Clock.fixed(NOW, ZoneOffset.UTC));
    }

    @Test
    void an_unused_gateway_is_due_after_a_while() {
        assertEquals(Optional.of(NOW.plus(IDLE)), activity(IDLE).exitsAt());
        assertEquals(Optional.empty(), activity(Duration.ZERO).exitsAt());
    }

    @Test
    void a_gateway_with_a_live_run_does_not_exit() throws Exception {
        RunRegistry registry = new RunRegistry(home);
        UUID run = UUID.randomUUID();
        registry.put(new RegisteredRun(
                run, "pi", 1, List.of(RegisteredRun.RunningProcess.of(ProcessHandle.current())), Map.of()));
        GatewayActivity activity = activity(IDLE);
        assertEquals(1, activity.runs());
        assertEquals(Optional.empty(), activity.exitsAt());
        registry.remove(run);
        assertEquals(Optional.of(NOW.plus(IDLE)), activity.exitsAt());
    }
}
