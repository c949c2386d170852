package dev.throughline.store.file;

import dev.throughline.engine.archive.Entry;
import dev.throughline.engine.archive.SessionCard;
import dev.throughline.model.SessionRef;
import dev.throughline.model.Span;
import dev.throughline.store.file.line.CardLine;
import dev.throughline.store.file.line.DamagedException;
import dev.throughline.store.file.line.EntryLine;
import dev.throughline.store.file.line.Fields;
import dev.throughline.store.file.line.JsonText;
import dev.throughline.store.file.line.LineReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * Brings the session files up to the journal that an earlier process left.
 *
 * <p>Segment by segment, and in each session by session, the lines of the journal and those of the file's end are
 * merged by sequence:
 *
 * <pre>
 * file     … 6 7 8 (half of 9)
 * journal        8 9 10
 * file     … 6 7 8 9 10
 * </pre>
 *
 * Where both have a line the journal's is taken, since it is checked by a checksum; where only the file has it, it
 * stays. Usually the file is then the beginning of the result and is only added to. If it is not, its end is copied
 * aside first. So doing this twice, or being killed in the middle and doing it again, changes nothing.
 */
record Replay(Home home, Aside aside, Cards cards, Clock clock) {
    /** What was found: segments to delete once their sessions are flushed, and the number after the last record. */
    record Result(List<Segment> segments, long nextNumber) {}

    /** Replays all segments, after what the checkpoint says is done. */
    Result run(long through) throws IOException {
        List<Path> files = segmentFiles();
        Set<Long> takenBack = takenBack(files);
        List<Segment> segments = new ArrayList<>();
        long last = through;
        for (Path file : files) {
            boolean isLast = file.equals(files.getLast());
            byte[] bytes = Files.readAllBytes(file);
            SegmentScan scan = SegmentScan.of(bytes);
            for (Span damaged : scan.damaged()) {
                aside.copy(file, damaged.start(), damaged.of(bytes), "expected a record of the journal");
            }
            if (isLast && scan.end() < bytes.length) {
                cut(file, scan.end());
            }
            Map<SessionRef, NavigableMap<Long, byte[]>> lines =
                    bySession(bytes, scan, record -> record.number() > through && !takenBack.contains(record.number()));
            for (Map.Entry<SessionRef, NavigableMap<Long, byte[]>> each : lines.entrySet()) {
                replay(each.getKey(), each.getValue());
            }
            for (SegmentScan.Found record : scan.records()) {
                last = Math.max(last, record.number());
            }
            segments.add(Segment.replayed(file, lines.keySet(), last));
        }
        return new Result(segments, Math.max(last, numberOfLast(files)) + 1);
    }

    /** The number of the last record that no replay needs any more; see {@link #checkpoint}. */
    long readCheckpoint() throws IOException {
        Path file = checkpointFile();
        if (!Files.exists(file)) {
            return 0;
        }
        try {
            return Fields.of(Files.readAllBytes(file)).number("through");
        } catch (DamagedException e) {
            aside.move(file, "the checkpoint is damaged: " + e.getMessage());
            return 0;
        }
    }

    /**
     * Notes in {@code journal/checkpoint.json} that all records up to a number are in flushed session files, before the
     * segments that hold them are deleted: {@code {"through":17,"at":"2026-03-01T09:00:00Z"}}.
     */
    void checkpoint(long through) throws IOException {
        byte[] json = new JsonText()
                .open()
                .field("through", through)
                .field("at", clock.instant().toString())
                .close()
                .ascii("\n")
                .toArray();
        Home.replaceForced(checkpointFile(), json);
    }

    private Path checkpointFile() {
        return home.journal().resolve("checkpoint.json");
    }

    private List<Path> segmentFiles() throws IOException {
        List<Path> files = new ArrayList<>();
        try (DirectoryStream<Path> found = Files.newDirectoryStream(home.journal(), "*.log")) {
            found.forEach(files::add);
        }
        files.removeIf(file -> !file.getFileName().toString().matches("\\d{16}\\.log"));
        files.sort(null);
        return files;
    }

    /** A segment may hold no whole record, but its name was taken. */
    private static long numberOfLast(List<Path> files) {
        if (files.isEmpty()) {
            return 0;
        }
        String name = files.getLast().getFileName().toString();
        return Long.parseLong(name.substring(0, name.indexOf('.')));
    }

    private static void cut(Path file, long size) throws IOException {
        try (RandomAccessFile open = Home.open(file)) {
            open.setLength(size);
        }
    }

