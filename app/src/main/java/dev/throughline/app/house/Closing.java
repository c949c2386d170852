package dev.throughline.app.house;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * Closes what was opened, the last first. A failure does not keep the others from being closed and is not lost: the
 * first is thrown, with the rest attached to it.
 */
final class Closing implements AutoCloseable {
    private final Deque<AutoCloseable> open = new ArrayDeque<>();

    /** Closes this one before all that came earlier. */
    synchronized <T extends AutoCloseable> T last(T opened) {
        open.push(opened);
        return opened;
    }

    @Override
    public synchronized void close() {
        @Nullable IllegalStateException trouble = null;
        while (!open.isEmpty()) {
            trouble = close(open.pop(), trouble);
        }
        if (trouble != null) {
            throw trouble;
        }
    }

    private static @Nullable IllegalStateException close(
            AutoCloseable each, @Nullable IllegalStateException trouble) {
        try (each) {
            return trouble;
        } catch (Exception e) { // close() declares no narrower type
            IllegalStateException failed = trouble == null ? new IllegalStateException("could not close all", e) : trouble;
            if (trouble != null) {
                failed.addSuppressed(e);
            }
            return failed;
        }
    }
}
