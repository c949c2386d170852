package dev.throughline.store.file;

import dev.throughline.files.PrivateFiles;
import dev.throughline.model.SessionRef;
import java.io.BufferedOutputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * One file of the journal: records, one for each append, each a header line and the lines that the append adds to its
 * session's archive.
 *
 * <pre>
 * #9ae0daaf 412 17 local/0198c5a0-7c1e-7d3a-8a50-0f4f0c7d9a11 4 2
 * {"seq":4,"is":"turn",…}
 * {"seq":5,"is":"source",…}
 * </pre>
 *
 * The header contains, separated by one space: {@code #} and the CRC-32C, in eight hexadecimal digits, of everything
 * from the space after it to the end of the record; the length in bytes of the lines, with their line breaks; the
 * number of the record, which only grows; the tenant and session; the sequence of the first line; and the number of
 * lines. A header ends with a line break, and no line of an archive contains a raw line break, so the next header can
 * always be found, also after a damaged record. The file is named after the number of its first record, in 16 digits.
 *
 * <p>One thread writes, another one flushes, and a third one may call {@link #delete}.
 */
final class Segment {
    /** The file of a segment; tests override it to simulate a failing disk. */
    static class Output extends FileOutputStream {
        Output(Path file) throws IOException {
            super(Files.createFile(file, PrivateFiles.PRIVATE_FILE).toFile());
        }

        void truncate(long size) throws IOException {
            this.getChannel().truncate(size);
        }

        void force() throws IOException {
            this.getChannel().force(false);
        }
    }

    /** Creates the file of a new segment. */
    interface Opener {
        Output open(Path file) throws IOException;
    }

    private static final int BUFFER_BYTES = 1024 * 1024;

    private final Path file;
    /** Null for a segment that was replayed: it is only deleted. */
    private final @Nullable Output output;

    private final Set<SessionRef> sessions = ConcurrentHashMap.newKeySet();

    /** Whether the content of the file is uncertain, so that nothing more is written to it. */
    volatile boolean isSuspect;

    /** Whether a record may be nowhere else, so that only the next start may delete the file. */
    volatile boolean isKept;

    private boolean isNameForced;
    private boolean isClosed;
    private long size;
    private volatile long lastNumber;

    private Segment(Path file, @Nullable Output output, long lastNumber) {
        this.file = file;
        this.output = output;
        this.lastNumber = lastNumber;
    }

    /** A new segment whose first record will have this number. */
    static Segment create(Home home, long number, Opener opener) throws IOException {
        Path file = home.journal().resolve("%016d.log".formatted(number));
        return new Segment(file, opener.open(file), number);
    }

    /** A segment of an earlier process whose records were replayed; it waits to be deleted. */
    static Segment replayed(Path file, Set<SessionRef> sessions, long lastNumber) {
        Segment segment = new Segment(file, null, lastNumber);
        segment.sessions.addAll(sessions);
        return segment;
    }

    /** Writes a group of batches with few system calls. After a failure the segment contains none of them. */
    void write(List<AppendBatch> group, long firstNumber) throws IOException {
        Output open = Objects.requireNonNull(output, "a replayed segment is not written");
        long written = size;
        try {
            long bytes = group.stream()
                    .mapToLong(batch -> batch.lines.length + SegmentScan.LONGEST_HEADER)
                    .sum();
            OutputStream buffered = new BufferedOutputStream(open, (int) Math.min(bytes, BUFFER_BYTES));
            long number = firstNumber;
            for (AppendBatch batch : group) {
                byte[] header = header(batch, number++);
                buffered.write(header);
                buffered.write(batch.lines);
                written += header.length + batch.lines.length;
            }
            buffered.flush();
        } catch (IOException e) {
            cutBack(open, e);
            throw e;
        }
        size = written;
        lastNumber = firstNumber + group.size() - 1;
    }

    /** Flushes everything that was written to the disk; does nothing once the segment is deleted. */
    synchronized void force() throws IOException {
        if (isClosed || output == null) {
            return;
        }
        output.force();
        if (!isNameForced) {
            PrivateFiles.forceDirectory(file.resolveSibling(""));
            isNameForced = true;
        }
    }

    /** Closes and deletes the file; all its records are in flushed session files. */
    synchronized void delete() throws IOException {
        isClosed = true;
        if (output != null) {
            output.close();
        }
        Files.deleteIfExists(file);
    }

    long size() {
        return size;
    }

    long lastNumber() {
        return lastNumber;
    }

    Path file() {
        return file;
    }

    /** The sessions with records in this segment. */
    Set<SessionRef> sessions() {
        return sessions;
    }

    static byte[] header(AppendBatch batch, long number) {
        String rest = " " + batch.lines.length + " " + number + " " + batch.session.ref() + " " + batch.first + " "
                + batch.count() + "\n";
        byte[] ascii = rest.getBytes(StandardCharsets.US_ASCII);
        CRC32C crc = new CRC32C();
        crc.update(ascii);
        crc.update(batch.lines);
        return "#%08x%s".formatted(crc.getValue(), rest).getBytes(StandardCharsets.US_ASCII);
    }

    private void cutBack(Output open, IOException cause) {
        try {
            open.truncate(size);
        } catch (IOException e) {
            // A whole record that was refused may remain. Replay prefers later records of the session.
            cause.addSuppressed(e);
            isSuspect = true;
        }
    }
}
