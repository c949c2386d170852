package dev.throughline.store.file;

import dev.throughline.files.PrivateFiles;
import dev.throughline.model.SessionRef;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * One file of the journal: records, one per append, each a header line and the lines that the append adds to its
 * session's archive.
 *
 * <pre>
 * #9ae0daaf 412 17 local/0198c5a0-7c1e-7d3a-8a50-0f4f0c7d9a11 4 2
 * {"seq":4,"is":"turn",…}
 * {"seq":5,"is":"source",…}
 * </pre>
 *
 * The header holds, with one space between: {@code #} and the CRC-32C, in eight hexadecimal digits, of everything from
 * the space after it to the end of the record; the length in bytes of the lines, line breaks included; the number of
 * the record, which only grows; the tenant and session; the sequence of the first line; and how many lines there are.
 * No line of an archive holds a raw line break, which every header has, so the next header can always be found, also
 * behind a damaged record. The file is named after its first record's number, in 16 digits.
 *
 * <p>One thread writes, another flushes; {@link #delete} may come from a third.
 */
final class Segment {
    /** Where the bytes go; a test puts a full disk here. */
    interface Sink extends Closeable {
        /** Writes all of the buffer at a position, or throws. */
        void write(ByteBuffer buffer, long position) throws IOException;

        void truncate(long size) throws IOException;

        void force() throws IOException;
    }

    /** How a new segment's file is made. */
    interface Opener {
        Sink open(Path file) throws IOException;
    }

    private static final int BUFFER = 1024 * 1024;

    private final Path file;
    /** Null if the records were replayed: then it is only deleted. */
    private final @Nullable Sink sink;

    private final ByteBuffer buffer;
    private final Set<SessionRef> touched = ConcurrentHashMap.newKeySet();
    private volatile boolean isSuspect;
    private volatile boolean isKept;
    private boolean isNamed;
    private boolean isClosed;
    private long size;
    private volatile long lastNumber;

    private Segment(Path file, @Nullable Sink sink, ByteBuffer buffer, long lastNumber) {
        this.file = file;
        this.sink = sink;
        this.buffer = buffer;
        this.lastNumber = lastNumber;
    }

    /** A new segment whose first record will have this number. */
    static Segment create(Home home, long number, Opener opener) throws IOException {
        Path file = home.journal().resolve(name(number));
        return new Segment(file, opener.open(file), ByteBuffer.allocateDirect(BUFFER), number);
    }

    /** A segment of an earlier process, whose records were replayed; it only waits to be deleted. */
    static Segment replayed(Path file, Set<SessionRef> touched, long lastNumber) {
        Segment segment = new Segment(file, null, ByteBuffer.allocate(0), lastNumber);
        segment.touched.addAll(touched);
        return segment;
    }

    static String name(long number) {
        return "%016d.log".formatted(number);
    }

    /** The real disk. */
    static Sink openChannel(Path file) throws IOException {
        FileChannel channel = FileChannel.open(
                file, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), PrivateFiles.PRIVATE_FILE);
        return new ChannelSink(channel);
    }

    /** Writes a group of batches, with as few writes as the buffer allows; after a failure none of them is there. */
    void write(List<AppendBatch> group, long firstNumber) throws IOException {
        long position = size;
        try {
            buffer.clear();
            long number = firstNumber;
            for (AppendBatch batch : group) {
                position = put(header(batch, number++), position);
                position = put(batch.lines, position);
            }
            position = drain(position);
        } catch (IOException e) {
            cutBack(e);
            throw e;
        }
        size = position;
        lastNumber = firstNumber + group.size() - 1;
    }

    /** Flushes all that was written to the disk; once closed, there is nothing left that needs it. */
    synchronized void force() throws IOException {
        if (isClosed || sink == null) {
            return;
        }
        sink.force();
        if (!isNamed) {
            PrivateFiles.forceDirectory(file.resolveSibling(""));
            isNamed = true;
        }
    }

    /** Closes and deletes the file; all its records are safe elsewhere. */
    synchronized void delete() throws IOException {
        isClosed = true;
        if (sink != null) {
            sink.close();
        }
        Files.deleteIfExists(file);
    }

    void suspect() {
        isSuspect = true;
    }

    boolean isSuspect() {
        return isSuspect;
    }

    /** Says that a record of this segment may stand nowhere else. */
    void keep() {
        isKept = true;
    }

    boolean isKept() {
        return isKept;
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
    Set<SessionRef> touched() {
        return touched;
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

    private long put(byte[] bytes, long position) throws IOException {
        long now = position;
        for (int at = 0; at < bytes.length; ) {
            if (!buffer.hasRemaining()) {
                now = drain(now);
            }
            int part = Math.min(buffer.remaining(), bytes.length - at);
            buffer.put(bytes, at, part);
            at += part;
        }
        return now;
    }

    private long drain(long position) throws IOException {
        buffer.flip();
        int length = buffer.remaining();
        sink().write(buffer, position);
        buffer.clear();
        return position + length;
    }

    private Sink sink() {
        return Objects.requireNonNull(sink, "a replayed segment is not written");
    }

    private void cutBack(IOException cause) {
        try {
            sink().truncate(size);
        } catch (IOException e) {
            // A record that was refused may still stand there whole. Replay lets later records win, so it stays so.
            cause.addSuppressed(e);
            isSuspect = true;
        }
    }

    private record ChannelSink(FileChannel channel) implements Sink {
        @Override
        public void write(ByteBuffer buffer, long position) throws IOException {
            long at = position;
            while (buffer.hasRemaining()) {
                at += channel.write(buffer, at);
            }
        }

        @Override
        public void truncate(long size) throws IOException {
            channel.truncate(size);
        }

        @Override
        public void force() throws IOException {
            channel.force(false);
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }
}
