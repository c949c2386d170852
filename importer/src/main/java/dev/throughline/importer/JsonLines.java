package dev.throughline.importer;

import dev.throughline.model.Bytes;
import dev.throughline.model.Span;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Reads the lines of a file one at a time, as exact bytes without the line end. Used by one thread. */
final class JsonLines implements AutoCloseable {
    private static final int BUFFER = 1 << 16;

    private final InputStream in;
    private final int maxBytes;
    private long number;
    private boolean isTooLong;

    /** @param maxBytes the maximum length of a line; the rest of a longer line is skipped */
    JsonLines(Path file, int maxBytes) throws IOException {
        this.in = new BufferedInputStream(Files.newInputStream(file), BUFFER);
        this.maxBytes = maxBytes;
    }

    /** The next line; empty at the end of the file. A last line without a line end is a line too. */
    Optional<Bytes> next() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        isTooLong = false;
        int sign = in.read();
        if (sign < 0) {
            return Optional.empty();
        }
        number++;
        while (sign >= 0 && sign != '\n') {
            if (line.size() < maxBytes) {
                line.write(sign);
            } else {
                isTooLong = true;
            }
            sign = in.read();
        }
        byte[] bytes = line.toByteArray();
        boolean hasReturn = bytes.length > 0 && bytes[bytes.length - 1] == '\r';
        return Optional.of(hasReturn ? Bytes.of(bytes).slice(new Span(0, bytes.length - 1)) : Bytes.of(bytes));
    }

    /** The number of the line that was read last, from 1. */
    long number() {
        return number;
    }

    /** Whether the line that was read last was longer than the maximum. */
    boolean isTooLong() {
        return isTooLong;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
