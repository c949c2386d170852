package dev.throughline.search;

/** The kind of text of a document. */
public enum SearchScope {
    /** Markdown that outlives sessions. */
    MEMORY,
    /** What users and assistants said. */
    SESSIONS,
    /** Tool results: large, exact, and found by keyword only. */
    ARCHIVE;

    /**
     * Whether its documents are embedded for semantic search. Tool results are most of the text, and embedding them
     * would delay notes and conversations by hours; a search for one usually contains a name, a path or a number.
     */
    public boolean isEmbedded() {
        return this != ARCHIVE;
    }
}
