package dev.throughline.store.file;

import dev.throughline.model.SessionId;
import dev.throughline.model.SessionRef;
import dev.throughline.model.Span;
import dev.throughline.model.Tenant;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32C;

/**
 * The content of a segment of the journal: its whole records in order, the damaged ranges between them, and its end.
 *
 * <pre>
 * record 1 | record 2 | (bytes that are no record) | record 4 | half a record
 *                       damaged                               ↑ end    torn
 * </pre>
 *
 * Bytes after the last whole record are <em>torn</em> if they are the start of a record that was cut off by the death
 * of the process that wrote it. Otherwise they are damaged as well.
 *
 * @param damaged ranges that are not records
 * @param end where the last whole record ends
 */
record SegmentScan(List<JournalRecord> records, List<Span> damaged, int end) {
    /** A whole record: its number, its session, the sequence of its first line, and where its lines are. */
    record JournalRecord(long number, SessionRef session, long first, int count, Span lines) {
        /** Whether the record deletes its session, with all records before it. */
        boolean isDeletion() {
            return count == 0;
        }
    }

    private static final int CRC_END = 9;
    static final int LONGEST_HEADER = 256;
    private static final Pattern HEADER =
            Pattern.compile("#([0-9a-f]{8}) (\\d{1,9}) (\\d{1,18}) ([^/ ]+)/([^/ ]+) (\\d{1,18}) (\\d{1,9})\n");

    static SegmentScan of(byte[] bytes) {
        List<JournalRecord> records = new ArrayList<>();
        List<Span> damaged = new ArrayList<>();
        int at = 0;
        while (at < bytes.length) {
            Optional<JournalRecord> found = record(bytes, at);
            if (found.isPresent()) {
                records.add(found.get());
                at = found.get().lines().end();
                continue;
            }
            int next = nextRecord(bytes, at);
            if (next < 0) {
                break;
            }
            damaged.add(new Span(at, next));
            at = next;
        }
        if (at < bytes.length && !isTorn(bytes, at)) {
            damaged.add(new Span(at, bytes.length));
        }
        return new SegmentScan(records, damaged, at);
    }

    private static Optional<JournalRecord> record(byte[] bytes, int at) {
        Matcher header = header(bytes, at);
        if (!header.lookingAt()) {
            return Optional.empty();
        }
        int start = at + header.end();
        int length = Integer.parseInt(header.group(2));
        if (length > bytes.length - start) {
            return Optional.empty();
        }
        CRC32C crc = new CRC32C();
        crc.update(bytes, at + CRC_END, start + length - at - CRC_END);
        if (crc.getValue() != HexFormat.fromHexDigitsToLong(header.group(1))) {
            return Optional.empty();
        }
        SessionRef session = new SessionRef(new Tenant(header.group(4)), SessionId.of(header.group(5)));
        return Optional.of(new JournalRecord(
                Long.parseLong(header.group(3)),
                session,
                Long.parseLong(header.group(6)),
                Integer.parseInt(header.group(7)),
                new Span(start, start + length)));
    }

    private static int nextRecord(byte[] bytes, int from) {
        for (int at = from + 1; at < bytes.length; at++) {
            if (bytes[at] == '#' && record(bytes, at).isPresent()) {
                return at;
            }
        }
        return -1;
    }

    /** Whether the rest is a part of a header, or a header whose lines are not all there. */
    private static boolean isTorn(byte[] bytes, int at) {
        Matcher header = header(bytes, at);
        if (header.lookingAt()) {
            return Integer.parseInt(header.group(2)) > bytes.length - at - header.end();
        }
        String rest = new String(bytes, at, Math.min(bytes.length - at, LONGEST_HEADER), StandardCharsets.ISO_8859_1);
        return rest.length() < LONGEST_HEADER && rest.startsWith("#") && rest.indexOf('\n') < 0;
    }

    private static Matcher header(byte[] bytes, int at) {
        int end = Math.min(bytes.length, at + LONGEST_HEADER);
        return HEADER.matcher(new String(bytes, at, end - at, StandardCharsets.ISO_8859_1));
    }
}
