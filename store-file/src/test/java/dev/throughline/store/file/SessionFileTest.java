package dev.throughline.store.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.engine.archive.Entry;
import dev.throughline.model.Bytes;
import dev.throughline.model.SessionId;
import dev.throughline.model.SessionRef;
import dev.throughline.model.Tenant;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SessionFileTest {
    private static final Entry ONE = TestHome.text("{\"n\":1}");
    private static final Entry TWO = TestHome.text("{\"n\":2}");
    private static final Entry THREE = TestHome.text("{\"n\":3}");

    @TempDir
    Path home;

    private SessionRef ref = placeholderSession();
    private Path archive = Path.of("");

    /** A placeholder until {@link #createSessions} has created the session. */
    private static SessionRef placeholderSession() {
        return new SessionRef(Tenant.LOCAL, new SessionId(new UUID(0, 0)));
    }

    @BeforeEach
    void createSessions() {
        try (FileStore store = TestHome.open(home)) {
            ref = TestHome.session(store, "a");
            TestHome.appendDurably(store, ref, ONE, TWO, THREE);
        }
        archive = home.resolve("sessions/" + ref.id() + "/archive.jsonl");
    }

    @Test
    void a_damaged_line_is_reported_copied_to_quarantine_and_skipped() throws IOException {
        List<String> lines = Files.readAllLines(archive);
        lines.set(2, "XX" + lines.get(2));
        Files.write(archive, lines);
        byte[] damaged = Files.readAllBytes(archive);
        try (FileStore store = TestHome.open(home)) {
            for (int i = 0; i < 3; i++) {
                assertEquals(List.of(ONE, THREE), TestHome.entries(store, ref));
            }
            assertEquals(4, TestHome.append(store, ref, TWO).lastSequence());
            assertEquals(List.of(ONE, THREE, TWO), TestHome.entries(store, ref));
            assertEquals(1, store.damage().size());
        }
        assertEquals(lines.get(2), Files.readString(TestHome.damaged(home).getFirst()));
        byte[] after = Files.readAllBytes(archive);
        assertEquals(-1, Arrays.mismatch(damaged, Arrays.copyOf(after, damaged.length)));
    }

    @Test
    void a_source_with_changed_bytes_is_never_returned() throws IOException {
        Files.writeString(archive, Files.readString(archive).replace("{\"n\":2}", "{\"n\":9}"));
        try (FileStore store = TestHome.open(home)) {
            assertEquals(List.of(ONE, THREE), TestHome.entries(store, ref));
            TestHome.assertCode(
                    "source_damaged",
                    () -> store.source(ref, Bytes.of("{\"n\":2}").hash()));
            assertEquals(
                    Optional.of(Bytes.of("{\"n\":3}")),
                    store.source(ref, Bytes.of("{\"n\":3}").hash()));
            assertEquals(1, store.damage().size());
        }
    }

    @Test
    void an_incomplete_last_line_is_moved_to_quarantine_before_the_next_append() throws IOException {
        Files.writeString(archive, "{\"seq\":4,\"is\":\"so", StandardOpenOption.APPEND);
        try (FileStore store = TestHome.open(home)) {
            TestHome.appendDurably(store, ref, ONE);
            assertEquals(List.of(ONE, TWO, THREE, ONE), TestHome.entries(store, ref));
            assertEquals(1, store.damage().size());
        }
        assertEquals(
                "{\"seq\":4,\"is\":\"so",
                Files.readString(TestHome.damaged(home).getFirst()));
    }

    @Test
    void the_size_of_a_page_is_limited() {
        FileStoreLimits lazy = TestHome.LAZY;
        FileStoreLimits small = new FileStoreLimits(
                lazy.segmentBytes(),
                lazy.waitingBytes(),
                lazy.flushBytes(),
                lazy.flushEvery(),
                lazy.indexEvery(),
                1,
                150,
                9);
        try (FileStore store = new FileStore(home, TestHome.CLOCK, small)) {
            assertEquals(2, store.entries(ref, 0, 100).items().size());
            assertEquals(Optional.of("2"), store.entries(ref, 0, 100).next());
            assertEquals(List.of(ONE, TWO, THREE), TestHome.entries(store, ref));
        }
    }

    @Test
    void entries_are_read_from_any_sequence_number() {
        try (FileStore store = TestHome.open(home)) {
            List<Entry> all = new ArrayList<>(List.of(ONE, TWO, THREE));
            for (int i = 4; i <= 300; i++) {
                Entry entry = TestHome.text("{\"n\":" + i + "}");
                all.add(entry);
                TestHome.append(store, ref, entry);
                if (i % 50 == 0) {
                    assertEquals(all, TestHome.entries(store, ref));
                }
            }
            for (int after = 0; after < 300; after += 13) {
                assertEquals(
                        after + 1,
                        store.entries(ref, after, 1).items().getFirst().sequence());
            }
            for (Entry entry : all) {
                Entry.Source source = (Entry.Source) entry;
                assertEquals(Optional.of(source.bytes()), store.source(ref, source.id()));
            }
        }
    }

    @Test
    void reading_works_on_an_interrupted_thread() {
        try (FileStore store = TestHome.open(home)) {
            Thread.currentThread().interrupt();
            assertEquals(List.of(ONE, TWO, THREE), TestHome.entries(store, ref));
            assertTrue(Thread.interrupted());
        }
    }

    @Test
    void a_file_truncated_at_a_line_end_is_reported() throws IOException {
        List<String> lines = Files.readAllLines(archive);
        Files.write(archive, lines.subList(0, 2));
        try (FileStore store = TestHome.open(home)) {
            assertEquals(List.of(ONE), TestHome.entries(store, ref));
            assertEquals(
                    List.of("lines are missing: 2 to 3; the journal does not contain 2 to 3,"
                            + " restore the file from a backup"),
                    store.damage().stream().map(Quarantine.DamageReport::reason).toList());
            assertEquals(4, TestHome.append(store, ref, TWO).lastSequence());
            assertEquals(List.of(ONE, TWO), TestHome.entries(store, ref));
        }
    }

    @Test
    void an_emptied_file_is_reported() throws IOException {
        Files.write(archive, new byte[0]);
        try (FileStore store = TestHome.open(home)) {
            assertEquals(List.of(), TestHome.entries(store, ref));
            assertTrue(store.damage().getFirst().reason().startsWith("lines are missing: 0 to 3;"));
        }
    }

    @Test
    void lines_that_an_open_file_lost_are_restored_from_the_journal() throws IOException {
        try (FileStore store = TestHome.open(home)) {
            Entry four = TestHome.text("4");
            TestHome.appendDurably(store, ref, four);
            assertEquals(List.of(ONE, TWO, THREE, four), TestHome.entries(store, ref));
            byte[] whole = Files.readAllBytes(archive);
            Files.write(archive, Files.readAllLines(archive).subList(0, 4));
            assertEquals(List.of(ONE, TWO, THREE, four), TestHome.entries(store, ref));
            assertEquals(-1, Arrays.mismatch(whole, Files.readAllBytes(archive)));
            Files.write(archive, Files.readAllLines(archive).subList(0, 4));
            TestHome.appendDurably(store, ref, ONE);
            assertEquals(List.of(ONE, TWO, THREE, four, ONE), TestHome.entries(store, ref));
            byte[] all = Files.readAllBytes(archive);
            assertEquals(-1, Arrays.mismatch(whole, Arrays.copyOf(all, whole.length)));
            assertEquals(6, Files.readAllLines(archive).size());
            assertEquals(
                    "lines are missing: 4; they were restored from the journal",
                    store.damage().getFirst().reason());
        }
    }

    /** A link to nothing is listed and cannot be read, like a segment that is deleted in between. */
    @Test
    void a_journal_segment_that_is_deleted_during_a_restore_is_skipped() throws IOException {
        try (FileStore store = TestHome.open(home)) {
            Entry four = TestHome.text("4");
            TestHome.appendDurably(store, ref, four);
            assertEquals(List.of(ONE, TWO, THREE, four), TestHome.entries(store, ref));
            Files.write(archive, Files.readAllLines(archive).subList(0, 4));
            Files.createSymbolicLink(home.resolve("journal/0000000000000000.log"), home.resolve("deleted"));
            assertEquals(List.of(ONE, TWO, THREE, four), TestHome.entries(store, ref));
        }
    }
}
