package dev.throughline.server.wiring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.server.wiring.RunRegistry.RegisteredRun;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunRegistryTest {
    @TempDir
    private Path home = Path.of("");

    private static RegisteredRun run(RegisteredRun.RunningProcess process) {
        return new RegisteredRun(UUID.randomUUID(), "claude", 0, List.of(process), Map.of("policy", "off"));
    }

    private static RegisteredRun.RunningProcess self() {
        return RegisteredRun.RunningProcess.of(ProcessHandle.current());
    }

    @Test
    void a_run_is_found_until_it_is_removed() throws Exception {
        RunRegistry registry = new RunRegistry(home);
        RegisteredRun run = run(self());
        registry.put(run);
        RegisteredRun later = run.at(4711).with(ProcessHandle.current());
        registry.put(later);
        assertEquals(Optional.of(later), new RunRegistry(home).find(run.run().toString()));
        assertEquals(List.of(later), registry.live());
        registry.remove(run.run());
        assertFalse(registry.has(run.run()));
        assertEquals(List.of(), registry.live());
    }

    @Test
    void the_file_of_a_run_without_processes_is_removed() throws Exception {
        RunRegistry registry = new RunRegistry(home);
        Process dead = new ProcessBuilder("true").start();
        RegisteredRun gone = run(RegisteredRun.RunningProcess.of(dead.toHandle()));
        assertEquals(0, dead.waitFor());
        RegisteredRun taken = run(new RegisteredRun.RunningProcess(self().pid(), Instant.EPOCH));
        RegisteredRun alive = run(self());
        for (RegisteredRun run : List.of(gone, taken, alive)) {
            registry.put(run);
        }
        assertEquals(List.of(alive), registry.live());
        registry.sweep();
        assertFalse(registry.has(gone.run()));
        assertFalse(registry.has(taken.run()), "another process with the same id was counted");
        assertTrue(registry.has(alive.run()));
    }

    @Test
    void a_damaged_file_is_not_a_run() throws Exception {
        RunRegistry registry = new RunRegistry(home);
        assertEquals(List.of(), registry.live());
        assertEquals(Optional.empty(), registry.find("../../lock"));
        UUID id = UUID.randomUUID();
        Files.createDirectories(home.resolve("runs"));
        for (String damaged : List.of("{\"run\":", "null")) {
            Files.writeString(home.resolve("runs").resolve(id + ".json"), damaged);
            assertEquals(Optional.empty(), registry.find(id.toString()));
            assertEquals(List.of(), registry.live());
        }
    }
}
