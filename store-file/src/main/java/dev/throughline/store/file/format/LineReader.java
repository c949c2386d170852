package dev.throughline.store.file.format;

import dev.throughline.model.Span;
import java.io.Closeable;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Reads the lines of a file between two offsets. Bytes after the last line break are not a line; once {@link #next()}
 * returned false, {@link #offset()} is where they start. Not safe for use by many threads.
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

    public LineReader(Path path, long from, long limit) throws IOException {
        file = new RandomAccessFile(path.toFile(), "r");
        this.limit = limit;
        bufferOffset = from;
        file.seek(from);
    }

    /** The lines in a range of bytes, without their line breaks. */
    public static List<byte[]> split(byte[] bytes, Span range) {
        List<byte[]> lines = new ArrayList<>();
        int start = range.start();
        for (int at = start; at < range.end(); at++) {
            if (bytes[at] == '\n') {
                lines.add(Arrays.copyOfRange(bytes, start, at));
                start = at + 1;
            }
        }
        return lines;
    }

    /** Moves to the next line; returns whether there is one. */
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

    /** Moves the unread part to the start of the buffer, and reads more behind it. */
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

    /** Where the line starts in the file. */
    public long offset() {
        return bufferOffset + start;
    }

    /** Where the next line starts in the file. */
    public long nextOffset() {
        return bufferOffset + next;
    }

    /** The line, without its line break. */
    public byte[] line() {
        return Arrays.copyOfRange(buffer, start, end);
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
