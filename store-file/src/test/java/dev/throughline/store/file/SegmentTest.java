package dev.throughline.store.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.throughline.model.SessionId;
import dev.throughline.model.SessionRef;
import dev.throughline.model.Span;
import dev.throughline.model.Tenant;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SegmentTest {
    private static final SessionRef REF =
            new SessionRef(Tenant.LOCAL, SessionId.of("0198c5a0-7c1e-7d3a-8a50-0f4f0c7d9a11"));

    @TempDir
    Path root;

    @Test
    void a_scan_finds_the_records_that_were_written() throws IOException {
        Home home = TestHome.home(root);
        SessionFile session = TestHome.file(home, REF, 6);
        AppendBatch small = batch(session, "small", 7);
        AppendBatch large = batch(session, "x".repeat(3 << 20), 8);
        Segment segment = Segment.create(home, 41, Segment.Output::new);
        segment.write(List.of(small, large), 41);
        segment.write(List.of(small), 43);
        segment.force();
        assertEquals("0000000000000041.log", segment.file().getFileName().toString());
        byte[] bytes = Files.readAllBytes(segment.file());
        assertEquals(segment.size(), bytes.length);
        SegmentScan scan = SegmentScan.of(bytes);
        assertEquals(
                List.of(41L, 42L, 43L),
                scan.records().stream().map(SegmentScan.JournalRecord::number).toList());
        Span lines = scan.records().get(1).lines();
        assertEquals(
                new SegmentScan.JournalRecord(42, REF, 8, 1, lines),
                scan.records().get(1));
        assertEquals(large.lines.length, lines.length());
        segment.delete();
        segment.force();
        assertFalse(Files.exists(segment.file()));
    }

    private static AppendBatch batch(SessionFile session, String text, long first) {
        AppendBatch batch = AppendBatch.of(session, List.of(TestHome.text(text)));
        batch.first = first;
        batch.makeLines();
        return batch;
    }
}
