package dev.throughline.cli.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.model.ProxyException;
import dev.throughline.server.wiring.HomeAccess;
import dev.throughline.server.wiring.RunRegistry;
import dev.throughline.server.wiring.RunRegistry.RegisteredRun;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Gateways that do not start, with shell scripts in their place. */
class GatewayProcessesTest {
    @TempDir
    private Path home = Path.of("");

    private GatewayProcesses gateways(Supplier<Optional<HomeAccess.HomeProcess>> holders, String script) {
        return new GatewayProcesses(
                home, holders, new GatewayProcesses.StartCommand(List.of("sh", "-c", script), Map.of(), List.of()));
    }

    @Test
    void the_last_log_line_of_a_failed_start_is_reported() throws IOException {
        ProxyException thrown = assertThrows(
                ProxyException.class,
                () -> gateways(Optional::empty, "echo 'throughline: the port is taken' >&2; exit 1")
                        .findOrStart(0));
        assertEquals("the gateway did not start: the port is taken", thrown.getMessage());
        assertEquals(
                "rw-------",
                PosixFilePermissions.toString(Files.getPosixFilePermissions(home.resolve(GatewayProcesses.LOG_FILE))));
    }

    @Test
    void a_deleted_or_truncated_log_does_not_hide_the_failure() {
        for (String loss : List.of("rm gateway.log", "echo x >gateway.log; : >gateway.log")) {
            ProxyException thrown = assertThrows(
                    ProxyException.class,
                    () -> gateways(Optional::empty, "echo 'a long line' >&2; " + loss + "; exit 1")
                            .findOrStart(0));
            assertEquals("gateway_not_started", thrown.code());
        }
    }

    @Test
    void an_interrupt_ends_the_wait() {
        AtomicInteger looks = new AtomicInteger();
        GatewayProcesses gateways = gateways(
                () -> {
                    looks.incrementAndGet();
                    return Optional.of(new HomeAccess.HomeProcess(1, Optional.empty()));
                },
                "exit 1");
        Thread.currentThread().interrupt();
        assertThrows(ProxyException.class, () -> gateways.findOrStart(0));
        assertTrue(Thread.interrupted(), "the interrupt was lost");
        assertTrue(looks.get() < 10, () -> "looked " + looks + " times");
    }

    @Test
    void a_restarter_retries_until_a_gateway_starts() throws Exception {
        // The first attempt makes three starts; each loses its log.
        String script = "echo >>starts; if [ $(wc -l <starts) -lt 4 ]; then rm gateway.log; exit 1; fi;"
                + " echo 'listening on http://127.0.0.1:2'; exec sleep 1";
        RunRegistry registry = new RunRegistry(home);
        UUID run = UUID.randomUUID();
        registry.put(new RegisteredRun(run, "pi", 1, List.of(), Map.of()));
        URI address = URI.create("http://127.0.0.1:1");
        GatewayProcesses.RunningGateway gone =
                new GatewayProcesses.RunningGateway(1, address, /* isStartedHere= */ false);
        try (GatewayRestarter restarter =
                new GatewayRestarter(gateways(Optional::empty, script), gone, registry, run)) {
            for (int i = 0; i < 600 && restarter.newAddress(address).isEmpty(); i++) {
                GatewayProcesses.pause(Duration.ofMillis(100));
            }
            assertEquals(Optional.of(URI.create("http://127.0.0.1:2")), restarter.newAddress(address));
        }
    }

    @Test
    void a_restarter_waits_longer_after_each_failure() {
        assertEquals(Duration.ofMillis(500), GatewayRestarter.pause(0));
        assertEquals(Duration.ofSeconds(1), GatewayRestarter.pause(1));
        assertEquals(Duration.ofSeconds(8), GatewayRestarter.pause(4));
        assertEquals(Duration.ofMinutes(1), GatewayRestarter.pause(7));
        assertEquals(Duration.ofMinutes(1), GatewayRestarter.pause(Integer.MAX_VALUE));
    }
}
