package dev.throughline.store.file;

import dev.throughline.engine.archive.ArchivedEntry;
import dev.throughline.engine.archive.Entry;
import dev.throughline.engine.archive.StorePage;
import dev.throughline.files.PrivateFiles;
import dev.throughline.model.Bytes;
import dev.throughline.model.Hash;
import dev.throughline.model.ProxyException;
import dev.throughline.model.SessionRef;
import dev.throughline.model.Span;
import dev.throughline.store.file.format.CountedCard;
import dev.throughline.store.file.format.DamagedException;
import dev.throughline.store.file.format.EntryCodec;
import dev.throughline.store.file.format.LineReader;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One session's {@code archive.jsonl}, and the batches that are not yet written to it.
 *
 * <p>The file contains the lines that {@link EntryCodec} describes, in the order of their sequences, and is only
 * appended to. Flushed batches wait in memory until the {@link SessionFlusher} or a reader writes them to the end of
 * the file. A reader writes first, so all entries are read from the file. The rest of a write that failed is cut off
 * before the next one.
 *
 * <p>The file is scanned once, at the first read, to index its sources; {@link OpenSessions} keeps the index together
 * with this object. A damaged line is copied to the quarantine, reported and skipped; the file is not changed.
 * Sequences have no gaps and the card counts them, so a line that was removed is noticed: it is restored from the
 * journal, or reported. No file stays open, so many sessions need no file descriptors.
 *
 * <p>Safe for use by many threads: the monitor guards the file and its index. {@code assigned} and {@code
 * newest} belong to the {@link Journal} and its lock, {@code users} to {@link OpenSessions}, and {@code
 * isCardChecked} to the {@link SessionFlusher}.
 */
final class SessionFile {
    private static final int END_UNKNOWN = -1;

    private final SessionRef ref;
    private final Home home;
    private final JournalReplay replay;
    private final Consumer<AppendBatch> onDone;

    /** Whether {@code meta.json} was checked for damage. */
    boolean isCardChecked;

    /** The newest sequence that was assigned. */
    long assigned;

    /** The newest batch that is not flushed. */
    @Nullable
    AppendBatch newest;

    /** How many threads and batches use this object, which stays in memory while there are any. */
    int users;

    /** The one permit belongs to the {@link FileLease} of the session. */
    final Semaphore leased = new Semaphore(1, /* fair= */ true);

    private final Deque<AppendBatch> pending = new ArrayDeque<>();
    private @Nullable ArchiveIndex index;
    private long end = END_UNKNOWN;
    private long lastIndexed = -1;

    /** The newest sequence that the file must contain. */
    private long lastWritten;

    private boolean isNameForced;

    /**
     * @param assigned the sequence of the session's newest entry; -1 for a session that is just being opened
     * @param replay restores lines that the file lost
     * @param onDone called once for every batch that is no longer needed in memory
     */
    SessionFile(SessionRef ref, long assigned, Home home, JournalReplay replay, Consumer<AppendBatch> onDone) {
        this.ref = ref;
        this.assigned = assigned;
        this.home = home;
        this.replay = replay;
        this.onDone = onDone;
        this.lastWritten = assigned;
    }

    SessionRef ref() {
        return ref;
    }

    /** Adds a batch that the journal has flushed. */
    void flushed(AppendBatch batch) {
        synchronized (pending) {
            pending.add(batch);
        }
    }

    /** Drops a batch that could not be written. */
    void withdrawn(AppendBatch batch) {
        onDone.accept(batch);
    }

    /** Writes the pending batches to the end of the file. */
    synchronized void flush() throws IOException {
        List<AppendBatch> batches;
        synchronized (pending) {
            batches = List.copyOf(pending);
        }
        if (!batches.isEmpty()) {
            writeOrDelete(batches);
            synchronized (pending) {
                batches.forEach(pending::remove);
            }
            batches.forEach(onDone);
        }
    }

