package dev.throughline.server.wiring;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * Closes what was opened, the last first. A failure does not keep the others from being closed and is not lost: the
 * first is thrown, with the rest attached to it. Closing twice does nothing more.
 */
final class CloseStack implements AutoCloseable {
    private final Deque<Runnable> open = new ArrayDeque<>();

    /** Does this before all that came earlier. */
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
