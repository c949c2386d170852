package dev.throughline.engine.archive;

/**
 * The history of a request as the station that edits it has parsed it. It is kept in memory with its session, so that
 * the next request parses only what is new.
 */
public interface ParsedHistory {
    /** About how many bytes of memory it takes. */
    long bytes();
}
