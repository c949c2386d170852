package dev.throughline.store.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.model.ProxyException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class HomeLockTest {
    @TempDir
    Path home;

    @Test
    void a_second_store_in_the_same_process_is_rejected_and_the_first_keeps_its_lock() throws Exception {
        try (FileStore store = TestHome.open(home)) {
            TestHome.assertCode("home_locked", () -> TestHome.open(home));
            assertEquals(
                    Optional.of(new FileStore.LockHolder(ProcessHandle.current().pid(), Optional.empty())),
                    FileStore.holder(home));
            assertTrue(store.health().isWritable());
            assertEquals("home_locked", otherProcess());
        }
        assertEquals("opened", otherProcess());
    }

    @Test
    void the_lock_holder_is_reported_with_its_address() {
        assertEquals(Optional.empty(), FileStore.holder(home));
        try (FileStore store = TestHome.open(home)) {
            store.serveAt("http://127.0.0.1:8484");
            ProxyException refused = assertThrows(ProxyException.class, () -> TestHome.open(home));
            assertTrue(refused.toString().contains("stop it"), refused.toString());
            assertEquals(
                    Optional.of("http://127.0.0.1:8484"),
                    FileStore.holder(home).orElseThrow().address());
        }
        assertEquals(Optional.empty(), FileStore.holder(home));
    }

    @Test
    void the_lock_file_of_a_killed_process_is_ignored_even_if_its_process_id_is_in_use() throws IOException {
        long alive = ProcessHandle.current().pid();
        Files.writeString(
                home.resolve("lock"), "{\"pid\":" + alive + ",\"epoch\":1,\"address\":\"http://127.0.0.1:1\"}\n");
        assertEquals(Optional.empty(), FileStore.holder(home));
    }

    @Test
    void epochs_increase_even_if_the_clock_does_not() throws IOException {
        TestHome.open(home).close();
        String first = Files.readString(home.resolve("lock"));
        TestHome.open(home).close();
        String second = Files.readString(home.resolve("lock"));
        long epoch = TestHome.CLOCK.instant().getEpochSecond();
        assertEquals(
                List.of("{\"epoch\":" + epoch + "}\n", "{\"epoch\":" + (epoch + 1) + "}\n"), List.of(first, second));
    }

    private String otherProcess() throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Opener.class.getName(),
                        home.toString())
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertTrue(process.waitFor(TestHome.SOON.toSeconds(), TimeUnit.SECONDS));
        return output.lines().reduce((first, last) -> last).orElse("");
    }

    /** The second process: opens the home and prints the result. */
    static final class Opener {
        private Opener() {}

        public static void main(String[] arguments) {
            try (FileStore store = TestHome.open(Path.of(arguments[0]))) {
                System.out.println(store.health().isWritable() ? "opened" : "opened but not writable");
            } catch (ProxyException e) {
                System.out.println(e.code());
            }
        }
    }
}
