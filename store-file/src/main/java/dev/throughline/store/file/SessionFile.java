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
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One session's {@code archive.jsonl}, and what of it is still in memory.
 *
 * <p>The file holds the lines that {@link EntryCodec} describes, in the order of their sequences, and is only ever
 * added to. Flushed batches wait in memory until the {@link SessionFlusher} or a reader writes them behind the file's
 * end; whoever reads writes first, so there is one place to read from. A write that fails is cut off before the next
 * one.
 *
 * <p>The file is walked once, when something is first read from it, to learn where its sources are; that index is kept
 * as long as {@link OpenSessions} keeps this object. A line that is damaged is copied aside, reported and passed over;
 * it stays where it is. Sequences have no gaps and the card counts them, so a line that was taken away is noticed: it
 * is restored from the journal, or reported. No file stays open: ten thousand sessions need no descriptor.
 *
 * <p>Safe for use by many threads. {@code assigned}, {@code newest} and {@code unwritten} belong to the {@link Journal}
 * and its lock, {@code users} to {@link OpenSessions}, and {@code isCardChecked} to the {@link SessionFlusher}.
 */
final class SessionFile {
    private static final int END_UNKNOWN = -1;

    private final SessionRef ref;
    private final Home home;
    private final Quarantine quarantine;
    private final OpenSessions.Parts parts;

    /** Whether the session's own copy of its card was looked at. */
    boolean isCardChecked;

    /** The newest sequence that was given away. */
    long assigned;

    /** The newest batch that is not flushed. */
    @Nullable
    AppendBatch newest;

    /** The newest batch that is not written. */
    @Nullable
    AppendBatch unwritten;

    /** How many hold this object, batches on their way included; it must stay in memory while there are any. */
    int users;

    /** Whoever has the one permit has the session's {@link FileLease}. */
    final Semaphore leased = new Semaphore(1, /* fair= */ true);

    private final ReentrantLock lock = new ReentrantLock();
    private final Deque<AppendBatch> pending = new ArrayDeque<>();
    private @Nullable ArchiveIndex index;
    private long end = END_UNKNOWN;
    private long lastIndexed = -1;

    /** The newest sequence that the file must hold. */
    private long lastWritten;

    private boolean isNameForced;

    /**
     * @param assigned the sequence of the session's newest entry; -1 for a session that is just being opened
     */
    SessionFile(SessionRef ref, long assigned, Home home, Quarantine quarantine, OpenSessions.Parts parts) {
        this.ref = ref;
        this.assigned = assigned;
        this.home = home;
        this.quarantine = quarantine;
        this.parts = parts;
        this.lastWritten = assigned;
    }

    SessionRef ref() {
        return ref;
    }

    /** Takes a batch that the journal has flushed. */
    void flushed(AppendBatch batch) {
        synchronized (pending) {
            pending.add(batch);
        }
    }

    /** Forgets a batch that could not be written. */
    void withdrawn(AppendBatch batch) {
        parts.onDone().accept(batch);
    }

    /** Writes what waits in memory behind the end of the file. */
    void flush() throws IOException {
        lock.lock();
        try {
            List<AppendBatch> batches;
            synchronized (pending) {
                batches = List.copyOf(pending);
            }
            if (batches.isEmpty()) {
                return;
            }
            write(batches);
            synchronized (pending) {
                batches.forEach(pending::remove);
            }
            batches.forEach(parts.onDone());
        } finally {
            lock.unlock();
        }
    }

    /** Flushes the file, and its name when it is new, to the disk. */
    void force() throws IOException {
        lock.lock();
        try (RandomAccessFile file = PrivateFiles.open(archive())) {
            file.getFD().sync();
            if (!isNameForced) {
                home.forceNames(ref);
                isNameForced = true;
            }
        } finally {
            lock.unlock();
        }
    }

    /** Entries above a sequence, until there are {@code limit} of them or they reach {@code pageBytes}. */
    StorePage<ArchivedEntry> entries(long after, int limit, long pageBytes) throws IOException {
        long from;
        long to;
        lock.lock();
        try {
            flush();
            from = index().before(after);
            to = end;
        } finally {
            lock.unlock();
        }
        List<ArchivedEntry> entries = new ArrayList<>();
        long last = Math.max(after, 0);
        long bytes = 0;
        if (to == 0) {
            return new StorePage<>(List.of(), Optional.empty());
        }
        try (LineReader lines = new LineReader(archive(), from, to)) {
            while (lines.next()) {
                if (EntryCodec.sequence(lines.buffer(), lines.start(), lines.end()) <= last) {
                    continue;
                }
                if (entries.size() >= limit || bytes >= pageBytes) {
                    return new StorePage<>(entries, Optional.of(Long.toString(last)));
                }
                Optional<ArchivedEntry> kept = read(lines.line(), lines.offset());
                if (kept.isPresent()) {
                    entries.add(kept.get());
                    last = kept.get().sequence();
                    bytes += lines.end() - lines.start();
                }
            }
        }
        return new StorePage<>(entries, Optional.empty());
    }

