package dev.throughline.store.file;

import dev.throughline.engine.archive.Entry;
import dev.throughline.engine.archive.Kept;
import dev.throughline.engine.archive.Page;
import dev.throughline.model.Bytes;
import dev.throughline.model.Hash;
import dev.throughline.model.ProxyException;
import dev.throughline.model.SessionRef;
import dev.throughline.store.file.line.DamagedException;
import dev.throughline.store.file.line.EntryLine;
import dev.throughline.store.file.line.LineReader;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One session's {@code archive.jsonl}, and what of it is still in memory.
 *
 * <p>The file holds the lines that {@link EntryLine} describes, in the order of their sequences, and is only ever added
 * to. Settled batches wait in memory until the {@link Scribe} or a reader writes them behind the file's end; whoever
 * reads writes first, so there is one place to read from. A write that fails is cut off before the next one.
 *
 * <p>The file is walked once, when something is first read from it, to learn where its sources are; that index is kept
 * as long as {@link Sessions} keeps this object. A line that is damaged is copied aside, reported and passed over; it
 * stays where it is. No file stays open: ten thousand sessions need no descriptor.
 *
 * <p>Safe for use by many threads. {@code assigned}, {@code newest} and {@code unwritten} belong to the {@link Journal}
 * and its lock, and {@code users} to {@link Sessions}.
 */
final class SessionFile {
    private static final int END_UNKNOWN = -1;

    private final SessionRef ref;
    private final Home home;
    private final Aside aside;
    private final Consumer<Batch> onDone;

    /** The newest sequence that was given away. */
    long assigned;

    /** The newest batch that is not settled. */
    @Nullable
    Batch newest;

    /** The newest batch that is not written. */
    @Nullable
    Batch unwritten;

    /** How many hold this object, batches on their way included; it must stay in memory while there are any. */
    int users;

    private final ReentrantLock lock = new ReentrantLock();
    private final Deque<Batch> pending = new ArrayDeque<>();
    private @Nullable ArchiveIndex index;
    private long end = END_UNKNOWN;
    private long lastIndexed = -1;
    private boolean isNameForced;

    /**
     * @param assigned the sequence of the session's newest entry; -1 for a session that is just being opened
     * @param onDone called once for every batch that this object need not remember any longer
     */
    SessionFile(SessionRef ref, long assigned, Home home, Aside aside, Consumer<Batch> onDone) {
        this.ref = ref;
        this.assigned = assigned;
        this.home = home;
        this.aside = aside;
        this.onDone = onDone;
    }

    SessionRef ref() {
        return ref;
    }

    /** Takes a batch that the journal has settled. */
    void settled(Batch batch) {
        synchronized (pending) {
            pending.add(batch);
        }
    }

    /** Forgets a batch that could not be written. */
    void withdrawn(Batch batch) {
        onDone.accept(batch);
    }

    /** Writes what waits in memory behind the end of the file. */
    void flush() throws IOException {
        lock.lock();
        try {
            List<Batch> batches;
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
            batches.forEach(onDone);
        } finally {
            lock.unlock();
        }
    }

    /** Flushes the file, and its name when it is new, to the disk. */
    void force() throws IOException {
        lock.lock();
        try (RandomAccessFile file = Home.open(archive())) {
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
    Page<Kept> entries(long after, int limit, long pageBytes) throws IOException {
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
        List<Kept> entries = new ArrayList<>();
        long last = Math.max(after, 0);
        long bytes = 0;
        if (to == 0) {
            return new Page<>(List.of(), Optional.empty());
        }
        try (LineReader lines = new LineReader(archive(), from, to)) {
            while (lines.next()) {
                if (EntryLine.sequence(lines.buffer(), lines.start(), lines.end()) <= last) {
                    continue;
                }
                if (entries.size() >= limit || bytes >= pageBytes) {
                    return new Page<>(entries, Optional.of(Long.toString(last)));
                }
                Optional<Kept> kept = read(lines.line(), lines.offset());
                if (kept.isPresent()) {
                    entries.add(kept.get());
                    last = kept.get().sequence();
                    bytes += lines.end() - lines.start();
                }
            }
        }
        return new Page<>(entries, Optional.empty());
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
            Optional<Kept> kept = read(line, place.offset());
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
                    "expected the bytes of source " + id + " in " + archive()
                            + ", found them damaged; restore the file from a backup, or see the copy in damaged/");
        }
        return Optional.empty();
    }

    private Optional<Kept> read(byte[] line, long offset) {
        try {
            return Optional.of(EntryLine.read(line, 0, line.length));
        } catch (DamagedException e) {
            aside.copy(archive(), offset, line, "a line is damaged: " + e.getMessage());
            return Optional.empty();
        }
    }

    private void write(List<Batch> batches) throws IOException {
        home.makeSession(ref);
        try (RandomAccessFile file = Home.open(archive())) {
            long start = end(file);
            if (file.length() > start) {
                file.setLength(start);
            }
            file.seek(start);
            for (Batch batch : batches) {
                file.write(batch.lines);
            }
            end = start;
            for (Batch batch : batches) {
                indexLines(batch.lines);
                end += batch.lines.length;
            }
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
            aside.copy(archive(), at, rest, "the last line has no end");
            file.setLength(at);
        }
        end = at;
        return at;
    }

    private ArchiveIndex index() throws IOException {
        ArchiveIndex known = index;
        if (known != null) {
            return known;
        }
        ArchiveIndex built = new ArchiveIndex();
        lastIndexed = -1;
        if (Files.exists(archive())) {
            try (RandomAccessFile file = Home.open(archive())) {
                end(file);
            }
            scan(built);
        } else {
            end = 0;
        }
        index = built;
        return built;
    }

    private void scan(ArchiveIndex built) throws IOException {
        try (LineReader lines = new LineReader(archive(), 0, end)) {
            while (lines.next()) {
                int length = lines.end() - lines.start();
                if (!note(built, lines.buffer(), lines.start(), new ArchiveIndex.Place(lines.offset(), length))) {
                    aside.copy(archive(), lines.offset(), lines.line(), "a line is not one of ours, or out of order");
                }
            }
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
        long sequence = EntryLine.sequence(bytes, start, stop);
        if (sequence <= lastIndexed) {
            return false;
        }
        lastIndexed = sequence;
        built.line(sequence, place.offset());
        EntryLine.sourceId(bytes, start, stop).ifPresent(id -> built.source(id, place));
        return true;
    }

    private Path archive() {
        return home.archive(ref);
    }
}
