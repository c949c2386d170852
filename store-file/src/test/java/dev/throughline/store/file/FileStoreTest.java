package dev.throughline.store.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.engine.archive.MemoryStore;
import dev.throughline.engine.archive.Store;
import dev.throughline.model.Bytes;
import dev.throughline.model.SessionKey;
import dev.throughline.model.SessionRef;
import dev.throughline.model.Tenant;
import dev.throughline.testkit.store.StoreContract;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class FileStoreTest extends StoreContract {
    @TempDir
    Path home;

    @TempDir
    Path second;

    @Override
    protected Store open() {
        return new FileStore(home, Clock.systemUTC(), FileStoreLimits.DEFAULTS);
    }

    @Override
    protected Store reopen(Store closed) {
        return open();
    }

    @Override
    protected Store model() {
        return new MemoryStore();
    }

    @Test
    void only_the_owner_can_read_the_files() throws IOException {
        try (FileStore store = TestHome.open(second)) {
            SessionRef ref = TestHome.session(store, "a");
            store.open(
                    new Tenant("other"),
                    new SessionKey("b"),
                    () -> new Store.Opening(ref.id(), Optional.empty(), "test", TestHome.CLOCK.instant()));
            TestHome.appendDurably(store, ref, TestHome.text("{}"));
            try (Store.Lease lease = store.lease(ref, SOON)) {
                store.replaceState(lease, 0, Bytes.of("{}"));
            }
            TestHome.entries(store, ref);
            assertPrivate();
        }
        Files.writeString(second.resolve("sessions.json"), "broken");
        TestHome.open(second).close();
        assertPrivate();
        assertTrue(Files.exists(second.resolve("tenants/other/sessions")));
    }

    private void assertPrivate() throws IOException {
        try (Stream<Path> all = Files.walk(second)) {
            for (Path path : (Iterable<Path>) all::iterator) {
                String expected = Files.isDirectory(path) ? "rwx------" : "rw-------";
                assertEquals(expected, PosixFilePermissions.toString(Files.getPosixFilePermissions(path)), "" + path);
            }
        }
    }

    @Test
    void a_home_that_cannot_be_written_is_rejected() throws IOException {
        Path file = Files.createFile(second.resolve("file"));
        TestHome.assertCode("home_unwritable", () -> TestHome.open(file.resolve("home")));
    }

    @Test
    void an_archive_contains_sources_as_readable_json() throws IOException {
        SessionRef ref;
        try (FileStore store = TestHome.open(second)) {
            ref = TestHome.session(store, "a");
            TestHome.appendDurably(store, ref, TestHome.text("{\"n\":1e5}"), TestHome.text("two\nlines"));
        }
        List<String> lines = Files.readAllLines(second.resolve("sessions/" + ref.id() + "/archive.jsonl"));
        assertEquals(
                "{\"seq\":1,\"is\":\"source\",\"id\":\""
                        + Bytes.of("{\"n\":1e5}").hash() + "\",\"raw\":{\"n\":1e5}}",
                lines.get(1));
        assertTrue(lines.get(2).endsWith("\"text\":\"two\\nlines\"}"), lines.get(2));
    }

    @Test
    void a_closed_store_rejects_writes_and_leaves_no_journal() throws IOException {
        FileStore store = TestHome.open(second);
        SessionRef ref = TestHome.session(store, "a");
        Store.Lease lease = store.lease(ref, SOON);
        store.close();
        store.close();
        TestHome.assertCode("store_failed", () -> store.append(lease, List.of(TestHome.text("late"))));
        assertEquals(List.of(), TestHome.segments(second));
    }

    @Test
    void the_session_id_of_an_opening_must_be_new() {
        try (FileStore store = TestHome.open(second)) {
            SessionRef ref = TestHome.session(store, "a");
            assertThrows(
                    IllegalStateException.class,
                    () -> store.open(
                            Tenant.LOCAL,
                            new SessionKey("b"),
                            () -> new Store.Opening(ref.id(), Optional.empty(), "x", TestHome.CLOCK.instant())));
            assertEquals(Optional.empty(), store.find(Tenant.LOCAL, new SessionKey("c")));
        }
    }
}
