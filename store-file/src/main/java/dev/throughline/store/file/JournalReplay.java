package dev.throughline.store.file;

import dev.throughline.files.PrivateFiles;
import dev.throughline.model.SessionRef;
import dev.throughline.model.Span;
import dev.throughline.store.file.format.CountedCard;
import dev.throughline.store.file.format.DamagedException;
import dev.throughline.store.file.format.EntryCodec;
import dev.throughline.store.file.format.JsonFields;
import dev.throughline.store.file.format.JsonLineWriter;
import dev.throughline.store.file.format.LineReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Adds to the session files what an earlier process wrote to the journal only.
 *
 * <p>Segment by segment, and in each session by session, the lines of the journal and those at the end of the file are
 * merged by sequence:
 *
 * <pre>
 * file     … 6 7 8 (half of 9)
 * journal        8 9 10
 * file     … 6 7 8 9 10
 * </pre>
 *
 * If both have a line, the journal's is used, since it has a checksum. Lines that only the file has stay. Usually the
 * file is a prefix of the result, which is then appended to it; otherwise the end of the file is copied to the
 * quarantine first. Replaying twice, or again after being killed in the middle, has the same result.
 */
record JournalReplay(Home home, SessionCards cards) {
    private static final int LEAST_TAIL = 64 * 1024;
    private static final int TAIL_GROWTH = 8;

    /** The segments to delete once their sessions are flushed, and the number after the last record. */
    record ReplayedJournal(List<Segment> segments, long nextNumber) {}

    /** Replays the records of all segments above the number of the checkpoint. */
    ReplayedJournal run(long through) throws IOException {
        List<Path> files = segmentFiles();
        Set<Long> withdrawn = withdrawn(files);
        List<Segment> segments = new ArrayList<>();
        long last = through;
        for (Path file : files) {
            boolean isLast = file.equals(files.getLast());
            byte[] bytes = Files.readAllBytes(file);
            SegmentScan scan = SegmentScan.of(bytes);
            for (Span damaged : scan.damaged()) {
                home.quarantine().copy(file, damaged.start(), damaged.of(bytes), "expected a record of the journal");
            }
            if (isLast && scan.end() < bytes.length) {
                cut(file, scan.end());
            }
            Predicate<SegmentScan.JournalRecord> isWanted =
                    record -> record.number() > through && !withdrawn.contains(record.number());
            deleteSessions(scan, isWanted);
            Map<SessionRef, NavigableMap<Long, byte[]>> lines = bySession(bytes, scan, isWanted);
            for (Map.Entry<SessionRef, NavigableMap<Long, byte[]>> each : lines.entrySet()) {
                home.createSession(each.getKey());
                merge(home.archive(each.getKey()), each.getValue());
                count(each.getKey(), each.getValue());
            }
            for (SegmentScan.JournalRecord record : scan.records()) {
                last = Math.max(last, record.number());
            }
            segments.add(Segment.replayed(file, lines.keySet(), last));
        }
        return new ReplayedJournal(segments, Math.max(last, numberOfLast(files)) + 1);
    }

    /** Finishes the deletions of a segment. Records of the same session that follow belong to a new one. */
    private void deleteSessions(SegmentScan scan, Predicate<SegmentScan.JournalRecord> isWanted) throws IOException {
        for (SegmentScan.JournalRecord record : scan.records()) {
            if (record.isDeletion() && isWanted.test(record)) {
                home.deleteSession(record.session());
                cards.remove(record.session());
            }
        }
    }

    /** Restores the lines of a session up to a sequence that its file has lost and the journal still contains. */
    void restore(SessionRef ref, long through) throws IOException {
        List<Path> files = segmentFiles();
        Set<Long> withdrawn = withdrawn(files);
        for (Path file : files) {
            byte[] bytes = readOrEmpty(file);
            NavigableMap<Long, byte[]> lines = bySession(
                            bytes,
                            SegmentScan.of(bytes),
                            record -> record.session().equals(ref) && !withdrawn.contains(record.number()))
                    .getOrDefault(ref, new TreeMap<>())
                    .headMap(through, /* inclusive= */ true);
            if (!lines.isEmpty()) {
                merge(home.archive(ref), lines);
            }
        }
    }

