package dev.throughline.store.file.format;

/**
 * Data on the disk is not in the form in which it was written. Never leaves the store: the damage is reported and
 * skipped.
 */
public final class DamagedException extends RuntimeException {
    public DamagedException(String message) {
        super(message);
    }
}
