package dev.throughline.store.file;

import java.time.Duration;

/**
 * Every limit of the file store.
 *
 * @param segmentBytes a segment of the journal of this size is sealed, and deleted once its sessions contain all of it
 * @param waitingBytes appended bytes that may wait for the disk before further appends are refused
 * @param flushBytes bytes that may wait in memory before they are written to their sessions' files
 * @param flushEvery the longest time that they wait
 * @param indexEvery how often the index of all sessions is rewritten while sessions change
 * @param openSessions sessions whose indexes stay in memory
 * @param pageBytes a page of entries ends after the entry that reaches this
 * @param damageReports the newest reports of damage that are kept in memory
 */
public record FileStoreLimits(
        long segmentBytes,
        long waitingBytes,
        long flushBytes,
        Duration flushEvery,
        Duration indexEvery,
        int openSessions,
        long pageBytes,
        int damageReports) {
    /** How long a turn or a reader waits for the disk before the store counts as failed. */
    static final Duration PATIENCE = Duration.ofSeconds(5);

    private static final long MIB = 1024 * 1024;

    public static final FileStoreLimits DEFAULTS = new FileStoreLimits(
            8 * MIB, 256 * MIB, 4 * MIB, Duration.ofSeconds(1), Duration.ofSeconds(30), 2048, 64 * MIB, 1000);

    public FileStoreLimits {
        if (segmentBytes < 1 || waitingBytes < 1 || flushBytes < 1 || pageBytes < 1) {
            throw new IllegalArgumentException("expected limits in bytes above 0, found " + segmentBytes + ", "
                    + waitingBytes + ", " + flushBytes + ", " + pageBytes);
        }
        if (openSessions < 1 || damageReports < 1) {
            throw new IllegalArgumentException(
                    "expected limits above 0, found " + openSessions + " and " + damageReports);
        }
        if (!flushEvery.isPositive() || !indexEvery.isPositive()) {
            throw new IllegalArgumentException("expected times above 0, found " + flushEvery + " and " + indexEvery);
        }
    }
}
