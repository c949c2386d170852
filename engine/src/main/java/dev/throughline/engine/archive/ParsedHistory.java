package dev.throughline.engine.archive;

/**
 * The parsed history of a request. It stays in memory with its session, so that the next request parses only new items.
 */
public interface ParsedHistory {
    /** The approximate memory that it uses. */
    long bytes();
}
