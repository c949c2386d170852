package dev.throughline.engine.archive;

/**
 * The parsed history of a request. It stays in memory with its session, so that only the new items of the next request
 * are parsed.
 */
public interface ParsedHistory {
    /** Its approximate memory in bytes. */
    long bytes();
}
