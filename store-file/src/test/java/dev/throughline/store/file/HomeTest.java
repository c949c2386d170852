package dev.throughline.store.file;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.files.PrivateFiles;
import dev.throughline.model.SessionId;
import dev.throughline.model.SessionRef;
import dev.throughline.model.Tenant;
import dev.throughline.store.file.format.DamagedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class HomeTest {
    @TempDir
    Path root;

    @Test
    void every_tenant_except_local_has_its_own_directory() {
        Home home = TestHome.home(root);
        SessionId id = new SessionId(new UUID(1, 2));
        String name = "sessions/00000000-0000-0001-0000-000000000002";
        assertEquals(home.root().resolve(name), home.session(new SessionRef(Tenant.LOCAL, id)));
        assertEquals(
                home.root().resolve("tenants/other").resolve(name),
                home.session(new SessionRef(new Tenant("other"), id)));
    }

    @Test
    void a_file_is_replaced_atomically_even_if_a_crash_left_a_temporary_file() throws IOException {
        Home home = TestHome.home(root);
        Files.writeString(root.resolve("sessions.json.new"), "part of an earlier attempt, longer than the new file");
        PrivateFiles.replace(home.index(), new byte[] {1});
        assertArrayEquals(new byte[] {1}, Files.readAllBytes(home.index()));
        PrivateFiles.replaceForced(home.index(), new byte[] {2});
        assertArrayEquals(new byte[] {2}, Files.readAllBytes(home.index()));
    }

    @Test
    void a_directory_is_flushed_on_an_interrupted_thread() throws IOException {
        Thread.currentThread().interrupt();
        PrivateFiles.forceDirectory(root);
        assertTrue(Thread.interrupted());
    }

    @Test
    void a_damaged_small_file_is_moved_to_the_quarantine() throws IOException {
        Home home = TestHome.home(root);
        assertEquals(Optional.empty(), home.read(home.keys(), "damaged", bytes -> bytes.length));
        Files.write(home.keys(), new byte[] {1, 2});
        assertEquals(Optional.of(2), home.read(home.keys(), "damaged", bytes -> bytes.length));
        Optional<Integer> damaged = home.read(home.keys(), "damaged", bytes -> {
            throw new DamagedException("not a number");
        });
        assertEquals(Optional.empty(), damaged);
        assertFalse(Files.exists(home.keys()));
        assertEquals(
                "damaged: not a number", home.quarantine().reports().getFirst().reason());
    }
}
