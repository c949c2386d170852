package dev.throughline.store.file.format;

/**
 * Something on the disk is not as we wrote it. Never leaves the store: it becomes a report, and the piece is skipped.
 */
public final class DamagedException extends RuntimeException {
    public DamagedException(String message) {
        super(message);
    }
}