    /** A deletion removes the files, and with them what was to be written before it. */
    private void writeOrDelete(List<AppendBatch> batches) throws IOException {
        List<AppendBatch> rest = batches;
        for (int i = batches.size() - 1; i >= 0; i--) {
            if (batches.get(i).isDeletion) {
                home.deleteSession(ref);
                index = null;
                end = END_UNKNOWN;
                lastIndexed = -1;
                lastWritten = -1;
                isNameForced = false;
                rest = batches.subList(i + 1, batches.size());
                break;
            }
        }
        if (!rest.isEmpty()) {
            write(rest);
        }
    }

    /** Replaces {@code meta.json}, unless the session was deleted. */
    synchronized void writeCard(CountedCard card, SessionCards cards) throws IOException {
        if (cards.find(ref).isPresent()) {
            PrivateFiles.replace(home.meta(ref), card.toBytes());
        }
    }

    /** Flushes the file, and its directory entry if it is new, to the disk. */
    synchronized void force() throws IOException {
        try (RandomAccessFile file = PrivateFiles.open(archive())) {
            file.getFD().sync();
            if (!isNameForced) {
                home.forceNames(ref);
                isNameForced = true;
            }
        }
    }

    /** Entries above a sequence, until there are {@code limit} of them or they reach {@code pageBytes}. */
    StorePage<ArchivedEntry> entries(long after, int limit, long pageBytes) throws IOException {
        long from;
        long to;
        synchronized (this) {
            flush();
            from = index().offsetBefore(after);
            to = end;
        }
        List<ArchivedEntry> entries = new ArrayList<>();
        long last = Math.max(after, 0);
        long bytes = 0;
        if (to == 0) {
            return new StorePage<>(List.of(), Optional.empty());
        }
        try (LineReader lines = new LineReader(archive(), from, to)) {
            while (lines.next()) {
                byte[] line = lines.line();
                if (EntryCodec.sequence(line) <= last) {
                    continue;
                }
                if (entries.size() >= limit || bytes >= pageBytes) {
                    return new StorePage<>(entries, Optional.of(Long.toString(last)));
                }
                Optional<ArchivedEntry> entry = read(line, lines.offset());
                if (entry.isPresent()) {
                    entries.add(entry.get());
                    last = entry.get().sequence();
                    bytes += line.length;
                }
            }
        }
        return new StorePage<>(entries, Optional.empty());
    }

    /** The bytes of a source, checked against its hash. */
    Optional<Bytes> source(Hash id) throws IOException {
        List<Long> offsets;
        long to;
        synchronized (this) {
            flush();
            offsets = index().find(id);
            to = end;
        }
        boolean isDamaged = false;
        for (long offset : offsets) {
            try (LineReader lines = new LineReader(archive(), offset, to)) {
                Optional<ArchivedEntry> entry = lines.next() ? read(lines.line(), offset) : Optional.empty();
                if (entry.isPresent()
                        && entry.get().entry() instanceof Entry.Source source
                        && source.id().equals(id)) {
                    return Optional.of(source.bytes());
                }
                isDamaged |= entry.isEmpty();
            }
        }
        if (isDamaged) {
            throw new ProxyException(
                    ProxyException.Kind.STORE,
                    "source_damaged",
                    "source " + id + " in " + archive()
                            + " is damaged; restore the file from a backup, or see the copy in damaged/");
        }
        return Optional.empty();
    }

    private Optional<ArchivedEntry> read(byte[] line, long offset) {
        try {
            return Optional.of(EntryCodec.read(line));
        } catch (DamagedException e) {
            home.quarantine().copy(archive(), offset, line, "a line is damaged: " + e.getMessage());
            return Optional.empty();
        }
    }

    private void write(List<AppendBatch> batches) throws IOException {
        home.createSession(ref);
        if (isShortened()) {
            var _ = index();
        }
        try (RandomAccessFile file = PrivateFiles.open(archive())) {
            long start = end(file);
            if (file.length() > start) {
                file.setLength(start);
            }
            file.seek(start);
            for (AppendBatch batch : batches) {
                file.write(batch.lines);
            }
            end = start;
            for (AppendBatch batch : batches) {
                indexLines(batch.lines);
                end += batch.lines.length;
            }
            lastWritten = batches.getLast().last();
        }
    }

