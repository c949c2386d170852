package dev.throughline.store.file;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.throughline.model.Span;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;

final class SegmentScanTest {
    private static final String SESSION = "local/0198c5a0-7c1e-7d3a-8a50-0f4f0c7d9a11";
    private static final String FIRST = record(1, "{\"seq\":0}\n");
    private static final String SECOND = record(2, "{\"seq\":1}\n{\"seq\":2}\n");

    @Test
    void records_are_found_in_order() {
        SegmentScan scan = scan(FIRST + SECOND);
        assertEquals(List.of(1L, 2L), numbers(scan));
        assertEquals(List.of(), scan.damaged());
        assertEquals((FIRST + SECOND).length(), scan.end());
    }

    @Test
    void a_truncated_last_record_is_not_reported_as_damage() {
        byte[] bytes = (FIRST + SECOND).getBytes(StandardCharsets.US_ASCII);
        for (int cut = FIRST.length(); cut < bytes.length; cut++) {
            SegmentScan scan = SegmentScan.of(Arrays.copyOf(bytes, cut));
            assertEquals(List.of(1L), numbers(scan), "cut at " + cut);
            assertEquals(List.of(), scan.damaged(), "cut at " + cut);
            assertEquals(FIRST.length(), scan.end(), "cut at " + cut);
        }
    }

    @Test
    void a_changed_byte_damages_only_its_record() {
        byte[] good = (FIRST + SECOND + FIRST).getBytes(StandardCharsets.US_ASCII);
        for (int at = FIRST.length(); at < FIRST.length() + SECOND.length(); at++) {
            byte[] bytes = good.clone();
            bytes[at] ^= 1;
            SegmentScan scan = SegmentScan.of(bytes);
            assertEquals(List.of(1L, 1L), numbers(scan), "changed at " + at);
            Span expected = new Span(FIRST.length(), FIRST.length() + SECOND.length());
            assertEquals(List.of(expected), scan.damaged(), "changed at " + at);
        }
    }

    @Test
    void a_complete_last_record_with_a_changed_byte_is_damaged() {
        SegmentScan scan = scan(FIRST + SECOND.replace("\"seq\":2", "\"seq\":3"));
        assertEquals(List.of(new Span(FIRST.length(), FIRST.length() + SECOND.length())), scan.damaged());
        assertEquals(FIRST.length(), scan.end());
    }

    @Test
    void zeros_after_the_last_record_are_damage() {
        SegmentScan scan = scan(FIRST + "\0".repeat(500));
        assertEquals(1, scan.damaged().size());
        assertEquals(FIRST.length(), scan.end());
    }

    private static SegmentScan scan(String text) {
        return SegmentScan.of(text.getBytes(StandardCharsets.US_ASCII));
    }

    private static List<Long> numbers(SegmentScan scan) {
        return scan.records().stream().map(SegmentScan.JournalRecord::number).toList();
    }

    private static String record(long number, String lines) {
        String rest = " " + lines.length() + " " + number + " " + SESSION + " 0 1\n" + lines;
        CRC32C crc = new CRC32C();
        crc.update(rest.getBytes(StandardCharsets.US_ASCII));
        return "#%08x%s".formatted(crc.getValue(), rest);
    }
}
