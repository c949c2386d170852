package dev.throughline.server.wiring;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * Closes what was opened, the newest first. Everything is closed even if a step fails; the first failure is thrown with
 * the others attached. Closing again does nothing.
 */
final class CloseStack implements AutoCloseable {
    private final Deque<Runnable> open = new ArrayDeque<>();

    /** Runs this before everything that was added earlier. */
    synchronized void before(Runnable close) {
        open.push(close);
    }

    @Override
    public synchronized void close() {
        @Nullable RuntimeException first = null;
        while (!open.isEmpty()) {
            try {
                open.pop().run();
            } catch (RuntimeException e) {
                if (first == null) {
                    first = e;
                } else {
                    first.addSuppressed(e);
                }
            }
        }
        if (first != null) {
            throw first;
        }
    }
}
