package dev.throughline.server.wiring;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * Closes resources in the reverse order of their opening. All are closed even if one fails; the first failure is thrown
 * with the others attached. Closing again does nothing.
 */
final class CloseStack implements AutoCloseable {
    private final Deque<Runnable> open = new ArrayDeque<>();

    /** Adds an action, which runs before all actions that were added earlier. */
    synchronized void push(Runnable close) {
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
