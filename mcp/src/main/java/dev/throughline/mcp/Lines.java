package dev.throughline.mcp;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** The lines of an input, each with a limit. For one thread. */
final class Lines {
    /** A message longer than this is none of ours: a page of memory has at most a quarter of it. */
    static final int MOST_BYTES = 4 << 20;

    private final InputStream in;

    Lines(InputStream in) {
        this.in = new BufferedInputStream(in);
    }

    /**
     * A line without its end.
     *
     * @param isWhole whether it kept the limit; the rest of one that did not is lost
     */
    record Line(String text, boolean isWhole) {}

    /** The next line; empty at the end. A last line without an end is one too. */
    Optional<Line> next() throws IOException {
        ByteArrayOutputStream read = new ByteArrayOutputStream();
        boolean isWhole = true;
        int letter = in.read();
        if (letter < 0) {
            return Optional.empty();
        }
        while (letter >= 0 && letter != '\n') {
            if (read.size() < MOST_BYTES) {
                read.write(letter);
            } else {
                isWhole = false;
            }
            letter = in.read();
        }
        return Optional.of(new Line(read.toString(StandardCharsets.UTF_8).strip(), isWhole));
    }
}
