package dev.throughline.mcp;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** The lines of an input, each with a limit. For one thread. */
final class LimitedLines {
    /** The longest message: a page of memory has at most a quarter of it. */
    static final int MOST_BYTES = 4 << 20;

    private final InputStream in;

    LimitedLines(InputStream in) {
        this.in = new BufferedInputStream(in);
    }

    /**
     * A line without its end.
     *
     * @param isWhole whether it kept the limit; the rest of one that did not is lost
     */
    record LimitedLine(String text, boolean isWhole) {}

    /** The next line; empty at the end. A last line without an end is one too. */
    Optional<LimitedLine> next() throws IOException {
        ByteArrayOutputStream read = new ByteArrayOutputStream();
        boolean isWhole = true;
        int next = in.read();
        if (next < 0) {
            return Optional.empty();
        }
        while (next >= 0 && next != '\n') {
            if (read.size() < MOST_BYTES) {
                read.write(next);
            } else {
                isWhole = false;
            }
            next = in.read();
        }
        return Optional.of(new LimitedLine(read.toString(StandardCharsets.UTF_8).strip(), isWhole));
    }
}
