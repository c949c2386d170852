package dev.throughline.store.file;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.engine.archive.Entry;
import dev.throughline.model.SessionRef;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class JournalReplayTest {
    @TempDir
    Path home;

    @TempDir
    Path copies;

    private static final Entry ONE = TestHome.text("{\"one\":1}");
    private static final Entry TWO = TestHome.text("{\"two\":2}");
    private static final Entry THREE = TestHome.text("3");

    @Test
    void a_journal_truncated_within_its_last_record_loses_only_that_record() throws IOException {
        SessionRef ref;
        long whole;
        try (FileStore store = TestHome.open(home)) {
            ref = TestHome.session(store, "a");
            TestHome.appendDurably(store, ref, ONE, TWO);
            whole = Files.size(TestHome.segments(home).getFirst());
            TestHome.appendDurably(store, ref, THREE, ONE);
            TestHome.copy(home, copies.resolve("crashed"));
        }
        Path segment = TestHome.segments(copies.resolve("crashed")).getFirst();
        byte[] bytes = Files.readAllBytes(segment);
        for (int cut = (int) whole; cut <= bytes.length; cut++) {
            Path crashed = TestHome.copy(copies.resolve("crashed"), copies.resolve("cut" + cut));
            Files.write(crashed.resolve("journal").resolve(segment.getFileName()), Arrays.copyOf(bytes, cut));
            boolean isWhole = cut == bytes.length;
            try (FileStore store = TestHome.open(crashed)) {
                List<Entry> expected = isWhole ? List.of(ONE, TWO, THREE, ONE) : List.of(ONE, TWO);
                assertEquals(expected, TestHome.entries(store, ref), "cut at " + cut);
                assertEquals(
                        expected.size() + 1, TestHome.append(store, ref, THREE).lastSequence());
                assertEquals(List.of(), store.damage(), "cut at " + cut);
            }
        }
    }

    @Test
    void a_session_file_truncated_at_any_byte_is_completed_from_the_journal() throws IOException {
        SessionRef ref;
        try (FileStore store = TestHome.open(home)) {
            ref = TestHome.session(store, "a");
            TestHome.appendDurably(store, ref, ONE, TWO);
            TestHome.entries(store, ref);
            TestHome.copy(home, copies.resolve("crashed"));
        }
        String archive = "sessions/" + ref.id() + "/archive.jsonl";
        byte[] bytes = Files.readAllBytes(copies.resolve("crashed").resolve(archive));
        for (int cut = 0; cut <= bytes.length; cut += 7) {
            Path crashed = TestHome.copy(copies.resolve("crashed"), copies.resolve("cut" + cut));
            Files.write(crashed.resolve(archive), Arrays.copyOf(bytes, cut));
            try (FileStore store = TestHome.open(crashed)) {
                assertArrayEquals(bytes, Files.readAllBytes(crashed.resolve(archive)), "cut at " + cut);
                assertEquals(List.of(ONE, TWO), TestHome.entries(store, ref));
                assertEquals(List.of(), store.damage());
            }
        }
    }

    @Test
    void a_session_file_with_zeroed_bytes_is_restored_from_the_journal() throws IOException {
        SessionRef ref;
        try (FileStore store = TestHome.open(home)) {
            ref = TestHome.session(store, "a");
            TestHome.appendDurably(store, ref, ONE, TWO, THREE);
            TestHome.entries(store, ref);
            TestHome.copy(home, copies);
        }
        Path archive = copies.resolve("sessions/" + ref.id() + "/archive.jsonl");
        byte[] bytes = Files.readAllBytes(archive);
        byte[] zeroed = bytes.clone();
        Arrays.fill(zeroed, bytes.length / 2, bytes.length, (byte) 0);
        Files.write(archive, zeroed);
        try (FileStore store = TestHome.open(copies)) {
            assertArrayEquals(bytes, Files.readAllBytes(archive));
            assertEquals(1, store.damage().size());
            assertEquals(1, TestHome.damaged(copies).size());
        }
    }

    @Test
    void a_damaged_record_is_reported_and_copied_to_quarantine_and_later_records_are_read() throws IOException {
        List<SessionRef> refs = new ArrayList<>();
        try (FileStore store = TestHome.open(home)) {
            for (String key : List.of("a", "b", "c")) {
                refs.add(TestHome.session(store, key));
            }
            TestHome.appendDurably(store, refs.get(0), ONE);
            TestHome.appendDurably(store, refs.get(1), TestHome.text("{\"the damaged one\":1}"));
            TestHome.appendDurably(store, refs.get(1), TWO);
            TestHome.appendDurably(store, refs.get(2), THREE);
            TestHome.copy(home, copies);
        }
        Path segment = TestHome.segments(copies).getFirst();
        String text = Files.readString(segment);
        Files.writeString(segment, text.replace("the damaged one", "THE DAMAGED ONE"));
        try (FileStore store = TestHome.open(copies)) {
            assertEquals(List.of(ONE), TestHome.entries(store, refs.get(0)));
            assertEquals(List.of(TWO), TestHome.entries(store, refs.get(1)));
            assertEquals(List.of(THREE), TestHome.entries(store, refs.get(2)));
            assertEquals(3, TestHome.append(store, refs.get(1), ONE).lastSequence());
            assertEquals(
                    List.of("expected a record of the journal", "lines are missing: 1"),
                    store.damage().stream()
                            .map(damage -> damage.reason().replaceAll(" \\(at.*|;.*", ""))
                            .toList());
            String kept = Files.readString(TestHome.damaged(copies).getFirst());
            assertTrue(kept.contains("THE DAMAGED ONE"), kept);
        }
    }

    @Test
    void entries_whose_opening_is_damaged_are_kept() throws IOException {
        SessionRef ref;
        try (FileStore store = TestHome.open(home)) {
            ref = TestHome.session(store, "the damaged one");
            TestHome.appendDurably(store, ref, ONE);
            TestHome.copy(home, copies);
        }
        TestHome.delete(copies.resolve("sessions")); // Only the journal still records how the session was opened.
        Path segment = TestHome.segments(copies).getFirst();
        Files.writeString(segment, Files.readString(segment).replace("the damaged one", "THE DAMAGED ONE"));
        try (FileStore store = TestHome.open(copies)) {
            assertEquals(List.of(ONE), TestHome.entries(store, ref));
            assertEquals(
                    "recovered " + ref.id(), store.find(ref).orElseThrow().key().text());
        }
    }

    @Test
    void replay_after_a_crash_can_be_repeated() throws IOException {
        SessionRef ref;
        try (FileStore store = TestHome.open(home)) {
            ref = TestHome.session(store, "a");
            TestHome.appendDurably(store, ref, ONE, TWO);
            TestHome.copy(home, copies.resolve("0"));
        }
        for (int i = 0; i < 3; i++) {
            try (FileStore store = TestHome.open(copies.resolve("" + i))) {
                TestHome.copy(copies.resolve("" + i), copies.resolve("" + (i + 1)));
                assertEquals(List.of(ONE, TWO), TestHome.entries(store, ref));
                assertEquals(2, store.lease(ref, TestHome.SOON).lastSequence());
            }
        }
    }

    @Test
    void a_damaged_checkpoint_is_moved_to_quarantine() throws IOException {
        SessionRef ref;
        try (FileStore store = TestHome.open(home)) {
            ref = TestHome.session(store, "a");
            TestHome.appendDurably(store, ref, ONE);
        }
        Path checkpoint = home.resolve("journal/checkpoint.json");
        Files.write(checkpoint, "{\"thr".getBytes(StandardCharsets.UTF_8));
        try (FileStore store = TestHome.open(home)) {
            assertEquals(List.of(ONE), TestHome.entries(store, ref));
            assertEquals(1, store.damage().size());
        }
        assertFalse(TestHome.damaged(home).isEmpty());
    }
}
