package dev.throughline.store.file.format;

import java.io.Closeable;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Walks over the lines of a file, from an offset to an end, and gives each as a range of {@link #buffer()}. What stands
 * after the last line break is not a line; {@link #offset()} then says where it starts. Not safe for use by many
 * threads.
 */
public final class LineReader implements Closeable {
    private static final int BLOCK = 128 * 1024;

    private final RandomAccessFile file;
    private final long limit;
    private byte[] buffer = new byte[BLOCK];
    private long bufferOffset;
    private int filled;
    private int start;
    private int end;
    private int next;

    /** Lines from {@code from} on, up to {@code limit} bytes into the file. */
    public LineReader(Path path, long from, long limit) throws IOException {
        file = new RandomAccessFile(path.toFile(), "r");
        this.limit = limit;
        bufferOffset = from;
        file.seek(from);
    }

    /** Goes to the next line; says whether there is one. */
    public boolean next() throws IOException {
        start = next;
        int at = start;
        while (true) {
            while (at < filled) {
                if (buffer[at++] == '\n') {
                    end = at - 1;
                    next = at;
                    return true;
                }
            }
            at -= start;
            if (!fill()) {
                return false;
            }
        }
    }

    /** Makes the unread part the start of the buffer, and reads on behind it. */
    private boolean fill() throws IOException {
        if (start > 0) {
            System.arraycopy(buffer, start, buffer, 0, filled - start);
            bufferOffset += start;
            filled -= start;
            start = 0;
            next = 0;
        }
        if (filled == buffer.length) {
            buffer = Arrays.copyOf(buffer, Math.multiplyExact(buffer.length, 2));
        }
        long left = limit - bufferOffset - filled;
        int count = left <= 0 ? -1 : file.read(buffer, filled, (int) Math.min(buffer.length - filled, left));
        if (count <= 0) {
            return false;
        }
        filled += count;
        return true;
    }

    /** The array that holds the line; valid until {@link #next()} is called again. */
    public byte[] buffer() {
        return buffer;
    }

    public int start() {
        return start;
    }

    /** The end of the line in the buffer, its line break excluded. */
    public int end() {
        return end;
    }

    /** Where the line starts in the file. */
    public long offset() {
        return bufferOffset + start;
    }

    /** Where the next line starts in the file. */
    public long nextOffset() {
        return bufferOffset + next;
    }

    /** A copy of the line, its line break excluded. */
    public byte[] line() {
        return Arrays.copyOfRange(buffer, start, end);
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
