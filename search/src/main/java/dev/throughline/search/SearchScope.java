package dev.throughline.search;

/** Which kind of text a document is, and so who may want to find it. */
public enum SearchScope {
    /** Markdown that outlives sessions. */
    MEMORY,
    /** What users and assistants said. */
    SESSIONS,
    /** What tools answered: large, exact, and looked for by its words. */
    ARCHIVE;

    /**
     * Whether its documents are also found by meaning. Tool results are most of all text, and embedding them would keep
     * notes and conversations waiting for hours; whoever looks for one knows a name, a path or a number in it.
     */
    public boolean isEmbedded() {
        return this != ARCHIVE;
    }
}