    /** The bytes of a source, checked. */
    Optional<Bytes> source(Hash id) throws IOException {
        List<ArchiveIndex.Place> places;
        lock.lock();
        try {
            flush();
            places = index().find(id);
        } finally {
            lock.unlock();
        }
        boolean isDamaged = false;
        for (ArchiveIndex.Place place : places) {
            byte[] line = new byte[place.length()];
            try (RandomAccessFile file = new RandomAccessFile(archive().toFile(), "r")) {
                file.seek(place.offset());
                file.readFully(line);
            }
            Optional<ArchivedEntry> kept = read(line, place.offset());
            if (kept.isPresent()
                    && kept.get().entry() instanceof Entry.Source source
                    && source.id().equals(id)) {
                return Optional.of(source.bytes());
            }
            isDamaged |= kept.isEmpty();
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
            return Optional.of(EntryCodec.read(line, 0, line.length));
        } catch (DamagedException e) {
            quarantine.copy(archive(), offset, line, "a line is damaged: " + e.getMessage());
            return Optional.empty();
        }
    }

    private void write(List<AppendBatch> batches) throws IOException {
        home.makeSession(ref);
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

    /** Where the last whole line ends. What stands behind it was never ours to keep, but is kept aside. */
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
            quarantine.copy(archive(), at, rest, "the last line has no end");
            file.setLength(at);
        }
        end = at;
        return at;
    }

    /** Where things are in the file. What it lost meanwhile is restored from the journal as far as that holds it. */
    private ArchiveIndex index() throws IOException {
        ArchiveIndex known = index;
        if (known != null && !isShortened()) {
            return known;
        }
        List<Span> missing = new ArrayList<>();
        ArchiveIndex built = scan(missing);
        if (!missing.isEmpty()) {
            String lost = "lines are missing: " + described(missing);
            parts.replay().restore(ref, lastWritten);
            missing.clear();
            built = scan(missing);
            quarantine.report(
                    archive(),
                    lost
                            + (missing.isEmpty()
                                    ? "; they were restored from the journal"
                                    : "; the journal holds none of " + described(missing)
                                            + ", restore the file from a backup"));
        }
        index = built;
        return built;
    }

    /** Whether somebody cut the file behind our back. */
    private boolean isShortened() throws IOException {
        return end > 0 && (!Files.exists(archive()) || Files.size(archive()) < end);
    }

    private static String described(List<Span> ranges) {
        return ranges.stream()
                .map(range -> range.length() == 1 ? "" + range.start() : range.start() + " to " + (range.end() - 1))
                .collect(Collectors.joining(", "));
    }

    /** Walks over the file; ranges of sequences that are not in it are added to {@code missing}. */
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

    /** A line that cannot be read is reported as damaged, so the gap that it leaves is not reported again. */
    private void walk(ArchiveIndex built, List<Span> missing) throws IOException {
        int unreadable = 0;
        try (LineReader lines = new LineReader(archive(), 0, end)) {
            while (lines.next()) {
                long before = lastIndexed;
                int length = lines.end() - lines.start();
                if (note(built, lines.buffer(), lines.start(), new ArchiveIndex.Place(lines.offset(), length))) {
                    addGap(missing, before + 1 + unreadable, lastIndexed);
                    unreadable = 0;
                } else {
                    unreadable++;
                    quarantine.copy(
                            archive(), lines.offset(), lines.line(), "a line is not one of ours, or out of order");
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
        int start = 0;
        for (int at = 0; at < bytes.length; at++) {
            if (bytes[at] == '\n') {
                note(known, bytes, start, new ArchiveIndex.Place(end + start, at - start));
                start = at + 1;
            }
        }
    }

    private boolean note(ArchiveIndex built, byte[] bytes, int start, ArchiveIndex.Place place) {
        int stop = start + place.length();
        long sequence = EntryCodec.sequence(bytes, start, stop);
        if (sequence <= lastIndexed) {
            return false;
        }
        lastIndexed = sequence;
        built.line(sequence, place.offset());
        EntryCodec.sourceId(bytes, start, stop).ifPresent(id -> built.source(id, place));
        return true;
    }

    private Path archive() {
        return home.archive(ref);
    }
}
