package dev.throughline.search;

/** Which kind of text a document is, and so who may want to find it. */
public enum Scope {
    /** Markdown that outlives sessions. */
    MEMORY,
    /** What users and assistants said. */
    SESSIONS,
    /** What tools answered: large, exact, and rarely looked for. */
    ARCHIVE
}