    /** Where the last whole line ends. Bytes after it are copied to the quarantine and cut off. */
    private long end(RandomAccessFile file) throws IOException {
        if (end != END_UNKNOWN) {
            return end;
        }
        long length = file.length();
        long at = length;
        while (at > 0) {
            file.seek(at - 1);
            if (file.read() == '\n') {
                break;
            }
            at--;
        }
        if (at < length) {
            byte[] rest = new byte[Math.toIntExact(length - at)];
            file.seek(at);
            file.readFully(rest);
            home.quarantine().copy(archive(), at, rest, "the last line has no end");
            file.setLength(at);
        }
        end = at;
        return at;
    }

    /** The index of the file. Lines that the file has lost are restored if the journal still contains them. */
    private ArchiveIndex index() throws IOException {
        ArchiveIndex known = index;
        if (known != null && !isShortened()) {
            return known;
        }
        List<Span> missing = new ArrayList<>();
        ArchiveIndex built = scan(missing);
        if (!missing.isEmpty()) {
            String lost = "lines are missing: " + described(missing);
            replay.restore(ref, lastWritten);
            missing.clear();
            built = scan(missing);
            String outcome = missing.isEmpty()
                    ? "; they were restored from the journal"
                    : "; the journal does not contain " + described(missing) + ", restore the file from a backup";
            home.quarantine().report(archive(), lost + outcome);
        }
        index = built;
        return built;
    }

    /** Whether another program deleted or shortened the file. */
    private boolean isShortened() throws IOException {
        return end > 0 && (!Files.exists(archive()) || Files.size(archive()) < end);
    }

    private static String described(List<Span> ranges) {
        return ranges.stream()
                .map(range -> range.length() == 1 ? "" + range.start() : range.start() + " to " + (range.end() - 1))
                .collect(Collectors.joining(", "));
    }

    /** Reads the whole file; ranges of sequences that are not in it are added to {@code missing}. */
    private ArchiveIndex scan(List<Span> missing) throws IOException {
        ArchiveIndex built = new ArchiveIndex();
        lastIndexed = -1;
        end = END_UNKNOWN;
        if (Files.exists(archive())) {
            try (RandomAccessFile file = PrivateFiles.open(archive())) {
                end(file);
            }
            walk(built, missing);
        } else {
            end = 0;
            addGap(missing, 0, lastWritten + 1);
        }
        return built;
    }

    /** An unreadable line is reported as damaged, so the gap in the sequences that it leaves is not reported too. */
    private void walk(ArchiveIndex built, List<Span> missing) throws IOException {
        int unreadable = 0;
        try (LineReader lines = new LineReader(archive(), 0, end)) {
            while (lines.next()) {
                long before = lastIndexed;
                byte[] line = lines.line();
                if (add(built, line, lines.offset())) {
                    addGap(missing, before + 1 + unreadable, lastIndexed);
                    unreadable = 0;
                } else {
                    unreadable++;
                    home.quarantine()
                            .copy(archive(), lines.offset(), line, "a line is not an entry, or is out of order");
                }
            }
        }
        addGap(missing, lastIndexed + 1 + unreadable, lastWritten + 1);
    }

    private static void addGap(List<Span> missing, long from, long to) {
        if (from < to) {
            missing.add(new Span(Math.toIntExact(from), Math.toIntExact(to)));
        }
    }

    private void indexLines(byte[] bytes) {
        ArchiveIndex known = index;
        if (known == null) {
            return;
        }
        long offset = end;
        for (byte[] line : LineReader.split(bytes, new Span(0, bytes.length))) {
            add(known, line, offset);
            offset += line.length + 1;
        }
    }

    /** Adds a line to the index; returns false if it is not an entry, or not newer than the last one. */
    private boolean add(ArchiveIndex built, byte[] line, long offset) {
        long sequence = EntryCodec.sequence(line);
        if (sequence <= lastIndexed) {
            return false;
        }
        lastIndexed = sequence;
        built.addLine(sequence, offset);
        EntryCodec.sourceId(line).ifPresent(id -> built.addSource(id, offset));
        return true;
    }

    private Path archive() {
        return home.archive(ref);
    }
}