    /** The number of the last record that needs no replay; see {@link #checkpoint}. */
    long readCheckpoint() throws IOException {
        return home.read(
                        checkpointFile(),
                        "the checkpoint is damaged",
                        bytes -> JsonFields.of(bytes).number("through"))
                .orElse(0L);
    }

    /**
     * Writes to {@code journal/checkpoint.json} that all records up to a number are in flushed session files, before
     * their segments are deleted: {@code {"through":17,"at":"2026-03-01T09:00:00Z"}}.
     */
    void checkpoint(long through) throws IOException {
        byte[] json = new JsonLineWriter()
                .open()
                .field("through", through)
                .field("at", home.clock().instant().toString())
                .close()
                .text("\n")
                .toArray();
        PrivateFiles.replaceForced(checkpointFile(), json);
    }

    private Path checkpointFile() {
        return home.journal().resolve("checkpoint.json");
    }

    private List<Path> segmentFiles() throws IOException {
        try (Stream<Path> files = Files.list(home.journal())) {
            return files.filter(file -> file.getFileName().toString().matches("\\d{16}\\.log"))
                    .sorted()
                    .toList();
        }
    }

    /** The bytes of a segment; none if it was deleted since it was listed, because session files have its records. */
    private static byte[] readOrEmpty(Path segment) throws IOException {
        try {
            return Files.readAllBytes(segment);
        } catch (NoSuchFileException e) {
            return new byte[0];
        }
    }

    /** The number in the name of the last file, which may contain no whole record. */
    private static long numberOfLast(List<Path> files) {
        if (files.isEmpty()) {
            return 0;
        }
        String name = files.getLast().getFileName().toString();
        return Long.parseLong(name.substring(0, name.indexOf('.')));
    }

    private static void cut(Path file, long size) throws IOException {
        try (RandomAccessFile open = PrivateFiles.open(file)) {
            open.setLength(size);
        }
    }

    /**
     * The numbers of records that no longer count. They failed but could not be cut off: their callers were told so,
     * and a later record of the same session begins at the same sequence or before it. Or their session was deleted by
     * a later record. A deletion failed if its session goes on, and did not if it begins anew, with sequence 0.
     */
    private static Set<Long> withdrawn(List<Path> files) throws IOException {
        Set<Long> numbers = new HashSet<>();
        Set<SessionRef> deleted = new HashSet<>();
        Map<SessionRef, Long> begins = new HashMap<>();
        for (Path file : files.reversed()) {
            for (SegmentScan.JournalRecord record :
                    SegmentScan.of(readOrEmpty(file)).records().reversed()) {
                long later = begins.getOrDefault(record.session(), Long.MAX_VALUE);
                boolean isDeletion = record.isDeletion()
                        && !deleted.contains(record.session())
                        && (later == 0 || later == Long.MAX_VALUE);
                if (isDeletion) {
                    deleted.add(record.session());
                } else if (record.isDeletion()
                        || deleted.contains(record.session())
                        || record.first() + record.count() > later) {
                    numbers.add(record.number());
                }
                begins.put(record.session(), Math.min(later, record.first()));
            }
        }
        return numbers;
    }

    private static Map<SessionRef, NavigableMap<Long, byte[]>> bySession(
            byte[] bytes, SegmentScan scan, Predicate<SegmentScan.JournalRecord> isWanted) {
        Map<SessionRef, NavigableMap<Long, byte[]>> lines = new LinkedHashMap<>();
        for (SegmentScan.JournalRecord record : scan.records()) {
            if (record.isDeletion() || !isWanted.test(record)) {
                continue;
            }
            NavigableMap<Long, byte[]> session = lines.computeIfAbsent(record.session(), ref -> new TreeMap<>());
            long sequence = record.first();
            for (byte[] line : LineReader.split(bytes, record.lines())) {
                session.put(sequence++, line);
            }
        }
        return lines;
    }

