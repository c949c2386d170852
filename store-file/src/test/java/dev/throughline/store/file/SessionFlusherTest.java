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
    void appended_entries_are_written_to_the_session_files_without_a_read() throws IOException {
        try (FileStore store = new FileStore(home, TestHome.CLOCK, QUICK)) {
            SessionRef ref = TestHome.session(store, "a");
            TestHome.appendDurably(store, ref, TestHome.text("{\"n\":1}"));
            Path directory = home.resolve("sessions/" + ref.id());
            waitFor(directory.resolve("archive.jsonl"), "\"raw\":{\"n\":1}");
            waitFor(directory.resolve("meta.json"), "\"sequence\":1");
            waitFor(home.resolve("sessions.json"), "\"sequence\":1");
        }
    }

    @Test
    void full_segments_are_deleted_after_their_entries_are_in_the_session_files() throws IOException {
        Entry entry = TestHome.text("x".repeat(500));
        SessionRef ref;
        try (FileStore store = new FileStore(home, TestHome.CLOCK, QUICK)) {
            ref = TestHome.session(store, "a");
            for (int i = 0; i < 20; i++) {
                TestHome.appendDurably(store, TestHome.session(store, "key " + i % 5), entry);
                TestHome.appendDurably(store, ref, entry);
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
    void the_journal_that_a_start_replays_is_limited_in_size() throws IOException {
        Entry entry = TestHome.text("x".repeat(500));
        try (FileStore store = new FileStore(home, TestHome.CLOCK, QUICK)) {
            for (int i = 0; i < 200; i++) {
                TestHome.appendDurably(store, TestHome.session(store, "key " + i % 20), entry);
            }
            waitUntil(() -> journalBytes() <= 2 * QUICK.segmentBytes());
        }
        assertTrue(
                FileStoreLimits.DEFAULTS.segmentBytes() <= 8 << 20,
                "a gateway replays up to this many bytes before it is ready");
    }

    private long journalBytes() throws IOException {
        long bytes = 0;
        for (Path segment : TestHome.segments(home)) {
            bytes += segment.toFile().length(); // 0 for a segment that has just been deleted
        }
        return bytes;
    }

    /** A condition that may throw. */
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
