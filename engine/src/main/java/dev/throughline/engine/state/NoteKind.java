package dev.throughline.engine.state;

import java.util.Locale;

/** What may be written down about a session, for its agent to see. */
public enum NoteKind {
    /** What is to be done. */
    TODO,
    /** What always holds. */
    PINNED,
    /** What happened so far. */
    SUMMARY;

    /** The name as it is written in files, addresses and logs. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
