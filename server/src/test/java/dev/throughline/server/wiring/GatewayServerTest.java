package dev.throughline.server.wiring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.throughline.model.ProxyException;
import dev.throughline.server.config.Config;
import dev.throughline.server.config.Environment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class GatewayServerTest {
    @TempDir
    Path folder;

    @Test
    void a_failed_start_closes_the_home_and_its_threads() throws IOException {
        Path home = folder.resolve("home");
        Path salt = home.resolve("salt");
        Files.createDirectories(salt.resolve("full"));
        Config config = config(home);
        List<String> before = threads();
        assertThrows(ProxyException.class, () -> GatewayServer.open(config, Clock.systemUTC()));
        assertEquals(before, threads());
        Files.delete(salt.resolve("full"));
        Files.delete(salt);
        GatewayServer.open(config, Clock.systemUTC()).close();
    }

    private Config config(Path home) {
        Map<String, String> flags = Map.of("--home", home.toString(), "--port", "0");
        return Config.load(new Environment(Map.of(), folder, folder), flags);
    }

    /** The store's own threads that live. */
    private static List<String> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.startsWith("throughline-"))
                .sorted()
                .toList();
    }
}
