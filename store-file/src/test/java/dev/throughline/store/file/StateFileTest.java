package dev.throughline.store.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.engine.archive.Store;
import dev.throughline.model.Bytes;
import dev.throughline.model.SessionRef;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class StateFileTest {
    @TempDir
    Path home;

    @Test
    void a_damaged_state_is_moved_to_quarantine_and_replaced_by_an_empty_one() throws IOException {
        try (FileStore store = TestHome.open(home)) {
            SessionRef ref = TestHome.session(store, "a");
            Path file = home.resolve("sessions/" + ref.id() + "/state.json");
            try (Store.Lease lease = store.lease(ref, TestHome.SOON)) {
                assertTrue(store.replaceState(lease, 0, Bytes.of("{\"todo\":[]}")));
                String good = Files.readString(file);
                for (String bad : new String[] {good.replace("[]", "{}"), good.substring(0, 40), "", "\0\0\0"}) {
                    Files.writeString(file, bad);
                    assertEquals(new Store.StateDocument(0, Bytes.EMPTY), store.state(ref));
                }
                assertTrue(store.replaceState(lease, 0, Bytes.of("{}")));
                assertEquals(new Store.StateDocument(1, Bytes.of("{}")), store.state(ref));
            }
            assertEquals(4, store.damage().size());
            assertEquals(4, TestHome.damaged(home).size());
        }
    }

    @Test
    void a_state_is_replaced_on_an_interrupted_thread() {
        try (FileStore store = TestHome.open(home)) {
            SessionRef ref = TestHome.session(store, "a");
            try (Store.Lease lease = store.lease(ref, TestHome.SOON)) {
                Thread.currentThread().interrupt();
                assertTrue(store.replaceState(lease, 0, Bytes.of("{}")));
                assertTrue(Thread.interrupted());
            }
        }
    }
}
