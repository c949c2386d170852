package dev.throughline.store.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.throughline.engine.archive.Entry;
import dev.throughline.model.SessionRef;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
final class SessionFlusherTest {
    private static final FileStoreLimits QUICK = new FileStoreLimits(
            1000, 256 << 20, 4 << 20, Duration.ofMillis(5), Duration.ofMillis(5), 2, 64 << 20, 1000);

    @TempDir
    Path home;

    @Test
    void what_was_appended_appears_in_files_without_being_read() throws IOException {
        try (FileStore store = new FileStore(home, TestHome.CLOCK, QUICK)) {
            SessionRef ref = TestHome.session(store, "a");
            TestHome.keep(store, ref, TestHome.text("{\"n\":1}"));
            Path directory = home.resolve("sessions/" + ref.id());
            waitFor(directory.resolve("archive.jsonl"), "\"raw\":{\"n\":1}");
            waitFor(directory.resolve("meta.json"), "\"sequence\":1");
            waitFor(home.resolve("sessions.json"), "\"sequence\":1");
        }
    }

    @Test
    void full_segments_are_deleted_when_their_sessions_hold_all_of_it() throws IOException {
        Entry entry = TestHome.text("x".repeat(500));
        SessionRef ref;
        try (FileStore store = new FileStore(home, TestHome.CLOCK, QUICK)) {
            ref = TestHome.session(store, "a");
            for (int i = 0; i < 20; i++) {
                TestHome.keep(store, TestHome.session(store, "key " + i % 5), entry);
                TestHome.keep(store, ref, entry);
            }
            waitUntil(() -> TestHome.segments(home).size() <= 1);
            waitFor(home.resolve("journal/checkpoint.json"), "through");
        }
        try (FileStore store = TestHome.open(home)) {
            assertEquals(20, TestHome.entries(store, ref).size());
            assertEquals(List.of(), store.damage());
        }
    }

    @Test
    void what_a_start_replays_is_bounded_by_a_segment_however_much_was_appended() throws IOException {
        Entry entry = TestHome.text("x".repeat(500));
        try (FileStore store = new FileStore(home, TestHome.CLOCK, QUICK)) {
            for (int i = 0; i < 200; i++) {
                TestHome.keep(store, TestHome.session(store, "key " + i % 20), entry);
            }
            waitUntil(() -> journalBytes() <= 2 * QUICK.segmentBytes());
        }
        assertTrue(
                FileStoreLimits.DEFAULTS.segmentBytes() <= 8 << 20,
                "so much is read and merged before a gateway is ready");
    }

    private long journalBytes() throws IOException {
        long bytes = 0;
        for (Path segment : TestHome.segments(home)) {
            bytes += segment.toFile().length(); // 0 for one that was deleted just now
        }
        return bytes;
    }

    /** A condition that may fail to be read. */
    private interface Condition {
        boolean holds() throws IOException;
    }

    private static void waitFor(Path file, String text) throws IOException {
        waitUntil(() -> Files.exists(file) && Files.readString(file).contains(text));
        assertTrue(Files.exists(file));
    }

    private static void waitUntil(Condition condition) throws IOException {
        while (!condition.holds()) {
            Thread.onSpinWait();
        }
    }
}