    /**
     * Records that were refused and could not be cut off: their callers were told so, and a later record of the same
     * session begins at or before them.
     */
    private static Set<Long> takenBack(List<Path> files) throws IOException {
        Set<Long> numbers = new HashSet<>();
        Map<SessionRef, Long> begins = new HashMap<>();
        for (Path file : files.reversed()) {
            for (SegmentScan.Found record :
                    SegmentScan.of(Files.readAllBytes(file)).records().reversed()) {
                long later = begins.getOrDefault(record.session(), Long.MAX_VALUE);
                if (record.first() + record.count() > later) {
                    numbers.add(record.number());
                }
                begins.put(record.session(), Math.min(later, record.first()));
            }
        }
        return numbers;
    }

    private static Map<SessionRef, NavigableMap<Long, byte[]>> bySession(
            byte[] bytes, SegmentScan scan, Predicate<SegmentScan.Found> isWanted) {
        Map<SessionRef, NavigableMap<Long, byte[]>> lines = new LinkedHashMap<>();
        for (SegmentScan.Found record : scan.records()) {
            if (!isWanted.test(record)) {
                continue;
            }
            NavigableMap<Long, byte[]> session = lines.computeIfAbsent(record.session(), ref -> new TreeMap<>());
            long sequence = record.first();
            int start = record.lines().start();
            for (int at = start; at < record.lines().end(); at++) {
                if (bytes[at] == '\n') {
                    session.put(sequence++, Arrays.copyOfRange(bytes, start, at + 1));
                    start = at + 1;
                }
            }
        }
        return lines;
    }

    private void replay(SessionRef ref, NavigableMap<Long, byte[]> lines) throws IOException {
        home.makeSession(ref);
        merge(home.archive(ref), lines);
        for (Map.Entry<Long, byte[]> each : lines.entrySet()) {
            count(ref, each.getKey(), each.getValue());
        }
    }

    /** Makes a file hold the lines, which are at its end or are missing there. */
    private void merge(Path file, NavigableMap<Long, byte[]> lines) throws IOException {
        try (RandomAccessFile open = Home.open(file)) {
            NavigableMap<Long, byte[]> merged = new TreeMap<>();
            long start = endOfLinesBefore(file, open.length(), lines.firstKey(), merged);
            merged.putAll(lines);
            byte[] expected = join(merged);
            byte[] found = new byte[Math.toIntExact(open.length() - start)];
            open.seek(start);
            open.readFully(found);
            int common = Arrays.mismatch(found, expected);
            if (common < 0) {
                return;
            }
            if (common < found.length) {
                byte[] rest = Arrays.copyOfRange(found, common, found.length);
                aside.copy(file, start + common, rest, "expected what the journal holds");
            }
            open.setLength(start + common);
            open.seek(start + common);
            open.write(expected, common, expected.length - common);
        }
    }

    /** Where the lines below a sequence end; those after are put into {@code rest} as far as they are whole. */
    private static long endOfLinesBefore(Path file, long size, long sequence, NavigableMap<Long, byte[]> rest)
            throws IOException {
        long end = 0;
        try (LineReader lines = new LineReader(file, 0, size)) {
            while (lines.next()) {
                long found = EntryLine.sequence(lines.buffer(), lines.start(), lines.end());
                if (found >= 0 && found < sequence) {
                    end = lines.nextOffset();
                    rest.clear();
                } else if (found >= sequence) {
                    rest.put(found, Arrays.copyOf(lines.line(), lines.end() - lines.start() + 1));
                    rest.lastEntry().getValue()[lines.end() - lines.start()] = '\n';
                }
            }
        }
        rest.values().removeIf(line -> !isReadable(line));
        return end;
    }

    private static boolean isReadable(byte[] line) {
        try {
            return EntryLine.sequence(line, 0, line.length - 1) == 0
                    || EntryLine.read(line, 0, line.length - 1).sequence() > 0;
        } catch (DamagedException e) {
            return false;
        }
    }

    private static byte[] join(NavigableMap<Long, byte[]> lines) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        lines.values().forEach(out::writeBytes);
        return out.toByteArray();
    }

    private void count(SessionRef ref, long sequence, byte[] line) {
        try {
            if (sequence == 0) {
                SessionCard opened = EntryLine.session(line, 0, line.length - 1);
                if (cards.find(ref).isEmpty()) {
                    cards.put(new CardLine(opened, 0));
                }
                return;
            }
            Entry entry = EntryLine.read(line, 0, line.length - 1).entry();
            if (cards.find(ref).isEmpty()) {
                aside.report(home.archive(ref), "the session's opening is lost; its entries are kept");
                cards.put(new CardLine(CardIndex.recovered(ref, clock.instant()), 0));
            }
            cards.advance(ref, sequence, List.of(entry));
        } catch (DamagedException e) {
            aside.report(home.archive(ref), "line " + sequence + " cannot be counted: " + e.getMessage());
        }
    }
}
