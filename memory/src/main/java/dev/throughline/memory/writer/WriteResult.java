package dev.throughline.memory.writer;

import java.util.Locale;

/** The result of a writer. The data-flow log and REST replies contain these words in lower case. */
public enum WriteResult {
    WRITTEN,
    /** There was nothing new to write. */
    NOTHING,
    /** What is written already is still correct. */
    UNCHANGED,
    /** The same part of the session was processed before. */
    ALREADY,
    /** It is not due yet, or another process is at work. */
    WAITING,
    /** The last run was not long ago, or another process is at work. */
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
