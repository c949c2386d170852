package dev.throughline.workingset;

/** What a tool call does. */
public enum CallKind {
    LISTING,
    SEARCH,
    BUILD,
    RUN,
    OTHER,
    /** Writes or reads a todo list; the newest list replaces the earlier ones. */
    TODO,
    READ,
    WRITE
}
