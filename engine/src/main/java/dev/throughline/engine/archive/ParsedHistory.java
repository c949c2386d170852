package dev.throughline.engine.archive;

/**
 * The history of a request as the station that edits it has parsed it. It is kept with its session in memory, so that the
 * next request parses only what is new, and lost with it.
 */
public interface ParsedHistory {
    /** About how many bytes of memory it takes. */
    long bytes();
}
