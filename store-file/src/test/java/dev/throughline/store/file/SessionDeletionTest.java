package dev.throughline.store.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.engine.archive.Store;
import dev.throughline.model.SessionKey;
import dev.throughline.model.SessionRef;
import dev.throughline.model.Tenant;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A deletion that was interrupted by a crash is finished by the next start. */
final class SessionDeletionTest {
    @TempDir
    Path home;

    @TempDir
    Path copies;

    @Test
    void the_journal_does_not_bring_a_deleted_session_back() throws IOException {
        SessionRef ref;
        Path crashed;
        try (FileStore store = TestHome.open(home)) {
            ref = TestHome.session(store, "a");
            TestHome.appendDurably(store, ref, TestHome.text("{\"secret\":1}"));
            assertTrue(store.delete(ref, TestHome.SOON));
            assertFalse(Files.exists(home.resolve("sessions/" + ref.id())));
            crashed = TestHome.copy(home, copies.resolve("crashed"));
        }
        try (FileStore store = TestHome.open(crashed)) {
            assertDeleted(store, ref, crashed);
        }
    }

    @Test
    void files_that_were_left_by_a_crash_are_removed_at_the_next_start() throws IOException {
        SessionRef ref;
        Path before;
        Path crashed;
        try (FileStore store = TestHome.open(home)) {
            ref = TestHome.session(store, "a");
            TestHome.appendDurably(store, ref, TestHome.text("{}"));
            assertEquals(1, TestHome.entries(store, ref).size());
            before = TestHome.copy(home, copies.resolve("before"));
            assertTrue(store.delete(ref, TestHome.SOON));
            crashed = TestHome.copy(home, copies.resolve("crashed"));
        }
        // The record of the deletion is on the disk, but nothing was removed yet.
        Path folder = Path.of("sessions", ref.id().toString());
        Files.createDirectories(crashed.resolve(folder));
        Files.copy(
                before.resolve(folder).resolve("archive.jsonl"),
                crashed.resolve(folder).resolve("archive.jsonl"));
        try (FileStore store = TestHome.open(crashed)) {
            assertDeleted(store, ref, crashed);
        }
        try (FileStore store = TestHome.open(crashed)) {
            assertDeleted(store, ref, crashed);
        }
    }

    @Test
    void a_session_is_complete_if_its_deletion_did_not_reach_the_journal() throws IOException {
        SessionRef ref;
        Path before;
        try (FileStore store = TestHome.open(home)) {
            ref = TestHome.session(store, "a");
            TestHome.appendDurably(store, ref, TestHome.text("{}"));
            before = TestHome.copy(home, copies.resolve("before"));
            assertTrue(store.delete(ref, TestHome.SOON));
        }
        try (FileStore store = TestHome.open(before)) {
            assertEquals(List.of(TestHome.text("{}")), TestHome.entries(store, ref));
        }
    }

    @Test
    void a_session_that_has_the_id_of_a_deleted_one_survives_a_crash() throws IOException {
        Path crashed;
        SessionRef ref;
        try (FileStore store = TestHome.open(home)) {
            ref = TestHome.session(store, "a");
            TestHome.appendDurably(store, ref, TestHome.text("{\"old\":1}"), TestHome.text("{\"old\":2}"));
            assertTrue(store.delete(ref, TestHome.SOON));
            store.open(
                    Tenant.LOCAL,
                    new SessionKey("b"),
                    () -> new Store.Opening(ref.id(), Optional.empty(), "test", TestHome.CLOCK.instant()));
            TestHome.appendDurably(store, ref, TestHome.text("{\"new\":1}"));
            crashed = TestHome.copy(home, copies.resolve("crashed"));
        }
        try (FileStore store = TestHome.open(crashed)) {
            assertEquals(List.of(TestHome.text("{\"new\":1}")), TestHome.entries(store, ref));
            assertEquals("b", store.find(ref).orElseThrow().key().text());
            assertEquals(List.of(), store.damage());
        }
    }

    private static void assertDeleted(FileStore store, SessionRef ref, Path root) {
        assertEquals(Optional.empty(), store.find(ref));
        assertEquals(
                List.of(), store.sessions(Tenant.LOCAL, Optional.empty(), 10).items());
        assertFalse(Files.exists(root.resolve("sessions/" + ref.id())));
        assertEquals(List.of(), store.damage());
    }
}
