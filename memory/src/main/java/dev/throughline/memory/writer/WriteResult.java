package dev.throughline.memory.writer;

import java.util.Locale;

/** What came of the work of a writer. The data-flow log and replies contain these words in lower case. */
public enum WriteResult {
    WRITTEN,
    /** There was nothing new to write. */
    NOTHING,
    /** What is written already is still correct. */
    UNCHANGED,
    /** It was done before for the same part of the session. */
    ALREADY,
    /** It is not yet time, or another process does it. */
    WAITING,
    /** It was done not long ago, or another process does it. */
    RESTING,
    /** The agent wrote memory itself. */
    LEFT_TO_THE_AGENT,
    /** The helper model failed; it is asked again later. */
    FAILED,
    /** The workspace cannot be written. */
    READ_ONLY;

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