    /** Merges lines into the end of a file. */
    private void merge(Path file, NavigableMap<Long, byte[]> lines) throws IOException {
        try (RandomAccessFile open = PrivateFiles.open(file)) {
            Tail tail = tail(file, open.length(), lines);
            byte[] expected = join(tail.lines());
            byte[] found = new byte[Math.toIntExact(open.length() - tail.start())];
            open.seek(tail.start());
            open.readFully(found);
            int common = Arrays.mismatch(found, expected);
            if (common < 0) {
                return;
            }
            long from = tail.start() + common;
            if (common < found.length) {
                byte[] rest = Arrays.copyOfRange(found, common, found.length);
                home.quarantine().copy(file, from, rest, "expected the lines of the journal");
            }
            open.setLength(from);
            open.seek(from);
            open.write(expected, common, expected.length - common);
        }
    }

    /**
     * The end of a file after the merge.
     *
     * @param start where the lines before those of the journal end
     * @param lines the lines from there on: the journal's, and those that only the file has
     */
    private record Tail(long start, NavigableMap<Long, byte[]> lines) {}

    /** Reads the end of the file, a larger part each time, so that the length of the file does not matter. */
    private static Tail tail(Path file, long size, NavigableMap<Long, byte[]> lines) throws IOException {
        long length = lines.values().stream().mapToLong(line -> line.length).sum() + LEAST_TAIL;
        while (true) {
            NavigableMap<Long, byte[]> merged = new TreeMap<>();
            long from = Math.max(0, size - length);
            OptionalLong start = readTail(file, from, lines, merged);
            if (start.isPresent() || from == 0) {
                merged.values().removeIf(line -> !isReadable(line));
                merged.putAll(lines);
                return new Tail(start.orElse(0), merged);
            }
            length *= TAIL_GROWTH;
        }
    }

    /**
     * Reads a file from an offset on. Returns where the lines before those of the journal end, if there are any, and
     * puts the lines after that which are not in the journal into {@code others}.
     */
    private static OptionalLong readTail(
            Path file, long from, NavigableMap<Long, byte[]> journal, NavigableMap<Long, byte[]> others)
            throws IOException {
        OptionalLong end = OptionalLong.empty();
        try (LineReader lines = new LineReader(file, from, Files.size(file))) {
            boolean isWhole = from == 0;
            while (lines.next()) {
                long found = isWhole ? EntryCodec.sequence(lines.line()) : -1;
                isWhole = true;
                if (found >= 0 && found < journal.firstKey()) {
                    end = OptionalLong.of(lines.nextOffset());
                    others.clear();
                } else if (found >= 0 && !journal.containsKey(found)) {
                    others.put(found, lines.line());
                }
            }
        }
        return end;
    }

    private static boolean isReadable(byte[] line) {
        try {
            return EntryCodec.sequence(line) == 0 || EntryCodec.read(line).sequence() > 0;
        } catch (DamagedException e) {
            return false;
        }
    }

    private static byte[] join(NavigableMap<Long, byte[]> lines) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (byte[] line : lines.values()) {
            out.writeBytes(line);
            out.write('\n');
        }
        return out.toByteArray();
    }

    /** Counts the lines into their session's card. */
    private void count(SessionRef ref, NavigableMap<Long, byte[]> lines) throws IOException {
        CountedCard card = cardBefore(ref, lines);
        for (Map.Entry<Long, byte[]> each : lines.entrySet()) {
            try {
                card = card.after(each.getValue());
            } catch (DamagedException e) {
                home.quarantine()
                        .report(home.archive(ref), "line " + each.getKey() + " cannot be counted: " + e.getMessage());
            }
        }
        cards.put(card);
    }

    /** The card to count from: the one in memory, or the first line of the session, or what its files contain. */
    private CountedCard cardBefore(SessionRef ref, NavigableMap<Long, byte[]> lines) throws IOException {
        Optional<CountedCard> known = cards.find(ref);
        if (known.isPresent()) {
            return known.get();
        }
        try {
            if (lines.firstKey() == 0) {
                return new CountedCard(EntryCodec.session(lines.firstEntry().getValue()), 0);
            }
        } catch (DamagedException e) {
            home.quarantine().report(home.archive(ref), "line 0 cannot be counted: " + e.getMessage());
        }
        return new CardIndex(home).fromSession(ref).orElseGet(() -> {
            home.quarantine().report(home.archive(ref), "the session's opening is lost; its entries are kept");
            return new CountedCard(CardIndex.recovered(ref, home.clock().instant()), 0);
        });
    }
}
