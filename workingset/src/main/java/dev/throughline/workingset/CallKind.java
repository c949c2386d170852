package dev.throughline.workingset;

/** The kind of a tool call. */
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
