package dev.throughline.cli.terminal;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Standard output that remembers what went wrong: a {@link java.io.PrintStream} keeps that to itself, so that an export
 * to a full disk would look like a success. A reader that has seen enough, as {@code head} has, is no trouble.
 */
public final class StandardOutput extends OutputStream {
    private final OutputStream out;
    private @Nullable IOException first;

    public StandardOutput(OutputStream out) {
        this.out = new BufferedOutputStream(out);
    }

    /** Why something was not written. */
    public synchronized Optional<String> trouble() {
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
            throw noted(e);
        }
    }

    @Override
    public synchronized void flush() throws IOException {
        try {
            out.flush();
        } catch (IOException e) {
            throw noted(e);
        }
    }

    private IOException noted(IOException e) {
        first = first == null ? e : first;
        return e;
    }
}
