package dev.throughline.cli.terminal;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Standard output that records its first failure. A {@link java.io.PrintStream} hides failures, so an export to a
 * full disk would look like a success. A reader that stops early, like {@code head}, is not a failure.
 */
public final class StandardOutput extends OutputStream {
    private final OutputStream out;
    private @Nullable IOException first;

    public StandardOutput(OutputStream out) {
        this.out = new BufferedOutputStream(out);
    }

    /** The message of the first failure. */
    public synchronized Optional<String> failure() {
        return Optional.ofNullable(first)
                .map(IOException::getMessage)
                .filter(why -> !why.toLowerCase(Locale.ROOT).contains("broken pipe"));
    }

    @Override
    public synchronized void write(int one) throws IOException {
        write(new byte[] {(byte) one}, 0, 1);
    }

    @Override
    public synchronized void write(byte[] bytes, int from, int length) throws IOException {
        try {
            out.write(bytes, from, length);
        } catch (IOException e) {
            throw recordFailure(e);
        }
    }

    @Override
    public synchronized void flush() throws IOException {
        try {
            out.flush();
        } catch (IOException e) {
            throw recordFailure(e);
        }
    }

    private IOException recordFailure(IOException e) {
        first = first == null ? e : first;
        return e;
    }
}
