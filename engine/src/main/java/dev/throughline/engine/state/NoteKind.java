package dev.throughline.engine.state;

import java.util.Locale;

/** The kinds of notes of a session. */
public enum NoteKind {
    TODO,
    PINNED,
    /** The rolling summary of the session. */
    SUMMARY;

    /** The name in files, addresses and logs. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
